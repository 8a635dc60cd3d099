#include "model/io/OpenTrace.h"
#include "model/io/joining/SliceMerge.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryFile>
#include <QTest>

#include <algorithm>
#include <random>
#include <stop_token>
#include <string>

using namespace lanes;
using namespace lanes::test;

namespace {

// Events on several threads, not in the order of time, with B/E, flows, counters and texts of all lengths.
std::string mixedTrace(unsigned seed, int events) {
    std::mt19937 random(seed);
    std::string text = q("{'schemaVersion': 1, 'baseTimeNanoseconds': 1790857026000000000, 'traceEvents': [");
    for (int i = 0; i < events; ++i) {
        const std::string place = q("'pid': 1, 'tid': ") + std::to_string(random() % 3) + q(", 'ts': ") +
                                  std::to_string(random() % 50000) + ".125";
        switch (random() % 6) {
        case 0:
            text += q("{'ph': 'B', 'name': 'b") + std::to_string(random() % 3) + q("', ") + place + "},\n";
            break;
        case 1:
            text += q("{'ph': 'E', ") + place + "},\n";
            break;
        case 2:
            text += q("{'ph': 'C', 'name': 'count', ") + place + q(", 'args': {'v': ") +
                    std::to_string(random() % 9) + "}},\n";
            break;
        default:
            text += q("{'ph': 'X', 'cat': 'cpu_op', 'name': 'n") + std::to_string(random() % 20) + q("', ") +
                    place + q(", 'dur': ") + std::to_string(random() % 40) + q(", 'args': {'text': '") +
                    std::string(random() % 300, 'x') + q("', 'i': ") + std::to_string(i) + "}},\n";
        }
    }
    text += q("{'ph': 'i', 'name': 'end', 'pid': 1, 'tid': 1, 'ts': 60000, 's': 'g'}], 'traceName': 't'}");
    return text;
}

// An event whose argument holds texts that look like events.
std::string lookAlikes(int count) {
    std::string fake;
    for (int i = 0; i < count; ++i) {
        fake += q("{'ph': 'X', 'name': 'fake', 'ts': 1, 'dur': 1, 'pid': 9, 'tid': 9}, ");
    }
    return q("{'ph': 'X', 'name': 'real', 'pid': 1, 'tid': 2, 'ts': 7, 'dur': 1, 'args': {'fake': [") + fake +
           q("0], 'text': '}, {\\'ph\\': \\'X\\', '}},") + "\n";
}

} // namespace

class tst_event_reader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // So many that a name is looked up some events after it was read, whatever kind of event has it.
    void everyOneOfVeryManyNamesStandsAtItsEvent() {
        constexpr int kEvents = 70'000;
        std::string text = "[";
        for (int i = 0; i < kEvents; ++i) {
            const bool instant = i % 7 == 3;
            text += q("{'ph': '") + (instant ? "i" : "X") + q("', 'name': '") + (i % 5 == 0 ? "\\t" : "") +
                    "name " + std::to_string(i) + q("', 'pid': 1, 'tid': 1, 'ts': ") + std::to_string(i) +
                    (instant ? "" : q(", 'dur': 0.5")) + "},\n";
        }
        const auto nameAt = [](TimeNs time) {
            const TimeNs i = time / 1000;
            return (i % 5 == 0 ? "\t" : "") + ("name " + std::to_string(i));
        };
        const auto trace = importInRanges(text, std::size_t{1} << 20, 2);
        std::size_t seen = 0;
        for (const auto& segment : trace->segments()) {
            for (std::uint32_t i = 0; i < segment->size(); ++i, ++seen) {
                QCOMPARE(std::string(trace->text(segment->name[i])), nameAt(segment->start[i]));
            }
        }
        for (std::uint32_t i = 0; i < trace->points().size(); ++i, ++seen) {
            QCOMPARE(std::string(trace->text(trace->points().name[i])), nameAt(trace->points().time[i]));
        }
        QCOMPARE(seen, std::size_t(kEvents));
    }

    void rangesOfEverySizeGiveTheSameTrace() {
        for (const unsigned seed : {1u, 2u, 3u}) {
            const std::string text = mixedTrace(seed, 300);
            const std::string whole = dumpOf(*importInRanges(text, std::size_t{1} << 20, 1));
            for (const std::size_t bytes : {100, 333, 1000, 4096, 20000}) {
                for (const unsigned threads : {1u, 2u, 3u}) {
                    QCOMPARE(dumpOf(*importInRanges(text, bytes, threads)), whole);
                }
            }
        }
    }

    // Cuts between ranges are guesses; those within an argument that looks like events are found and undone.
    void nestedLookAlikesFoolNobody() {
        const std::string text = mixedTrace(5, 100);
        const std::size_t middle = text.find("{\"ph\": \"X\"", text.size() / 2);
        const std::string fooling = text.substr(0, middle) + lookAlikes(60) + text.substr(middle);
        const std::string whole = dumpOf(*importInRanges(fooling, std::size_t{1} << 20, 1));
        QVERIFY(whole.find("real") != std::string::npos);
        for (const std::size_t bytes : {150, 500, 1500, 5000}) {
            QCOMPARE(dumpOf(*importInRanges(fooling, bytes, 2)), whole);
        }
    }

    // Within an argument stands what looks like events and like their end; the rest of the file was lost once.
    void aListOfLookAlikesInAnArgumentEndsNothing() {
        std::string fake;
        for (int i = 0; i < 60; ++i) {
            fake +=
                q("{'ph': 'X', 'name': 'fake', 'ts': 1, 'dur': 1, 'pid': 9, 'tid': 9}") + (i < 59 ? "," : "");
        }
        const std::string event =
            q("{'ph': 'X', 'name': 'real', 'pid': 1, 'tid': 2, 'ts': 7, 'dur': 1, 'args': "
              "{'fake': [") +
            fake + q("], 'text': 'z'}},\n");
        const std::string text = mixedTrace(5, 200);
        const std::size_t middle = text.find("{\"ph\": \"X\"", text.size() / 2);
        const std::string fooling = text.substr(0, middle) + event + event + text.substr(middle);
        const std::string whole = dumpOf(*importInRanges(fooling, std::size_t{1} << 20, 1));
        for (const std::size_t bytes : {150, 500, 1500, 5000}) {
            QCOMPARE(dumpOf(*importInRanges(fooling, bytes, 2)), whole);
        }
    }

    // Chrome writes whole tables behind the events, larger than a range, and their entries look like events.
    void whatStandsBehindTheEventsIsKept() {
        std::string samples;
        for (int i = 0; i < 100; ++i) {
            samples += q("{'name': 'x', 'ts': ") + std::to_string(i) + q(", 'tid': 1}") + (i < 99 ? "," : "");
        }
        const std::string text =
            q("{'traceEvents': [{'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 1}],"
              " 'samples': [") +
            samples + q("], 'last': 'yes'}");
        for (const std::size_t bytes : {50, 500, 1 << 20}) {
            const auto trace = importInRanges(text, bytes, 2);
            QCOMPARE(trace->sliceCount(), 1u);
            QCOMPARE(trace->tracks().size(), std::size_t{1}); // none of what only looks like an event
            QCOMPARE(trace->processes().size(), std::size_t{1});
            QCOMPARE(diagnosticsOf(*trace), std::string());
            const std::vector<std::pair<std::string, std::string>> expected{{"samples", "[" + samples + "]"},
                                                                            {"last", "\"yes\""}};
            QCOMPARE(trace->info().properties, expected);
        }
    }

    // As when files are joined with cat, or a writer starts over.
    void everyListOfEventsIsRead_data() {
        QTest::addColumn<QString>("between");
        QTest::newRow("a second list") << "], 'between': 1, 'traceEvents': [";
        QTest::newRow("a second document") << "], 'between': 1}\n{'schemaVersion': 1, 'traceEvents': [";
    }
    void everyListOfEventsIsRead() {
        QFETCH(QString, between);
        const auto event = [](int i) {
            return q("{'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 1, 'ts': ") + std::to_string(i) +
                   q(", 'dur': 1}");
        };
        const std::string text = q("{'traceEvents': [") + event(1) + "," + event(2) +
                                 q(between.toStdString()) + event(3) + q("], 'traceEvents': [") + event(4) +
                                 q("], 'last': 'yes'}");
        for (const std::size_t bytes : {30, 100, 1 << 20}) {
            const auto trace = importInRanges(text, bytes, 2);
            QCOMPARE(trace->sliceCount(), 4u);
            QCOMPARE(diagnosticsOf(*trace),
                     "further-events 2 @" + std::to_string(text.find(event(3))) + "\n");
            QCOMPARE(trace->info().properties.front().first, std::string("between"));
            QCOMPARE(trace->info().properties.back().first, std::string("last"));
        }
    }

    void rubbishBehindTheEndIsCounted() {
        const std::string event = q("{'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 1}");
        for (const std::string& whole : {"[" + event + "]", q("{'traceEvents': [") + event + "]}"}) {
            QCOMPARE(diagnosticsOf(*importText(whole + "\n")), std::string());
            QCOMPARE(diagnosticsOf(*importText(whole + std::string(100, '\0'))), std::string()); // padding
            QCOMPARE(diagnosticsOf(*importText(whole + "\nrubbish")),
                     "skipped-text 1 @" + std::to_string(whole.size() + 1) + "\n");
        }
    }

    void damageAtTheBordersOfRangesCostsOneEvent() {
        const std::string good = mixedTrace(7, 200);
        std::mt19937 random(3);
        for (int round = 0; round < 60; ++round) {
            std::string text = good;
            text[good.size() / 4 + random() % (good.size() / 2)] = "\"{}[],:\\\n\xff"[random() % 10];
            const std::string whole = dumpOf(*importInRanges(text, std::size_t{1} << 20, 1));
            for (const std::size_t bytes : {200, 700, 3000}) {
                QCOMPARE(dumpOf(*importInRanges(text, bytes, 2)), whole);
            }
        }
    }

    void aCutTailLosesOnlyTheEventThatItCuts() {
        const std::string text = mixedTrace(9, 100);
        const auto all = importInRanges(text, 4096, 1);
        for (std::size_t size = text.size() / 2; size < text.size() - 30; size += 13) {
            const auto cut = importInRanges(std::string_view(text).substr(0, size), 1000, 2);
            QVERIFY(cut);
            QCOMPARE(cut->diagnostics().count("truncated-tail"), std::uint64_t(1));
            QVERIFY(cut->sliceCount() <= all->sliceCount());
        }
    }

    void textsAroundTheEventsAreKept() {
        const auto trace = importText(q("{'a': 1, 'deviceProperties': [{'id': 0}], 'say': 'x', "
                                        "'traceEvents': [], 'traceName': 'n', 'b': null}"));
        QCOMPARE(dumpOf(*trace),
                 std::string("property a: 1\nproperty deviceProperties: [{\"id\": 0}]\n"
                             "property say: \"x\"\nproperty traceName: \"n\"\nproperty b: null\n"));
    }

    void brokenMetadataCostsNoEvents() {
        const std::string event = q("{'ph': 'X', 'name': 'n', 'pid': 1, 'tid': 2, 'ts': 1, 'dur': 2}");
        const std::string head =
            q("{\n'note': 'a 'raw' quote',\n'worse': [1, 2,\n'fine': 3,\n'traceEvents': [\n");
        const auto trace = importText(head + event + "\n]}");
        QCOMPARE(trace->sliceCount(), 1u);
        QCOMPARE(trace->info().properties.size(), std::size_t(2));
        QCOMPARE(trace->info().properties[0].second, std::string("\"a \\\"raw\\\" quote\""));
        QCOMPARE(trace->info().properties[1].first, std::string("fine"));
        QCOMPARE(trace->diagnostics().count("repaired-metadata"), std::uint64_t(2));
    }

    void theStartOfABigFileIsPublishedFirst() {
        const std::string text = mixedTrace(1, 60000);
        QVERIFY(text.size() > (std::size_t{8} << 20));
        const QString path =
            QDir::tempPath() + "/lanes_publish_" + QString::number(QCoreApplication::applicationPid());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        OpenOptions options;
        options.threads = 1;
        std::vector<std::shared_ptr<const Trace>> seen;
        options.publish = [&](std::shared_ptr<const Trace> trace) { seen.push_back(std::move(trace)); };
        const auto whole = openTrace(path.toStdString(), options);
        file.remove();
        QVERIFY(seen.size() >= 2); // more where the machine is so slow that sketches come between
        QVERIFY(!seen[0]->info().complete);
        QCOMPARE(seen[0]->diagnostics().count("truncated-tail"), std::uint64_t(0));
        QVERIFY(seen[0]->sliceCount() > 1000 && seen[0]->sliceCount() < whole.value()->sliceCount());
        QVERIFY(seen.back()->info().complete);
        QCOMPARE(seen.back(), whole.value());
    }

    void whatDoesNotFitTheMemoryLimitIsLeftOutAndCounted() {
        const std::string text = mixedTrace(1, 60000);
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        OpenOptions options;
        const auto whole = openTrace(file.fileName().toStdString(), options).value();
        options.memoryLimit = std::size_t{2} << 20;
        const auto part = openTrace(file.fileName().toStdString(), options).value();
        QVERIFY(!part->info().complete);
        QVERIFY(part->sliceCount() > 0 && part->sliceCount() < whole->sliceCount());
        QCOMPARE(part->diagnostics().count("memory-limit"), std::uint64_t(1));
        QCOMPARE(part->diagnostics().count("truncated-tail"), std::uint64_t(0));
        const auto& all = part->diagnostics().all();
        const auto limit = std::ranges::find(all, "memory-limit", &Diagnostic::kind);
        QVERIFY(limit != all.end() && limit->firstOffset > 0 &&
                limit->firstOffset < static_cast<std::int64_t>(text.size()));
    }

    // Each slice costs what its lane costs as well, so that there must not be as many lanes as slices.
    void moreSlicesInOneAnotherThanLanesAreLeftOutAndCounted() {
        constexpr std::uint32_t kLanes = Nesting::kMostLanes;
        constexpr std::uint32_t kMore = 80'000; // of a segment that is left out whole
        const auto event = [](const char* kind, int thread, TimeNs time, std::int64_t id) {
            return q("{'ph': 'X', 'name': 'n', 'cat': '") + kind + q("', 'pid': 1, 'tid': ") +
                   std::to_string(thread) + q(", 'ts': ") + std::to_string(time) +
                   q(", 'dur': 5, 'args': {'correlation': ") + std::to_string(id) + "}},\n";
        };
        std::string text = "[";
        for (std::uint32_t i = 0; i < kLanes + 2 * kMore; ++i) {
            text += event("cuda_runtime", 1, 10, i);
        }
        text += event("cuda_runtime", 1, 100, 900'000) + event("kernel", 2, 101, 900'000) +
                event("kernel", 2, 107, 3) + event("kernel", 2, 120, kLanes + 5);
        text += q("{'ph': 'B', 'name': 'open', 'pid': 1, 'tid': 1, 'ts': 12}]");
        const auto trace = importInRanges(text, std::size_t{1} << 20, 2);
        QCOMPARE(trace->sliceCount(), kLanes + 4);
        QCOMPARE(trace->diagnostics().count("too-deep"), std::uint64_t(2 * kMore + 1));
        QCOMPARE(trace->openSlices().size(), std::size_t(0));
        QCOMPARE(trace->links().size(), std::size_t(2)); // what launched the last one is not there
        for (const Link& link : trace->links().all()) {
            const Trace::Slice to = trace->slice(link.to);
            QCOMPARE(trace->slice(link.from).start, to.start == 101'000 ? 100'000 : 10'000);
            QVERIFY(to.kind == EventKind::Kernel && to.depth == 0 && !to.parent.valid());
        }
    }

    void readingCanBeCancelledAndSaysHowFarItIs() {
        const std::string text = mixedTrace(1, 20000);
        std::stop_source source;
        OpenOptions options;
        options.stop = source.get_token();
        std::uint64_t seen = 0;
        options.progress = [&](const OpenProgress& p) {
            QCOMPARE(p.bytesTotal, std::uint64_t(text.size()));
            seen = p.events;
        };
        const QString path =
            QDir::tempPath() + "/lanes_cancel_" + QString::number(QCoreApplication::applicationPid());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        QVERIFY(openTrace(path.toStdString(), options).ok());
        QCOMPARE(seen, std::uint64_t(20001));
        source.request_stop();
        const auto stopped = openTrace(path.toStdString(), options);
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().message, std::string(kCancelled));
        file.remove();
    }
};

int run_tst_event_reader(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_event_reader>(argc, argv);
}
#include "tst_event_reader.moc"
