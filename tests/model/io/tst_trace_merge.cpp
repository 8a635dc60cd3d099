#include "model/analysis/operators/EventOrigin.h"
#include "model/io/joining/TraceMerge.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lanes;
using namespace lanes::test;

namespace {

std::shared_ptr<const Trace> rank(int number, const std::string& origin) {
    return importText(
        q("{'distributedInfo': {'backend': 'nccl', 'rank': ") + std::to_string(number) +
        q(", 'world_size': 2}, 'baseTimeNanoseconds': ") + origin + q(", 'traceEvents': [") +
        q("{'ph': 'X', 'cat': 'cuda_runtime', 'name': 'launch', 'pid': 5, 'tid': 5, 'ts': 1, 'dur': 2,") +
        q("'args': {'correlation': 3, 'note': 'text of ") + std::to_string(number) + q("'}},") +
        q("{'ph': 'X', 'cat': 'kernel', 'name': 'k', 'pid': 0, 'tid': 7, 'ts': 9, 'dur': 4,") +
        q("'args': {'correlation': 3}}]}"));
}

QString tracesFolder() {
    return qEnvironmentVariable("LANESCOPE_TRACES", QStringLiteral(LANESCOPE_SOURCE_DIR "/../shared/traces"));
}

} // namespace

class tst_trace_merge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksOfOneJobStandOnOneAxis() {
        const auto merged = mergeTraces({rank(1, "2000"), rank(0, "500")});
        const std::string expected =
            "stream 0 (rank 0)/7 | rank 0\n"
            "  0 9000+4000 k [X kernel] correlation=3\n"
            "thread 5 (rank 0)/5 | rank 0\n"
            "  0 1000+2000 launch [X cuda_runtime] correlation=3 note=\"text of 0\"\n"
            "stream 0 (rank 1)/7 | rank 1\n"
            "  0 10500+4000 k [X kernel] correlation=3\n"
            "thread 5 (rank 1)/5 | rank 1\n"
            "  0 2500+2000 launch [X cuda_runtime] correlation=3 note=\"text of 1\"\n"
            "launch: launch@1000 -> k@9000\n"
            "launch: launch@2500 -> k@10500\n";
        QCOMPARE(QString::fromStdString(dumpOf(*merged)).section("property", 0, 0),
                 QString::fromStdString(expected));
        const EventOrigin origin(merged);
        QCOMPARE(origin.launchOf(SliceId(2)), SliceId(3));
    }

    void whatTiesTheClocksIsKept() {
        const TraceClock clock{{.offset = 40, .drift = 1e-6, .begin = 1000}, 25, "collectives"};
        const auto merged =
            mergeTraces({rank(1, "500"), rank(0, "500")}, [&](const auto& traces, const auto& /*stop*/) {
                return std::vector<std::optional<TraceClock>>{
                    std::nullopt, traces.size() == 2 ? std::optional(clock) : std::nullopt};
            });
        QCOMPARE(merged->clocks().size(), std::size_t(1));
        const Clock& kept = merged->clocks().front();
        QCOMPARE(QString::fromStdString(merged->processes()[kept.process.value].key), QString("5 (rank 1)"));
        QCOMPARE(kept.offset, TimeNs(40));
        QCOMPARE(kept.driftPerBillion, std::int64_t(1000));
        QCOMPARE(kept.error, TimeNs(25));
        QVERIFY(kept.applied);
        QCOMPARE(kept.samples.size(), std::size_t(1));
        QCOMPARE(kept.samples[0].session - kept.samples[0].clock, TimeNs(40));
    }

    void aRankIsKnownByItsProcesses() {
        const auto one = importText(
            q("{'distributedInfo': {'rank': 1, 'world_size': 2}, 'host_name': 'node7',"
              "'deviceProperties': [{'id': 1, 'uuid': 'GPU-b'}, {'id': 0, 'name': 'H100', 'uuid': 'GPU-a'}],"
              "'traceEvents': [{'ph': 'X', 'cat': 'kernel', 'name': 'k', 'pid': 0, 'tid': 7, 'ts': 9, 'dur': "
              "4}]}"));
        QCOMPARE(one->processes()[0].rank, std::int64_t(1));
        QCOMPARE(one->processes()[0].deviceUuid, std::string("GPU-a"));
        const auto merged = mergeTraces({rank(0, "0"), one});
        QCOMPARE(merged->processes()[0].rank, std::int64_t(0));
        QCOMPARE(merged->processes()[2].rank, std::int64_t(1));
        QCOMPARE(merged->processes()[2].host, std::string("node7"));
        const auto named = [&](const std::string& key) {
            return std::ranges::count(merged->info().properties, key, [](const auto& p) { return p.first; });
        };
        QCOMPARE(named("deviceProperties"),
                 0); // what one rank says of its devices is not said of the other's
        QCOMPARE(named("deviceProperties.rank1"), 1);
        QCOMPARE(importText("[]")->processes().size(), std::size_t(0));
    }

    void aRankWithoutClockOriginIsNotAlignedSilently() {
        const auto origin = rank(0, "500");
        TraceData data = rank(1, "500")->data();
        data.info.clockOriginUnixNs = -1;
        const auto merged = mergeTraces({origin, std::make_shared<const Trace>(std::move(data))});
        QCOMPARE(merged->diagnostics().count("unaligned-rank"), std::uint64_t(1));
        QCOMPARE(mergeTraces({origin, rank(1, "700")})->diagnostics().count("unaligned-rank"),
                 std::uint64_t(0));
        // Before torch 2.2 no trace named an origin: its times are those of the day.
        const auto old = [](int number) {
            return importText(
                q("{'distributedInfo': {'rank': ") + std::to_string(number) +
                q(", 'world_size': 2}, 'traceEvents': [{'ph': 'X', 'cat': 'cpu_op', 'name': 'a', "
                  "'pid': 1, 'tid': 1, 'ts': 1682725898236567, 'dur': 4}]}"));
        };
        QCOMPARE(mergeTraces({old(0), old(1)})->diagnostics().count("unaligned-rank"), std::uint64_t(0));
    }

    void stacksOfEveryRankAreItsOwn() {
        const auto withStack = [](std::int64_t number, std::string_view function) {
            TraceSketch sketch;
            TraceBuilder& builder = sketch.builder();
            builder.info().properties.emplace_back("distributedInfo", "{\"rank\": " + std::to_string(number) +
                                                                          ", \"world_size\": 2}");
            const StackId stack =
                builder.stacks().intern({}, {.function = builder.strings().intern(function), .line = 1});
            ArgLayout layout;
            layout.category = builder.strings().intern("cpu_op");
            layout.columns.push_back({builder.strings().intern("Stack")});
            SliceRecord record;
            record.duration = 5;
            record.name = builder.strings().intern("aten::add");
            record.layout = builder.addLayout(layout);
            record.row = builder.addArgs(record.layout, {ArgValue::ofStack(stack).encode()});
            builder.addSlice(sketch.track("main"), record);
            return sketch.build();
        };
        const auto merged = mergeTraces({withStack(0, "one"), withStack(1, "two")});
        const EventOrigin origin(merged);
        QCOMPARE(origin.pythonStackOf(SliceId(0)).lines[0].text, std::string("(1): one"));
        QCOMPARE(origin.pythonStackOf(SliceId(1)).lines[0].text, std::string("(1): two"));
    }

    void onlyDifferentRanksOfJobsOfOneSizeBelongTogether() {
        QVERIFY(areRanksOfOneJob({rank(0, "0"), rank(1, "0")}));
        QVERIFY(!areRanksOfOneJob({rank(0, "0"), rank(0, "0")}));
        QVERIFY(!areRanksOfOneJob({rank(0, "0"), importText("[]")}));
        QVERIFY(!areRanksOfOneJob({rank(0, "0")}));

        const auto ofHost = [](std::vector<std::int64_t> ranks) {
            TraceData data;
            for (const std::int64_t rank : ranks) {
                Process& process = data.processes.emplace_back();
                process.key = std::to_string(100 + data.processes.size());
                process.rank = rank;
            }
            return std::make_shared<const Trace>(std::move(data));
        };
        QVERIFY(areRanksOfOneJob({ofHost({-1, 0, 1}), ofHost({-1, 3, 2})}));
        QVERIFY(!areRanksOfOneJob({ofHost({0, 1}), ofHost({1, 2})}));
        QVERIFY(!areRanksOfOneJob({ofHost({0, 1}), ofHost({-1})}));
        const auto both = mergeTraces({ofHost({-1, 3, 2}), ofHost({-1, 0, 1})});
        std::vector<std::string> keys;
        for (const Process& process : both->processes()) {
            keys.push_back(process.key);
        }
        QCOMPARE(keys, (std::vector<std::string>{"101 (file 1)", "102 (rank 0)", "103 (rank 1)",
                                                 "101 (file 2)", "102 (rank 3)", "103 (rank 2)"}));
    }

    // Two processes of one trace count their launches alike; each kernel belongs to one of them.
    void correlationsMeanSomethingWithinOneProcessOnly_data() {
        QTest::addColumn<QString>("streams"); // of both kernels
        QTest::newRow("devices of their own") << "'pid': 0, 'tid': 7|'pid': 1, 'tid': 7";
        QTest::newRow("streams of one device") << "'pid': 0, 'tid': 7|'pid': 0, 'tid': 8";
        QTest::newRow("one stream") << "'pid': 0, 'tid': 7|'pid': 0, 'tid': 7";
        QTest::newRow("in the processes themselves") << "'pid': 100, 'tid': 7|'pid': 200, 'tid': 7";
    }
    void correlationsMeanSomethingWithinOneProcessOnly() {
        QFETCH(QString, streams);
        const QStringList places = streams.split(QLatin1Char('|'));
        std::string events;
        const auto add = [&](const std::string& category, const std::string& name, const std::string& place,
                             int ts, int dur, int id) {
            events += (events.empty() ? "" : ",") + std::string("{'ph': 'X', 'cat': '") + category +
                      "', 'name': '" + name + "', " + place + ", 'ts': " + std::to_string(ts) +
                      ", 'dur': " + std::to_string(dur) + ", 'args': {'correlation': " + std::to_string(id) +
                      "}}";
        };
        for (int id = 1; id <= 3; ++id) {
            const int at = 100 * id;
            for (int process = 0; process < 2; ++process) {
                const std::string own = std::to_string(process + 1);
                const std::string host = "'pid': " + own + "00, 'tid': 1";
                add("cpu_op", "op" + own, host, at + 10 * process, 8, 1000 + id);
                add("cuda_runtime", "launch" + own, host, at + 10 * process + 1, 2, id);
                add("kernel", "kernel" + own, places[process].toStdString(), at + 30 + 20 * process, 5, id);
            }
        }
        const auto trace = importText(q("{'traceEvents': [" + events + "]}"));
        int kernels = 0;
        for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
            const Trace::Slice slice = trace->slice(SliceId(i));
            if (slice.kind == EventKind::Kernel) {
                ++kernels;
                const SliceId launch = trace->links().firstTo(SliceId(i), LinkKind::Launch);
                QVERIFY(launch.valid());
                QCOMPARE(trace->text(trace->slice(launch).name).back(), trace->text(slice.name).back());
            }
        }
        QCOMPARE(kernels, 6);
    }

    void theProfilersOwnMarksAreNoWorkOfMergedRanks() {
        const auto withSpan = [](int number) {
            return importText(
                q("{'distributedInfo': {'rank': ") + std::to_string(number) +
                q(", 'world_size': 2}, 'baseTimeNanoseconds': 0, 'traceEvents': [") +
                q("{'ph': 'X', 'cat': 'Trace', 'name': 'window', 'pid': 'Spans', 'tid': 'x', 'ts': 0, "
                  "'dur': 900}, {'ph': 'X', 'cat': 'cpu_op', 'name': 'a', 'pid': 1, 'tid': 1, "
                  "'ts': 300, 'dur': 100}]}"));
        };
        QCOMPARE(withSpan(0)->work(), (TimeRange{300'000, 400'000}));
        QCOMPARE(mergeTraces({withSpan(0), withSpan(1)})->work(), (TimeRange{300'000, 400'000}));
    }

    void aStopIsHeardBeforeAndWithinTheMerge() {
        const std::vector<std::shared_ptr<const Trace>> traces{rank(0, "0"), rank(1, "0")};
        std::stop_source stop;
        QVERIFY(mergeTraces(traces, {}, stop.get_token()) != nullptr);
        const auto stopWhileAligning = [&](const auto& sorted, const auto& token) {
            stop.request_stop();
            return token.stop_requested() ? std::vector<std::optional<TraceClock>>()
                                          : std::vector<std::optional<TraceClock>>(sorted.size());
        };
        QVERIFY(mergeTraces(traces, stopWhileAligning, stop.get_token()) == nullptr);
        QVERIFY(mergeTraces(traces, {}, stop.get_token()) == nullptr);
    }

    void whatAMergeTakesIsKnownBefore() {
        const auto one = rank(0, "0");
        QVERIFY(mergedBytes({one}) > 0);
        QCOMPARE(mergedBytes({one, one}), 2 * mergedBytes({one}));
    }

    // What one rank may take alone is too much for two.
    void ranksShareTheMemory() {
        QTemporaryDir folder;
        std::vector<std::string> paths;
        for (int number = 0; number < 2; ++number) {
            std::string text = q("{'distributedInfo': {'rank': ") + std::to_string(number) +
                               q(", 'world_size': 2}, 'traceEvents': [");
            for (int i = 0; i < 50'000; ++i) {
                text += (i > 0 ? "," : "") +
                        q("{'ph': 'X', 'cat': 'cpu_op', 'name': 'a', 'pid': 1, 'tid': 1, 'ts': ") +
                        std::to_string(2 * i) + q(", 'dur': 1}");
            }
            paths.push_back(folder.filePath(QString::number(number)).toStdString());
            QFile file(QString::fromStdString(paths.back()));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write((text + "]}").c_str());
        }
        OpenOptions options;
        std::uint64_t left = 0;
        for (options.memoryLimit = std::size_t{1} << 20; left < 50'000; options.memoryLimit *= 2) {
            left = openTrace(paths[0], options).value()->sliceCount();
        }
        options.memoryLimit /= 2; // the least that was enough
        const auto both = openTraces(paths, options);
        QVERIFY(both.ok());
        QCOMPARE(both.value().size(), std::size_t(1));
        const std::uint32_t slices = both.value()[0]->sliceCount();
        QVERIFY2(slices < 100'000, qPrintable(QString::number(slices)));
        QVERIFY(both.value()[0]->diagnostics().count("memory-limit") > 0);
    }

    void realRanksAreOneSession() {
        std::vector<std::string> paths;
        for (const char* name : {"/torch29_ddp_gloo_rank1.json.gz", "/torch29_ddp_gloo_rank0.json.gz"}) {
            paths.push_back((tracesFolder() + name).toStdString());
            if (!QFile::exists(QString::fromStdString(paths.back()))) {
                QSKIP("no traces beside the checkout");
            }
        }
        const auto opened = openTraces(paths);
        QVERIFY(opened);
        QCOMPARE(opened.value().size(), std::size_t(1));
        QCOMPARE(opened.value()[0]->sliceCount(), 1732u + 1669u);
        QCOMPARE(opened.value()[0]->flowsLinked(), std::uint64_t(60));
        QCOMPARE(opened.value()[0]->memory().size(), 840u + 802u);
    }
};

int run_tst_trace_merge(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_trace_merge>(argc, argv);
}
#include "tst_trace_merge.moc"
