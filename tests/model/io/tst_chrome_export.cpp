// What is written as Chrome JSON reads back as the same trace, also by way of a session.
#include "model/io/OpenTrace.h"
#include "model/io/export/ChromeExporter.h"
#include "model/io/joining/TraceMerge.h"
#include "model/session/writing/WriteTrace.h"
#include "model/trace/TraceCut.h"
#include "tests/support/ImportText.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace lanes;
using namespace lanes::test;

namespace {

std::string exported(const Trace& trace) {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.json").toStdString();
    return exportChromeTrace(trace, path) ? contentOf(path) : std::string();
}

std::shared_ptr<const Trace> throughSession(const Trace& trace) {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.lanes").toStdString();
    const bool written = session::writeTrace(trace, path).ok();
    const auto back = openTrace(path);
    return written && back ? back.value() : nullptr;
}

// Rows with their slices, those of a row and everything else in any order, without arguments: how events and their keys stand in a
// file and what is wrong with it is not what it holds.
QString meaningOf(const Trace& trace) {
    QStringList lines = QString::fromStdString(dumpOf(trace)).split('\n');
    lines.resize(lines.size() - 1 - int(trace.diagnostics().all().size()));
    lines.replaceInStrings(QRegularExpression(R"( \[[A-Za-z-]( [^\]]*)?\].*$)"), QString());
    const auto isRow = [](const QString& line) {
        static const QRegularExpression kRow("^(  |(thread|stream|counter|async|other) )");
        return kRow.match(line).hasMatch();
    };
    const auto rest = std::stable_partition(lines.begin(), lines.end(), isRow);
    for (auto from = lines.begin(), to = from; from != lines.end();
         from = to) { // those of one row, and the rest
        const auto isSlice = [](const QString& line) { return line.startsWith("  "); };
        to = from < rest ? std::find_if_not(from + 1, rest, isSlice) : lines.end();
        std::sort(from < rest ? from + 1 : from, to);
    }
    return lines.join('\n');
}

QByteArray boundaries(unsigned seed, const char* begin, const char* end, int events, int times, int names) {
    std::mt19937 random(seed);
    const bool endsAreNamed = seed % 3 != 0;
    const auto below = [&](int n) { return int(random() % unsigned(n)); };
    QByteArray text = "[";
    for (int i = 0; i < events; ++i) {
        const bool begins = below(2) == 0;
        const QByteArray name =
            begins || endsAreNamed ? "\"name\": \"" + QByteArray::number(below(names)) + "\", " : "";
        text += QByteArray(i > 0 ? ",\n" : "\n") + "{\"ph\": \"" + (begins ? begin : end) + "\", " + name +
                "\"pid\": 1, \"tid\": 1, \"cat\": \"c\", \"id\": " + QByteArray::number(below(2)) +
                ", \"ts\": " + QByteArray::number(below(times)) + "}";
    }
    return text + "\n]";
}

} // namespace

class tst_chrome_export : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void begins_and_ends_of_equal_times_pair_as_before_data() {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QByteArray>("end");
        QTest::newRow("of a thread") << QByteArray("B") << QByteArray("E");
        QTest::newRow("asynchronous") << QByteArray("b") << QByteArray("e");
    }
    void begins_and_ends_of_equal_times_pair_as_before() {
        QFETCH(QByteArray, begin);
        QFETCH(QByteArray, end);
        QStringList others;
        for (unsigned seed = 0; seed < 200; ++seed) {
            const QByteArray text =
                boundaries(seed, begin, end, 2 + int(seed % 19), 1 + int(seed % 5), 1 + int(seed % 3));
            const auto before = importText({text.data(), std::size_t(text.size())});
            QVERIFY(before);
            const auto stored = throughSession(*before);
            QVERIFY(stored);
            const std::string written = exported(*stored);
            const auto after = importText(written);
            QVERIFY(after);
            QCOMPARE(meaningOf(*stored), meaningOf(*before));
            others << (meaningOf(*before) != meaningOf(*after) ? QString::number(seed) : QString());
        }
        others.removeAll(QString());
        // Begins without an end, inside of what begins and ends at their own moment, beside ends of their name: the order that
        // brings them back is not always found.
        QVERIFY2(others.size() <= 4, qPrintable("seeds " + others.join(", ")));
    }

    // As a damaged chunk of tracks leaves them.
    void curvesAndAllocationsWithoutATrackAreWritten() {
        const auto trace = richTrace(50);
        TraceData data = trace->data();
        data.info.producer = "lanescope 1.0"; // which has them in tables of their own
        data.counters.push_back(data.counters.front());
        data.counters.back().track = TrackId();
        data.counters.push_back(data.counters.front());
        data.counters.back().track = TrackId(1000);
        const Trace damaged(std::move(data));
        const auto back = importText(exported(damaged));
        QVERIFY(back);
        QVERIFY(back->memory().size() >= trace->memory().size());
        QVERIFY(back->counters().size() >= trace->counters().size());
    }

    // What a time was written as is only worth while the event still has that time.
    void times_that_are_kept_as_texts_are_cut_and_moved() {
        const std::string text =
            q("{'distributedInfo': {'rank': 1, 'world_size': 2}, 'baseTimeNanoseconds': 5000000000, "
              "'traceEvents': ["
              "{'ph': 'X', 'name': 'fine', 'pid': 1, 'tid': 1, 'ts': 10.1234, 'dur': 100.5678},"
              "{'ph': 'X', 'name': 'quoted', 'pid': 1, 'tid': 2, 'ts': '20', 'dur': '50'},"
              "{'ph': 'X', 'name': 'exponent', 'pid': 1, 'tid': 3, 'ts': 3e1, 'dur': 2e1}]}");
        const auto trace = importText(text);
        const std::string same = exported(*trace);
        QVERIFY(same.find("10.1234") != std::string::npos);
        QVERIFY(same.find("100.5678") != std::string::npos);
        const auto cut = cutTrace(*trace, {40'000, 60'000}, {});
        QCOMPARE(meaningOf(*importText(exported(*cut))), meaningOf(*cut));
        const auto first =
            importText(q("{'distributedInfo': {'rank': 0, 'world_size': 2}, 'baseTimeNanoseconds': "
                         "4000000000, 'traceEvents': ["
                         "{'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 2}]}"));
        const auto merged = mergeTraces({first, trace});
        const auto back = importText(exported(*merged));
        QCOMPARE(back->span().begin, merged->span().begin);
        QCOMPARE(back->span().end, merged->span().end);
        QCOMPARE(back->span().end, TimeNs(1'000'110'691));
    }

    void arrows_of_ranks_stay_apart() {
        std::vector<std::shared_ptr<const Trace>> ranks;
        for (const char* rank : {"0", "1"}) {
            ranks.push_back(importText(
                q(std::string("{'distributedInfo': {'rank': ") + rank +
                  ", 'world_size': 2}, 'traceEvents': ["
                  "{'ph': 'X', 'name': 'from', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 5},"
                  "{'ph': 'X', 'name': 'to', 'pid': 1, 'tid': 2, 'ts': 9, 'dur': 5},"
                  "{'ph': 's', 'cat': 'c', 'name': 'n', 'id': 1, 'pid': 1, 'tid': 1, 'ts': 2},"
                  "{'ph': 'f', 'cat': 'c', 'name': 'n', 'id': 1, 'pid': 1, 'tid': 2, 'ts': 10, 'bp': 'e'},"
                  "{'ph': 'b', 'cat': 'c', 'name': 'n', 'id': 'x', 'pid': 1, 'tid': 1, 'ts': 3},"
                  "{'ph': 'e', 'cat': 'c', 'name': 'n', 'id': 'x', 'pid': 1, 'tid': 1, 'ts': 7}]}")));
        }
        const auto merged = mergeTraces(ranks);
        const auto back = importText(exported(*merged));
        QCOMPARE(back->links().size(), std::size_t(2));
        QCOMPARE(back->diagnostics().total(), std::uint64_t(0));
        for (const Link& link : back->links().all()) {
            QCOMPARE(back->tracks()[back->slice(link.from).track.value].process,
                     back->tracks()[back->slice(link.to).track.value].process);
        }
    }

    // Slices, marks, arrows, allocations and counters: wherever it is, it hears.
    void a_stop_is_heard_in_every_part_and_leaves_nothing() {
        for (const bool packed : {false, true}) {
            const auto trace = richTrace(20'000);
            const QTemporaryDir folder;
            const std::string path = folder.filePath(packed ? "a.json.gz" : "a.json").toStdString();
            std::uint64_t reports = 0;
            QVERIFY(exportChromeTrace(*trace, path, {{}, [&](auto, auto) { ++reports; }}));
            QVERIFY(reports > 5);
            QVERIFY(QFile::remove(QString::fromStdString(path)));
            for (std::uint64_t last = 1; last <= reports; ++last) {
                std::stop_source stop;
                std::uint64_t seen = 0;
                const auto stopAtLast = [&](auto, auto) {
                    if (++seen == last) {
                        stop.request_stop();
                    }
                };
                const auto done = exportChromeTrace(*trace, path, {stop.get_token(), stopAtLast});
                QVERIFY(!done.ok());
                QCOMPARE(done.error().message, std::string(kCancelled));
                QCOMPARE(seen, last);
                QVERIFY(QDir(folder.path()).isEmpty());
            }
        }
    }

    void every_odd_trace_comes_back_data() {
        QTest::addColumn<QString>("path");
        const QDir folder(QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/data/odd"));
        for (const QString& file : folder.entryList({"*.json"})) {
            QTest::newRow(qPrintable(file.chopped(5))) << folder.filePath(file);
        }
    }
    void every_odd_trace_comes_back() {
        QFETCH(QString, path);
        const auto before = importText(contentOf(path.toStdString()));
        QVERIFY(before);
        const auto stored = throughSession(*before);
        QVERIFY(stored);
        QCOMPARE(meaningOf(*stored), meaningOf(*before));
        const std::string written = exported(*stored);
        const auto after = importText(written);
        QVERIFY(after);
        QCOMPARE(meaningOf(*after), meaningOf(*before));
    }
};

int run_tst_chrome_export(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_chrome_export>(argc, argv);
}
#include "tst_chrome_export.moc"
