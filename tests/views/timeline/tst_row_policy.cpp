// Which rows stand where, which are folded into one and which are hidden: of small sessions written as text, and of recorded
// ones.
#include "model/io/OpenTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"
#include "views/shared/text/ProcessName.h"
#include "views/timeline/rows/RowPolicy.h"

#include <QFile>
#include <QtTest>

#include <map>
#include <sstream>
#include <string>

using namespace lanes;

namespace {

// A line for each process and device, and below it one for each of its rows:
//   "process 10 python3 rank=0 label=Process-1 args=python3,train.py", "device 0 rank=0",
//   "  12 pt_autograd_0 cpu_op 500 1000": so many events of so many nanoseconds, spread over a second. Blanks in names are "_".
class Sketch {
public:
    Sketch& add(const std::string& text) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string first;
            if (words >> first && (first == "process" || first == "device")) {
                addProcess(first == "device", words);
            } else if (!first.empty()) {
                addRow(first, words);
            }
        }
        return *this;
    }
    std::shared_ptr<const Trace> publish() { return builder_.publish(); }
    TraceBuilder& builder() { return builder_; }

private:
    static std::string spaced(std::string text, char blank) {
        std::ranges::replace(text, blank, ' ');
        return text;
    }

    void addProcess(bool device, std::istringstream& words) {
        Process process;
        process.kind = device ? Process::Kind::Device : Process::Kind::Host;
        words >> process.key;
        for (std::string word; words >> word;) {
            const std::string value = word.substr(word.find('=') + 1);
            if (word.starts_with("rank=")) {
                process.rank = std::stoi(value);
            } else if (word.starts_with("label=")) {
                process.label = value;
            } else if (word.starts_with("args=")) {
                builder_.info().properties.emplace_back("process." + process.key + ".arguments",
                                                        spaced(value, ','));
            } else {
                process.name = word;
            }
        }
        process.sortIndex = device ? 5'000'000 : std::stoi(process.key);
        process.deviceIndex = device ? 0 : -1;
        process_ = builder_.addProcess(process);
        device_ = device;
    }

    void addRow(const std::string& key, std::istringstream& words) {
        std::string name;
        std::string category;
        std::string events;
        int count = 0;
        TimeNs duration = 0;
        words >> name >> category >> count >> duration >> events;
        const std::string known = std::to_string(process_.value) + "/" + key;
        if (!tracks_.contains(known)) {
            const auto kind = device_ ? Track::Kind::Stream : Track::Kind::Thread;
            tracks_[known] = builder_.addTrack(
                {.process = process_, .key = spaced(key, '_'), .name = spaced(name, '_'), .kind = kind});
        }
        const LayoutId layout = builder_.addLayout({.category = builder_.strings().intern(category)});
        for (int i = 0; i < count; ++i) {
            builder_.addSlice(tracks_[known],
                              {.start = TimeNs{1'000'000'000} / count * i + begin_,
                               .duration = duration,
                               .name = builder_.strings().intern(events.empty() ? "work" : events),
                               .layout = layout});
        }
        begin_ += 1;
    }

    TraceBuilder builder_;
    ProcessId process_;
    bool device_ = false;
    TimeNs begin_ = 0; // none begins with another
    std::map<std::string, TrackId> tracks_;
};

QString planOf(const std::shared_ptr<const Trace>& trace) {
    const auto lod = LodIndex::build(trace);
    return QString::fromStdString(textOf(planRows(*lod, ProcessRoles(*trace)), *trace));
}

QString planOf(const std::string& text) {
    return planOf(Sketch().add(text).publish());
}

const char* const kMain = "process 10 python3 args=python3,/home/me/train.py\n"
                          "  10 MainThread cpu_op 1000 400000\n"
                          "  10 MainThread cuda_runtime 1000 1000\n";
const char* const kDevice = "device 0\n"
                            "  7 stream_7 kernel 900 500000\n";

} // namespace

class RowPolicyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void devicesStandBelowTheMainThread();
    void threadsStandByTheirWork();
    void idleThreadsAreOneRow();
    void threadsAlikeAreOneRow();
    void streamsOfFewEventsAndWaitsAreOneRowEach();
    void fewLongKernelsAreNoFewEvents();
    void workersAreOneRowForEachKind();
    void ranksHaveTheirOwnDevices();
    void aProcessAloneStandsByItself();
    void whatGrowsStaysWhereItIs();
    void processesAreCalledByWhatTheyRun_data();
    void processesAreCalledByWhatTheyRun();
    void whatTellsAgainIsHidden();
    void recordedSessions_data();
    void recordedSessions();
};

void RowPolicyTest::devicesStandBelowTheMainThread() {
    QCOMPARE(planOf(std::string(kDevice) + "process 9 sh\n  9 sh python_function 1 10\n" + kMain +
                    "  12 pt_autograd_0 cpu_op 500 100000\n"),
             QStringLiteral("10: 10 12\n"
                            "  device 0: 7\n"
                            "idle processes\n"
                            "  9: 9\n"));
}

void RowPolicyTest::threadsStandByTheirWork() {
    QCOMPARE(planOf(std::string(kMain) + "  11 pt_gloo_runloop user_annotation 500 900000 gloo:all_reduce\n"
                                         "  12 pt_autograd_0 cpu_op 500 100000\n"
                                         "  13 pin_memory cpu_op 500 200000\n"),
             QStringLiteral("10: 10 13 12 11\n")); // waiting for others is no work
}

void RowPolicyTest::idleThreadsAreOneRow() {
    const std::string one = std::string(kMain) + "  11 tqdm python_function 90 9000000\n";
    QCOMPARE(planOf(one), QStringLiteral("10: 10 11\n")); // one alone takes no more room
    QCOMPARE(planOf(one + "  12 QueueFeederThread cpu_op 20 1000\n"
                          "  13 pt_autograd_0 cpu_op 101 1000\n"), // little, but often
             QStringLiteral("10: 10 13\n"
                            "  idle threads: 11 12\n"));
}

void RowPolicyTest::threadsAlikeAreOneRow() {
    std::string text = kMain;
    for (int i = 1; i <= 4; ++i) {
        text += "  2" + std::to_string(i) + " python3 user_annotation 300 900000 XlaCompileBackend\n";
        text += "  3" + std::to_string(i) + " pool-1-thread-" + std::to_string(i) +
                " user_annotation 300 900000\n";
        text += "  4" + std::to_string(i) + " pt_autograd_" + std::to_string(i) + " cpu_op 300 900000\n";
    }
    QCOMPARE(planOf(text), QStringLiteral("10: 10 41 42 43 44\n"
                                          "  compile threads: 21 22 23 24\n"
                                          "  thread pool \"pool-1-thread\": 31 32 33 34\n"));
}

void RowPolicyTest::streamsOfFewEventsAndWaitsAreOneRowEach() {
    QCOMPARE(planOf(std::string(kMain) + kDevice +
                    "  16 stream_16 gpu_memcpy 2 10000\n"
                    "  20 stream_20 kernel 400 400000\n"
                    "  24 stream_24 gpu_memcpy 40 100\n"
                    "  1000007 stream_7_(sync) cuda_sync 35 1000\n"
                    "  1000020 stream_20_(sync) cuda_sync 3 1000\n"
                    "  -1 Waits cuda_sync 41 1000\n"),
             QStringLiteral("10: 10\n"
                            "  device 0: 7 20\n"
                            "    quiet streams: 16 24\n"
                            "    sync rows: 1000007 1000020\n"
                            "    hidden: -1\n"));
}

void RowPolicyTest::fewLongKernelsAreNoFewEvents() {
    QCOMPARE(planOf(std::string(kMain) + kDevice + "  16 stream_16 kernel 2 200000000\n"),
             QStringLiteral("10: 10\n  device 0: 7 16\n"));
    QCOMPARE(planOf("device 0\n  7 s kernel 3 100\n  8 t kernel 1 100\n"),
             QStringLiteral("device 0: 7 8\n")); // of few events all are few
}

void RowPolicyTest::workersAreOneRowForEachKind() {
    QCOMPARE(planOf(std::string(kMain) +
                    "  10 MainThread user_annotation 9 100 "
                    "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__\n" +
                    kDevice +
                    "process 22 python3 label=Process-2\n"
                    "  22 MainThread cpu_op 100 4000000\n"
                    "  23 QueueFeederThread cpu_op 20 1000\n"
                    "process 21 python3 label=Process-1\n"
                    "  21 MainThread cpu_op 100 4000000\n"
                    "  24 QueueFeederThread cpu_op 20 1000\n"
                    "process 30 python3 args=python3,/torch/_inductor/compile_worker/__main__.py\n"
                    "  30 MainThread cuda_runtime 7 1000\n"
                    "process 40 python3 label=resource_tracker\n"
                    "  40 MainThread python_function 7 1000\n"),
             QStringLiteral("10: 10\n"
                            "  device 0: 7\n"
                            "data workers\n"
                            "  21: 21 24\n"
                            "  22: 22 23\n"
                            "compile workers\n"
                            "  30: 30\n"
                            "idle processes\n"
                            "  40: 40\n"));
}

void RowPolicyTest::ranksHaveTheirOwnDevices() {
    QCOMPARE(planOf("process 20 python3 rank=1\n  20 MainThread cuda_runtime 900 1000\n"
                    "process 21 python3 rank=0\n  21 MainThread cuda_runtime 900 1000\n"
                    "device 0 rank=1\n  7 stream_7 kernel 900 1000\n"
                    "device 1 rank=0\n  7 stream_7 kernel 900 1000\n"),
             QStringLiteral("21: 21\n"
                            "  device 1: 7\n"
                            "20: 20\n"
                            "  device 0: 7\n"));
}

void RowPolicyTest::aProcessAloneStandsByItself() {
    QCOMPARE(planOf("process 10 python3\n  10 MainThread python_function 9 1000\n"),
             QStringLiteral("10: 10\n"));
}

// Nothing that stands by itself is folded away, and what comes later comes behind it.
void RowPolicyTest::whatGrowsStaysWhereItIs() {
    Sketch sketch;
    sketch.add(std::string(kMain) + "  11 a cpu_op 200 1000\n  12 b cpu_op 200 2000\n");
    const auto first = sketch.publish();
    const auto lod = LodIndex::build(first);
    const RowPlan before = planRows(*lod, ProcessRoles(*first));
    QCOMPARE(QString::fromStdString(textOf(before, *first)), QStringLiteral("10: 10 12 11\n"));
    Sketch grown;
    grown.add(std::string(kMain) + "  11 a cpu_op 200 900000\n  12 b cpu_op 20 2000\n"
                                   "  13 c cpu_op 2000 400000\n  14 d cpu_op 2 4\n  15 e cpu_op 2 4\n");
    const auto second = grown.publish();
    const auto more = LodIndex::build(second);
    QCOMPARE(QString::fromStdString(textOf(planRows(*more, ProcessRoles(*second), &before), *second)),
             QStringLiteral("10: 10 12 11 13\n  idle threads: 14 15\n"));
    QCOMPARE(planOf(second), QStringLiteral("10: 10 13 11\n  idle threads: 12 14 15\n")); // opened again
}

void RowPolicyTest::processesAreCalledByWhatTheyRun_data() {
    QTest::addColumn<QString>("process");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* what, const char* process, const char* name) {
        QTest::newRow(what) << QString(process) << QString(name);
    };
    row("a script", "args=/usr/bin/python3,-u,-X,dev,/home/me/train.py,--lr,1", "train.py");
    row("a module", "args=python3,-m,torch.distributed.run,train.py", "torch.distributed.run");
    row("no script", "args=python3,-c,import_torch", "python3");
    row("another program", "args=/bin/serve,--port,80", "python3");
    row("nothing known", "", "python3");
    row("a rank", "rank=3 args=python3,train.py", "Rank 3, train.py");
    row("of the compiler", "args=python3,/t/_inductor/compile_worker/__main__.py", "Compile worker 0");
}

void RowPolicyTest::processesAreCalledByWhatTheyRun() {
    QFETCH(QString, process);
    QFETCH(QString, name);
    Sketch sketch;
    sketch.add("process 10 python3 " + process.toStdString() + "\n");
    const auto trace = sketch.publish();
    QCOMPARE(processName(*trace, ProcessRoles(*trace), ProcessId(0)), name);
}

void RowPolicyTest::whatTellsAgainIsHidden() {
    QCOMPARE(planOf(std::string(kMain) + "  Compilation Compilation compilation 3 1000\n"
                                         "  10_late main_(late) cpu_op 3 1000\n"),
             QStringLiteral("10: 10\n  hidden: Compilation 10 late\n"));
}

void RowPolicyTest::recordedSessions_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("lines");
    QTest::newRow("workers of a DataLoader") << "resnet4.lanes"
                                             << QStringList{"2234: 2234 2389 2404", "  device GPU 0: 7",
                                                            "    quiet streams: 13 29", "data workers"};
    QTest::newRow("workers of the compiler") << "gpt_reduce.lanes" << QStringList{"compile workers"};
    QTest::newRow("threads of the compiler") << "jax.lanes" << QStringList{"  device GPU 0: 14"};
    QTest::newRow("two ranks on one device")
        << "ddp.lanes" << QStringList{"1455: 1455 1712 1625 1627", "  device GPU 0: 7 8589934599"};
}

void RowPolicyTest::recordedSessions() {
    QFETCH(QString, file);
    QFETCH(QStringList, lines);
    const QString path = QStringLiteral(LANESCOPE_SOURCE_DIR "/../shared/device/") + file;
    if (!QFile::exists(path)) {
        QSKIP(qPrintable(path + " is not there"));
    }
    const auto trace = openTrace(path.toStdString());
    QVERIFY(trace);
    const QString plan = planOf(trace.value());
    for (const QString& line : lines) {
        QVERIFY2(plan.contains(line + "\n"), qPrintable(plan));
    }
}

int run_tst_row_policy(int argc, char** argv) {
    return lanes::test::runWithWidgets<RowPolicyTest>(argc, argv);
}
#include "tst_row_policy.moc"
