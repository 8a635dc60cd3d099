// Which launches replay the same CUDA graph, and how its nodes differ from replay to replay.
#include "model/analysis/device/GraphReplays.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

using namespace lanes;

namespace {

using test::TraceSketch;

struct Work {
    std::string name;
    TimeNs start = 0;
    TimeNs duration = 0;
    std::vector<TraceSketch::Arg> args;
    std::string stream = "gpu0/7";
};

// One call at `at` that takes 10, and what it launches.
void replay(TraceSketch& s, TimeNs at, const std::vector<Work>& works) {
    const auto call = s.slice("main", "cuda_runtime", "cudaGraphLaunch", at, 10);
    for (const Work& w : works) {
        s.link(LinkKind::Launch, call, s.slice(w.stream, "kernel", w.name, w.start, w.duration, w.args));
    }
}

KernelData dataOf(const std::shared_ptr<const Trace>& trace) {
    return *KernelData::build(*OperatorData::build(trace));
}

std::vector<TraceSketch::Arg> ids(int graph, int node) {
    return {{"graph id", std::to_string(graph)}, {"graph node id", std::to_string(node)}};
}

std::string_view nameOf(const KernelData& data, const GraphNode& node) {
    return data.forest->trace().text(node.name);
}

} // namespace

class TestGraphReplays : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aKernelOfItsOwnIsNoGraph();
    void launchesOfTheSameKernelsAreOneGraph();
    void theNthRunOfANameIsTheSameNode();
    void timesOfNodesAndReplays();
    void onlyReplaysThatBeginInTheRange();
    void recordedIdsTellGraphsAndNodesApart();
    void aNodeThatAReplayLacks();
    void replaysWithNothingInCommon();
    void replaysWithoutTheirCall();
    void devicesApart();
    void programsApart();
    void workOnTwoStreamsIsBusyOnce();
    void asksToStop();
};

void TestGraphReplays::aKernelOfItsOwnIsNoGraph() {
    TraceSketch s;
    s.kernel("main", 0, "gpu0/7", "gemm", 10, 20);
    QVERIFY(findGraphs(dataOf(s.build()))->empty());
}

void TestGraphReplays::launchesOfTheSameKernelsAreOneGraph() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 5}, {"add", 30, 5}});
    replay(s, 100, {{"gemm", 120, 5}, {"mul", 130, 5}});
    replay(s, 200, {{"gemm", 220, 5}, {"add", 230, 5}});
    const auto graphs = findGraphs(dataOf(s.build()));
    QCOMPARE(graphs->size(), std::size_t(2));
    QCOMPARE(graphs->at(0).replays.size(), std::size_t(2));
    QCOMPARE(graphs->at(0).replays[1].range, (TimeRange{220, 235}));
    QCOMPARE(graphs->at(1).replays.size(), std::size_t(1));
    QCOMPARE(graphs->at(0).id, std::int64_t(-1));
    QVERIFY(!graphs->at(0).nodesRecorded);
}

void TestGraphReplays::theNthRunOfANameIsTheSameNode() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 1}, {"add", 30, 2}, {"gemm", 40, 3}});
    replay(s, 100, {{"add", 120, 4}, {"gemm", 130, 5}, {"gemm", 140, 6}});
    const KernelData data = dataOf(s.build());
    const auto graphs = findGraphs(data);
    QCOMPARE(graphs->size(), std::size_t(1));
    const GraphTimes times = graphTimes(data, graphs->front());
    QCOMPARE(times.nodes.size(), std::size_t(3));
    QCOMPARE(nameOf(data, times.nodes[2]), std::string_view("gemm"));
    QCOMPARE(times.nodes[0].max, TimeNs(5));
    QCOMPARE(times.nodes[1].max, TimeNs(4));
    QCOMPARE(times.nodes[2].max, TimeNs(6));
}

void TestGraphReplays::timesOfNodesAndReplays() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 10}, {"add", 40, 4}});
    replay(s, 100, {{"gemm", 120, 16}, {"add", 140, 4}});
    replay(s, 200, {{"gemm", 220, 13}, {"add", 240, 6}});
    replay(s, 300, {{"gemm", 320, 11}, {"add", 340, 4}});
    const KernelData data = dataOf(s.build());
    const GraphTimes times = graphTimes(data, findGraphs(data)->front());
    const GraphNode& gemm = times.nodes.front();
    QCOMPARE(gemm.number, 1U);
    QCOMPARE(gemm.total, TimeNs(50));
    QCOMPARE(gemm.median, TimeNs(12)); // of 10, 11, 13, 16
    QCOMPARE(gemm.spread(), TimeNs(6));
    QCOMPARE(gemm.deviation, TimeNs(2)); // 2.29 around 12.5
    QCOMPARE(gemm.longest, 1U);
    QCOMPARE(times.typical, 1U); // lengths 24, 24, 26, 24
    QCOMPARE(times.medianLength, TimeNs(24));
    QCOMPARE(times.length.deviation, TimeNs(1)); // .87 around 24.5
    QCOMPARE(times.busy.mean, TimeNs(17));       // 14, 20, 19, 15
    QCOMPARE(times.idle.mean, TimeNs(8));        // 10, 4, 7, 9
    QCOMPARE(times.call->mean, TimeNs(10));
    QCOMPARE(times.call->deviation, TimeNs(0));
    QCOMPARE(times.spread[static_cast<std::size_t>(gemm.hue)], TimeNs(6));
}

void TestGraphReplays::onlyReplaysThatBeginInTheRange() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 10}});
    replay(s, 100, {{"gemm", 120, 16}});
    replay(s, 200, {{"gemm", 220, 13}});
    const KernelData data = dataOf(s.build());
    const DeviceGraph graph = findGraphs(data)->front();
    const GraphTimes times = graphTimes(data, graph, TimeRange{21, 221});
    QCOMPARE(times.replays, (std::vector<std::uint32_t>{1, 2}));
    QCOMPARE(times.nodes.front().max, TimeNs(16));
    QVERIFY(graphTimes(data, graph, TimeRange{221, 900}).nodes.empty());
}

void TestGraphReplays::recordedIdsTellGraphsAndNodesApart() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 1, ids(3, 1)}, {"gemm", 30, 2, ids(3, 2)}});
    replay(s, 100, {{"gemm", 120, 3, ids(4, 1)}, {"gemm", 130, 4, ids(4, 2)}});
    replay(s, 200, {{"gemm", 220, 5, ids(3, 2)}, {"tuned", 230, 6, ids(3, 1)}});
    const KernelData data = dataOf(s.build());
    const auto graphs = findGraphs(data);
    QCOMPARE(graphs->size(), std::size_t(2));
    QCOMPARE(graphs->front().id, std::int64_t(3));
    QVERIFY(graphs->front().nodesRecorded);
    const GraphTimes times = graphTimes(data, graphs->front());
    QCOMPARE(times.replays.size(), std::size_t(2));
    QCOMPARE(times.nodes[0].max, TimeNs(6));
    QVERIFY(!times.nodes[0].sameKernel);
    QCOMPARE(times.nodes[1].max, TimeNs(5));
    QVERIFY(times.nodes[1].sameKernel);
}

void TestGraphReplays::aNodeThatAReplayLacks() {
    TraceSketch s;
    replay(s, 0, {{"add", 30, 2, ids(3, 2)}});
    replay(s, 100, {{"gemm", 120, 3, ids(3, 1)}, {"add", 130, 4, ids(3, 2)}});
    const KernelData data = dataOf(s.build());
    const GraphTimes times = graphTimes(data, findGraphs(data)->front());
    QCOMPARE(nameOf(data, times.nodes[0]), std::string_view("gemm"));
    QCOMPARE(times.nodes[0].workIn(0), GraphReplay::kMissing);
    QCOMPARE(times.nodes[0].longest, 1U);
    QCOMPARE(times.nodes[0].median, TimeNs(3));
    QCOMPARE(times.nodes[1].median, TimeNs(3));
}

// One row a node and one column a replay would be a hundred million cells.
void TestGraphReplays::replaysWithNothingInCommon() {
    constexpr int kReplays = 10'000;
    TraceSketch s;
    for (int i = 0; i < kReplays; ++i) {
        replay(s, i * 100, {{"gemm", i * 100 + 20, 10, ids(3, i + 1)}});
    }
    const KernelData data = dataOf(s.build());
    const DeviceGraph graph = findGraphs(data)->front();
    QCOMPARE(graph.nodes, std::uint32_t(kReplays));
    const GraphTimes times = graphTimes(data, graph);
    QCOMPARE(times.nodes.size(), std::size_t(kReplays));
    std::size_t runs = 0;
    for (const GraphReplay& one : graph.replays) {
        runs += one.runs.capacity();
    }
    for (const GraphNode& node : times.nodes) {
        runs += node.runs.capacity();
    }
    QVERIFY(runs < 8 * kReplays);
    QCOMPARE(times.nodes[7].workIn(7), graph.replays[7].runs.front().work);
    QCOMPARE(times.nodes[7].workIn(8), GraphReplay::kMissing);
}

void TestGraphReplays::replaysWithoutTheirCall() {
    TraceSketch s;
    for (const int correlation : {5, 6}) {
        std::vector<TraceSketch::Arg> args = ids(3, 1);
        args.push_back({"correlation", std::to_string(correlation)});
        s.slice("gpu0/7", "kernel", "gemm", correlation * 100, 7, args);
    }
    const KernelData data = dataOf(s.build());
    const auto graphs = findGraphs(data);
    QCOMPARE(graphs->size(), std::size_t(1));
    QCOMPARE(graphs->front().replays.size(), std::size_t(2));
    QVERIFY(!graphs->front().replays[0].launch.valid());
    QVERIFY(!graphTimes(data, graphs->front()).call.has_value());
}

void TestGraphReplays::devicesApart() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 10}});
    replay(s, 100, {{"gemm", 120, 10, {}, "gpu1/7"}});
    QCOMPARE(findGraphs(dataOf(s.build()))->size(), std::size_t(2));
}

// Two ranks number their graphs and calls alike. Two programs replay graphs of one number on one device.
void TestGraphReplays::programsApart() {
    TraceSketch ranks;
    for (const std::int64_t rank : {0, 1}) {
        const std::string stream = "gpu" + std::to_string(rank) + "/7";
        for (const TimeNs at : {0, 100}) {
            std::vector<TraceSketch::Arg> args = ids(3, 1);
            args.push_back({"correlation", std::to_string(40 + at)});
            ranks.slice(stream, "kernel", "gemm", at + 10 * rank, 5, args);
        }
    }
    const auto graphs = findGraphs(dataOf(ranks.build()));
    QCOMPARE(graphs->size(), std::size_t(2));
    QCOMPARE(graphs->at(0).replays.size(), std::size_t(2));
    QCOMPARE(graphs->at(1).replays.size(), std::size_t(2));

    TraceSketch programs;
    programs.builder().tracks()[programs.track("other").value].process =
        programs.builder().addProcess({.key = "2"});
    for (const std::string thread : {"main", "other"}) {
        const TimeNs at = thread == "main" ? 0 : 100;
        const auto call = programs.slice(thread, "cuda_runtime", "cudaGraphLaunch", at, 10);
        programs.link(LinkKind::Launch, call,
                      programs.slice("gpu0/7", "kernel", "gemm", at + 20, 5, ids(3, 1)));
    }
    QCOMPARE(findGraphs(dataOf(programs.build()))->size(), std::size_t(2));
}

void TestGraphReplays::workOnTwoStreamsIsBusyOnce() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 10}, {"add", 25, 10, {}, "gpu0/8"}, {"mul", 40, 5}});
    const GraphReplay one = findGraphs(dataOf(s.build()))->front().replays.front();
    QCOMPARE(one.range, (TimeRange{20, 45}));
    QCOMPARE(one.busy, TimeNs(20));
}

void TestGraphReplays::asksToStop() {
    TraceSketch s;
    replay(s, 0, {{"gemm", 20, 10}});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!findGraphs(dataOf(s.build()), stop.get_token()).has_value());
}

int run_tst_graph_replays(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestGraphReplays>(argc, argv);
}
#include "tst_graph_replays.moc"
