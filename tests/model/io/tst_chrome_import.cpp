#include "model/io/OpenTrace.h"
#include "model/trace/RecordingPauses.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

using namespace lanes;
using namespace lanes::test;

namespace {

constexpr const char* kTwo = R"({"traceEvents": [
  {"ph": "X", "cat": "cpu_op", "name": "outer", "pid": 1, "tid": 2, "ts": 10.5, "dur": 8, "args": {"External id": 7}},
  {"ph": "X", "cat": "cpu_op", "name": "inner", "pid": 1, "tid": 2, "ts": 11, "dur": 2.001, "args": {"External id": 8}}
]})";

constexpr const char* kTwoText = "thread 1/2\n"
                                 "  0 10500+8000 outer [X cpu_op] External id=7\n"
                                 "  1 11000+2001 inner [X cpu_op] External id=8\n";

QString nameOf(const Trace& trace, SliceId slice) {
    const std::string_view name = trace.strings().view(trace.slice(slice).name);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

class tst_chrome_import : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Kineto labels the processes 0 to 15 as devices. In a container the program is one of them.
    void aProgramOfASmallPidIsNoDevice() {
        const auto metadata = [](const std::string& what, const std::string& args) {
            return q("{'ph': 'M', 'name': '") + what + q("', 'pid': 7, 'tid': 0, 'args': {") + q(args) +
                   "}},\n";
        };
        const auto trace = importText(
            "[" + metadata("process_labels", "'labels': 'CPU'") +
            metadata("process_labels", "'labels': 'GPU 7'") +
            metadata("process_sort_index", "'sort_index': 5000007") +
            q("{'ph': 'X', 'cat': 'cpu_op', 'name': 'aten::mm', 'pid': 7, 'tid': 7, 'ts': 0, 'dur': 20},\n"
              "{'ph': 'M', 'name': 'process_labels', 'pid': 3, 'tid': 0, 'args': {'labels': 'GPU 3'}},\n"
              "{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'pid': 3, 'tid': 7, 'ts': 30, 'dur': 10,"
              " 'args': {'device': 3}},\n"
              "{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'pid': 7, 'tid': 9, 'ts': 50, 'dur': 10,"
              " 'args': {'device': 7}}]"));
        std::map<std::string, std::string> found;
        for (const Process& process : trace->processes()) {
            found[process.key] =
                process.label + (process.kind == Process::Kind::Device ? " device " : " host ") +
                std::to_string(process.deviceIndex) + " " + std::to_string(process.sortIndex);
        }
        QCOMPARE(found["7"], std::string("CPU host -1 7"));
        QCOMPARE(found["3"], std::string("GPU 3 device 3 0"));
        QCOMPARE(found["GPU 7"], std::string("GPU 7 device 7 7"));
    }

    // Ids far apart, ids that are texts, and ids that several calls have: the first call in the file counts.
    void launchesAreFoundWhateverTheirCorrelationsLookLike_data() {
        QTest::addColumn<QString>("mine");
        QTest::addColumn<QString>("other");
        QTest::newRow("dense") << "5"
                               << "6";
        QTest::newRow("far apart") << "5"
                                   << "1000000000000";
        QTest::newRow("negative") << "-5"
                                  << "6";
        QTest::newRow("texts") << "'five'"
                               << "6";
        QTest::newRow("below all calls") << "7"
                                         << "1";
    }

    void launchesAreFoundWhateverTheirCorrelationsLookLike() {
        QFETCH(QString, mine);
        QFETCH(QString, other);
        const auto call = [](const QString& name, int at, const QString& id) {
            return QString("{'ph': 'X', 'cat': '%1', 'name': '%2', 'pid': 1, 'tid': 2, 'ts': %3, 'dur': 1, "
                           "'args': "
                           "{'correlation': %4}},")
                .arg(name == "gemm" || name == "copy" ? "kernel" : "cuda_runtime", name)
                .arg(at)
                .arg(id);
        };
        const QString text = "[" + call("first", 10, mine) + call("second", 20, mine) +
                             call("gemm", 30, mine) + call("elsewhere", 40, other) + call("copy", 50, other) +
                             call("gemm", 60, "9") + call("gemm", 70, "-9") + call("gemm", 80, "'nine'") +
                             "]";
        const auto trace = importText(q(text.toStdString()));
        QStringList links;
        for (const Link& link : trace->links().all()) {
            links << nameOf(*trace, link.from) + " -> " + nameOf(*trace, link.to);
        }
        links.sort();
        QCOMPARE(links, QStringList({"elsewhere -> copy", "first -> gemm"}));
    }

    // A recording's pauses are no work of a process, also where they come back from an export.
    void theRowOfARecordingIsKnownByItsName() {
        const auto trace = importText(
            q("[{'ph': 'X', 'cat': 'recording', 'name': 'Paused', 'pid': 'Recording', 'tid': 'Recording', "
              "'ts': 10, 'dur': 80},"
              "{'ph': 'X', 'cat': 'cpu_op', 'name': 'op', 'pid': 1, 'tid': 2, 'ts': 0, 'dur': 100}]"));
        const std::vector<TimeRange> pauses = RecordingPauses(*trace).all();
        QCOMPARE(pauses.size(), std::size_t{1});
        QCOMPARE(pauses.front().begin, TimeNs{10'000});
        QCOMPARE(pauses.front().end, TimeNs{90'000});
    }

    void readsSlicesWithTheirArguments() { QCOMPARE(dumpOf(*importText(kTwo)), std::string(kTwoText)); }

    void arraysNeedNeitherBracketNorLastComma() {
        const std::string events = R"([{"ph": "X", "name": "a", "pid": 1, "tid": 2, "ts": 1, "dur": 2})";
        const std::string text = "thread 1/2\n  0 1000+2000 a [X]\n";
        for (const char* end : {"]", ",]", "", ",", " ,\n", "\n]\n"}) {
            QCOMPARE(dumpOf(*importText(events + end)), text);
        }
        QCOMPARE(importText("[]")->sliceCount(), 0u);
        QCOMPARE(importText(R"({"traceEvents": []})")->sliceCount(), 0u);
    }

    void launchesLeadToTheirKernels() {
        const std::string text = R"({"traceEvents": [
  {"ph": "X", "cat": "cuda_runtime", "name": "launch", "pid": 1, "tid": 2, "ts": 1, "dur": 2, "args": {"correlation": 5}},
  {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 9, "dur": 4, "args": {"correlation": 5}},
  {"ph": "X", "cat": "kernel", "name": "early", "pid": 0, "tid": 7, "ts": 0.5, "dur": 0.1, "args": {"correlation": 5}}
]})";
        const std::size_t early = text.rfind("{\"ph\"");
        const std::string expected = "stream 0/7\n"
                                     "  0 500+100 early [X kernel] correlation=5\n"
                                     "  0 9000+4000 gemm [X kernel] correlation=5\n"
                                     "thread 1/2\n"
                                     "  0 1000+2000 launch [X cuda_runtime] correlation=5\n"
                                     "launch: launch@1000 -> early@500\n"
                                     "launch: launch@1000 -> gemm@9000\n"
                                     "kernel-before-launch 1 @" +
                                     std::to_string(early) + "\n";
        QCOMPARE(dumpOf(*importText(text)), expected);
    }

    // As torch writes them since April 2026, with and without sort indices.
    void theWaitsForAStreamStandRightBelowIt_data() {
        QTest::addColumn<bool>("sorted");
        QTest::addColumn<QStringList>("order");
        QTest::newRow("by number") << false << QStringList{"7", "1000007", "20", "1000020", "1000099"};
        QTest::newRow("by index") << true << QStringList{"20", "1000020", "7", "1000007", "1000099"};
    }
    void theWaitsForAStreamStandRightBelowIt() {
        QFETCH(bool, sorted);
        std::string text = "[";
        for (const int stream : {7, 20, 1000007, 1000020, 1000099}) {
            const std::string place = q("'pid': 0, 'tid': ") + std::to_string(stream);
            const bool waits = stream > 1000000;
            const int number = stream % 1000000;
            text += q("{'ph': 'M', 'name': 'thread_name', ") + place + q(", 'args': {'name': 'stream ") +
                    std::to_string(number) + (waits ? " (sync)" : " ") + q("'}},\n");
            if (sorted && !waits) {
                text += q("{'ph': 'M', 'name': 'thread_sort_index', ") + place +
                        q(", 'args': {'sort_index': ") + std::to_string(-number) + "}},\n";
            }
            text += q("{'ph': 'X', 'name': 'x', 'cat': '") + (waits ? "cuda_sync" : "kernel") + q("', ") +
                    place + q(", 'ts': 1, 'dur': 1},\n");
        }
        const auto trace =
            importText(text + q("{'ph': 'X', 'name': 'x', 'cat': 'cpu_op', 'pid': 1, 'tid': 3, 'ts': 1}]"));
        std::vector<Track> streams;
        std::ranges::copy_if(trace->tracks(), std::back_inserter(streams),
                             [](const Track& t) { return t.kind == Track::Kind::Stream; });
        std::ranges::stable_sort(streams, {}, &Track::sortIndex);
        QStringList found;
        for (const Track& stream : streams) {
            found << QString::fromStdString(stream.key);
        }
        QFETCH(QStringList, order);
        QCOMPARE(found, order);
    }

    void aNulIsAPartOfItsText() {
        using namespace std::string_literals;
        const auto trace =
            importText(q("[{'ph': 'X', 'name': 'A\\u0000B', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 1},"
                         " {'ph': 'X', 'name': 'A") +
                       "\0"s + q("B', 'pid': 1, 'tid': 1, 'ts': 5, 'dur': 1}]"));
        QCOMPARE(trace->sliceCount(), 2u);
        QCOMPARE(std::string(trace->text(trace->slice(SliceId(0)).name)), "A\0B"s);
        QCOMPARE(std::string(trace->text(trace->slice(SliceId(1)).name)), "A\0B"s);
    }

    void refusesInOneSentenceWhatIsNoTrace() {
        const auto refused = openContentOf("hello");
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("text") != std::string::npos, refused.error().message.c_str());
        const auto other = openContentOf(R"({"name": "package", "version": 3})");
        QVERIFY(!other);
        QVERIFY(other.error().message.find("traceEvents") != std::string::npos);
        const auto measured = openContentOf(R"({"samples": [{"ph": 6.5}, {"ph": 7}]})"); // no phase
        QVERIFY(!measured);
        const auto report = openContentOf(R"({"audits": [{"event": {"ph": "b", "name": "task", "ts": 5}}]})");
        QVERIFY(!report); // it quotes an event and is no trace
        std::string tar(1024, '\0');
        tar.replace(0, 10, "trace.json").replace(257, 5, "ustar");
        const auto packed = openContentOf(tar);
        QVERIFY(!packed);
        QVERIFY(packed.error().message.find("tar archive; unpack it") != std::string::npos);
        QVERIFY(!openTrace("/no/such/file"));
        const QTemporaryDir empty;
        QVERIFY(!openTrace(empty.path().toStdString()));
    }

    void refusesListsOfOtherThings() {
        const auto list = openContentOf(R"([{"id": 1, "title": "a"}, {"id": 2, "title": "b"}])");
        QVERIFY(!list);
        QVERIFY2(list.error().message.find("no events") != std::string::npos, list.error().message.c_str());
    }
};

int run_tst_chrome_import(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_chrome_import>(argc, argv);
}
#include "tst_chrome_import.moc"
