// Call trees: merged, upside down, above and below a name, in time order.
#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/time/IntervalSet.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"
#include "tests/support/counting/AllocatedBytes.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace lanes;

namespace {

std::shared_ptr<const Trace> sample() {
    test::TraceSketch s;
    s.slice("main", "python_function", "train.py(9): main", 0, 1000);
    for (const TimeNs at : {TimeNs(100), TimeNs(500)}) {
        s.slice("main", "python_function", "nn.Module: Linear_0", at, 200);
        s.op("main", "aten::linear", at + 10, 100);
        s.op("main", "aten::addmm", at + 20, 60);
        s.kernel("main", at + 30, "gpu0/7", "gemm", at + 60, 50);
        s.memory("main", at + 25, 0x100 + static_cast<std::uint64_t>(at), 4096, -1, -1);
    }
    s.op("worker", "aten::add", 0, 30);
    return s.build();
}

// "  name cpu self/total, device total, calls" by depth, heaviest CPU first.
void append(const FlameTree& tree, const ChildLists& children, std::uint32_t node, std::string& out) {
    for (const std::uint32_t c : children[node]) {
        const FlameNode& n = tree.nodes()[c];
        out += std::string(std::size_t{n.depth - 1} * 2, ' ') + std::string(n.name) + " " +
               std::to_string(n.self[0]) + "/" + std::to_string(n.total[0]) + " " +
               std::to_string(n.total[1]) + " x" + std::to_string(n.self[2]) + "\n";
        append(tree, children, c, out);
    }
}

std::string textOf(const FlameTree& tree) {
    std::string out;
    append(tree, tree.children(FlameWeight::CpuTime), 0, out);
    return out;
}

std::shared_ptr<const FlameTree> treeOf(const std::shared_ptr<const Trace>& trace, const FlameQuery& query) {
    return FlameTree::build(*OperatorData::build(trace), query);
}

} // namespace

class TestFlameTree : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everythingInOneTree();
    void operatorsAlone();
    void modulesAlone();
    void manyCallsAreSharedOutAndAddUpToTheSame();
    void aRangeCutsWhatReachesIntoIt();
    void recursionCollapses();
    void tidyTreesMergeModulesAndFoldWrappers();
    void rangesOutliveTheCallsThatEnterThem();
    void rangesThatFollowEachOtherAreNotNested();
    void ownTimesAddUpToTheUnionOfCalls();
    void functionsStandBelowTheCallersThatTheFileTells();
    void asynchronousRangesTakeNoTime();
    void kernelsHangBelowTheOperatorThatOwnsThem();
    void bottomUp();
    void upsideDownADeepTreeIsCut();
    void calleesAndCallers();
    void allocationsGoToWhoMadeThem();
    void framesOfRecordedStacksStandInForSlices();
    void callsOfModulesAreCountedFromStacks();
    void callsOfModulesAreCountedThroughWrappers();
    void backwardWorkHangsWhereItsForwardWasCalled();
    void backwardTimeOfModulesFromStacks();
    void recomputationIsBackwardTime();
    void aRangeStandsWhereItsFunctionOpenedIt();
    void timeOrderKeepsEveryCall();
    void timeOrderCostsWhatItsThreadHas();
};

void TestFlameTree::everythingInOneTree() {
    const auto tree = treeOf(sample(), {});
    QCOMPARE(textOf(*tree), std::string("train.py(9): main 600/1000 100 x1\n"
                                        "  nn.Module: Linear_0 200/400 100 x2\n"
                                        "    aten::linear 80/200 100 x2\n"
                                        "      aten::addmm 120/120 100 x2\n"
                                        "        gemm 0/0 100 x2\n"
                                        "aten::add 30/30 0 x1\n"));
    QCOMPARE(tree->total(FlameWeight::CpuTime), std::int64_t(1030));
    QCOMPARE(tree->total(FlameWeight::DeviceTime), std::int64_t(100));
}

void TestFlameTree::operatorsAlone() {
    QCOMPARE(textOf(*treeOf(sample(), {.source = FlameSource::Operators})),
             std::string("aten::linear 80/200 100 x2\n  aten::addmm 120/120 100 x2\naten::add 30/30 0 x1\n"));
}

void TestFlameTree::modulesAlone() {
    QCOMPARE(textOf(*treeOf(sample(), {.source = FlameSource::Modules})),
             std::string("nn.Module: Linear_0 400/400 100 x2\n"));
}

// So many that several threads add them up: calls and own times by name are those of the operators one by one.
void TestFlameTree::manyCallsAreSharedOutAndAddUpToTheSame() {
    const auto data = OperatorData::build(test::generatedTrace(1'400'000));
    const OperatorForest& forest = *data->forest;
    using Sums = std::map<std::string_view, std::pair<std::int64_t, TimeNs>>; // calls and own time
    Sums expected;
    for (std::uint32_t op = 0; op < forest.size(); ++op) {
        auto& [calls, own] = expected[forest.trace().text(forest.trace().slice(forest.slice(op)).name)];
        ++calls;
        own += forest.selfTime(op);
    }
    Sums found;
    const auto tree = FlameTree::build(*data, {.source = FlameSource::Operators});
    for (const FlameNode& node : tree->nodes()) {
        if (!node.name.empty()) { // the root has the kernels of nobody
            auto& [calls, own] = found[node.name];
            calls += node.self[static_cast<std::size_t>(FlameWeight::Count)];
            own += node.self[static_cast<std::size_t>(FlameWeight::CpuTime)];
        }
    }
    QVERIFY(found == expected);
}

void TestFlameTree::aRangeCutsWhatReachesIntoIt() {
    QCOMPARE(textOf(*treeOf(sample(), {.range = TimeRange{150, 600}})),
             std::string("train.py(9): main 200/450 50 x1\n"
                         "  nn.Module: Linear_0 100/250 50 x2\n"
                         "    aten::linear 60/150 50 x2\n"
                         "      aten::addmm 90/90 50 x2\n"
                         "        gemm 0/0 50 x1\n"));
}

void TestFlameTree::recursionCollapses() {
    test::TraceSketch s;
    s.slice("main", "python_function", "f", 0, 100);
    s.slice("main", "python_function", "f", 10, 50);
    s.slice("main", "python_function", "g", 20, 20);
    s.slice("main", "python_function", "f", 25, 5);
    const auto trace = s.build();
    QCOMPARE(textOf(*treeOf(trace, {.source = FlameSource::Python})),
             std::string("f 50/100 0 x1\n  f 30/50 0 x1\n    g 15/20 0 x1\n      f 5/5 0 x1\n"));
    QCOMPARE(textOf(*treeOf(trace, {.source = FlameSource::Python, .collapseRecursion = true})),
             std::string("f 85/100 0 x3\n  g 15/15 0 x1\n"));
}

void TestFlameTree::tidyTreesMergeModulesAndFoldWrappers() {
    test::TraceSketch s;
    for (int layer = 0; layer < 2; ++layer) {
        const TimeNs at = TimeNs{layer} * 100;
        s.slice("main", "python_function", "nn.Module: Layer_" + std::to_string(layer), at, 80);
        s.slice("main", "python_function", "/lib/torch/nn/modules/module.py(1743): _call_impl", at + 5, 70);
        s.slice("main", "python_function", "/lib/torch/nn/modules/module.py(1790): Module._call_impl", at + 6,
                68);
        s.slice("main", "python_function",
                "/lib/torch/utils/_contextlib.py(120): context_decorator.<locals>.decorate_context", at + 7,
                66);
        s.slice("main", "python_function", "model.py(7): forward", at + 10, 60);
    }
    s.slice("main", "python_function", "mine.py(1): _call_impl", 300, 10); // of the program itself
    const auto trace = s.build();
    QCOMPARE(textOf(*treeOf(trace, {.source = FlameSource::Python, .tidy = true})),
             std::string("nn.Module: Layer 40/160 0 x2\n"
                         "  model.py(7): forward 120/120 0 x2\n"
                         "mine.py(1): _call_impl 10/10 0 x1\n"));
    QCOMPARE(treeOf(trace, {.source = FlameSource::Python})->nodes().size(), std::size_t(1 + 10 + 1));
}

void TestFlameTree::rangesOutliveTheCallsThatEnterThem() {
    test::TraceSketch s;
    s.slice("main", "python_function", "train.py(9): main", 0, 1000);
    s.slice("main", "python_function", "profiler.py(3): __enter__", 10, 20);
    s.slice("main", "user_annotation", "step", 20, 500);
    s.op("main", "aten::add", 100, 50);
    // The range owns what lies behind the end of the call that entered it.
    QCOMPARE(textOf(*treeOf(s.build(), {})), std::string("train.py(9): main 490/1000 0 x1\n"
                                                         "  step 440/490 0 x1\n"
                                                         "    aten::add 50/50 0 x1\n"
                                                         "  profiler.py(3): __enter__ 20/20 0 x1\n"));
}

void TestFlameTree::ownTimesAddUpToTheUnionOfCalls() {
    std::mt19937 random(7);
    for (int trace = 0; trace < 20; ++trace) {
        test::TraceSketch s;
        std::vector<TimeRange> all;
        for (int i = 0; i < 200; ++i) {
            const TimeNs start = random() % 2000;
            const TimeNs length = random() % 10 == 0 ? random() % 900 : random() % 40;
            const std::array<std::string_view, 3> kinds{"python_function", "cpu_op", "user_annotation"};
            s.slice("main", kinds[random() % 3], "n" + std::to_string(random() % 9), start, length);
            all.push_back({start, start + length});
        }
        std::ranges::sort(all, {}, &TimeRange::begin);
        const auto tree = treeOf(s.build(), {});
        TimeNs own = 0;
        for (const FlameNode& node : tree->nodes()) {
            QVERIFY(node.self[0] >= 0);
            own += node.self[0];
        }
        QCOMPARE(own, IntervalSet(all).total());
    }
}

// By the clock "fwd" ends after "step", which called it.
void TestFlameTree::functionsStandBelowTheCallersThatTheFileTells() {
    test::TraceSketch s;
    const auto function = [&](std::string_view name, TimeNs start, TimeNs duration, const std::string& id,
                              const std::string& caller) {
        s.slice("main", "python_function", name, start, duration,
                {{"Python id", id}, {"Python parent id", caller}});
    };
    function("train.py(10): main", 0, 1000, "1", "null");
    function("train.py(20): step", 100, 300, "2", "1");
    function("train.py(30): fwd", 150, 260, "3", "2");
    function("train.py(40): bwd", 450, 100, "4", "1");
    s.op("main", "aten::add", 395, 10); // ends after its caller's caller
    const std::string expected = "train.py(10): main 600/1000 0 x1\n"
                                 "  train.py(20): step 50/300 0 x1\n"
                                 "    train.py(30): fwd 245/250 0 x1\n"
                                 "      aten::add 5/5 0 x1\n"
                                 "  train.py(40): bwd 100/100 0 x1\n";
    QCOMPARE(textOf(*treeOf(s.build(), {})), expected);
}

void TestFlameTree::asynchronousRangesTakeNoTime() {
    test::TraceSketch s;
    s.slice("main", "user_annotation", "collectives", 0, 100);
    s.slice("main", "user_annotation", "gloo:send", 10, 200);
    s.op("main", "aten::add", 20, 30);
    QCOMPARE(textOf(*treeOf(s.build(), {})), std::string("collectives 70/100 0 x1\n"
                                                         "  aten::add 30/30 0 x1\n"
                                                         "  gloo:send 0/0 0 x1\n"));
}

// The launch begins in one operator and ends behind it; the file says that it is of the operator around.
void TestFlameTree::kernelsHangBelowTheOperatorThatOwnsThem() {
    test::TraceSketch s;
    s.slice("main", "cpu_op", "aten::backward", 0, 80, {{"External id", "3"}});
    s.slice("main", "cpu_op", "aten::empty", 40, 10, {{"External id", "4"}});
    s.kernel("main", 48, "gpu0/7", "grad", 60, 500, "kernel", {{"External id", "3"}});
    QCOMPARE(textOf(*treeOf(s.build(), {})), std::string("aten::backward 70/80 500 x1\n"
                                                         "  aten::empty 10/10 0 x1\n"
                                                         "  grad 0/0 500 x1\n"));
}

void TestFlameTree::rangesThatFollowEachOtherAreNotNested() {
    test::TraceSketch s;
    s.slice("main", "python_function", "train.py(9): main", 0, 1000);
    s.slice("main", "user_annotation", "step 1", 20, 400);
    s.slice("main", "python_function", "profiler.py(3): step", 410, 30); // ends one and begins the next
    s.slice("main", "user_annotation", "step 2", 430, 400);
    s.slice("main", "python_function", "profiler.py(3): step", 820, 30);
    s.slice("main", "user_annotation", "step 3", 840, 100);
    const std::string text = textOf(*treeOf(s.build(), {}));
    for (const char* line : {"\n  step 1 ", "\n  step 2 ", "\n  step 3 "}) {
        QVERIFY2(text.find(line) != std::string::npos, text.c_str());
    }
}

void TestFlameTree::bottomUp() {
    const auto tree = treeOf(sample(), {.source = FlameSource::Operators})->bottomUp();
    QCOMPARE(textOf(*tree), std::string("aten::addmm 0/120 100 x0\n  aten::linear 120/120 100 x2\n"
                                        "aten::linear 80/80 0 x2\naten::add 30/30 0 x1\n"));
    QCOMPARE(tree->total(FlameWeight::CpuTime), std::int64_t(230));
}

// Calls within calls, each with time of its own: all callers of all of them would be half the square of the depth.
void TestFlameTree::upsideDownADeepTreeIsCut() {
    constexpr TimeNs kDeep = 5000;
    test::TraceSketch s;
    for (TimeNs i = 0; i < kDeep; ++i) {
        s.op("main", "call " + std::to_string(i), i, 2 * (kDeep - i));
    }
    const auto tree = treeOf(s.build(), {.source = FlameSource::Operators});
    QCOMPARE(tree->callerLevels(), 0U);
    const auto upside = tree->bottomUp();
    QVERIFY(upside->callerLevels() > 100);
    QVERIFY(upside->nodes().size() < 1U << 20);
    QCOMPARE(upside->total(FlameWeight::CpuTime), tree->total(FlameWeight::CpuTime));
    QCOMPARE(std::ranges::max(upside->nodes(), {}, &FlameNode::depth).depth, upside->callerLevels());
    QCOMPARE(treeOf(sample(), {})->bottomUp()->callerLevels(), 0U);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(tree->bottomUp(stop.get_token()) == nullptr);
}

void TestFlameTree::calleesAndCallers() {
    const auto tree = treeOf(sample(), {});
    // A part needs room for what it has, not for all that it was taken from.
    QVERIFY(tree->nodes().size() > 4);
    QVERIFY(tree->calleesOf("gemm")->nodes().capacity() <= 2);
    QCOMPARE(textOf(*tree->calleesOf("aten::linear")),
             std::string("aten::linear 80/200 100 x2\n  aten::addmm 120/120 100 x2\n    gemm 0/0 100 x2\n"));
    QCOMPARE(
        textOf(*tree->callersOf("aten::addmm")),
        std::string(
            "aten::addmm 0/120 100 x0\n  aten::linear 0/120 100 x0\n    nn.Module: Linear_0 0/120 100 x0\n"
            "      train.py(9): main 120/120 100 x4\n"));
    QCOMPARE(textOf(*tree->calleesOf("nobody")), std::string());
}

void TestFlameTree::allocationsGoToWhoMadeThem() {
    const auto tree = treeOf(sample(), {});
    for (const FlameNode& n : tree->nodes()) {
        const std::int64_t expected = n.name == "aten::addmm" ? 8192 : 0;
        QCOMPARE(n.self[std::size_t(FlameWeight::AllocatedBytes)], expected);
    }
}

void TestFlameTree::framesOfRecordedStacksStandInForSlices() {
    test::TraceSketch s;
    const std::string forward = "model.py(5): forward;nn.Module: Net_0;train.py(9): main;";
    s.slice("main", "cpu_op", "aten::linear", 0, 100, {{"Call stack", forward}});
    s.slice("main", "cpu_op", "aten::addmm", 10, 60, {{"Call stack", forward}});
    s.slice("main", "cpu_op", "aten::add", 200, 10, {{"Call stack", "train.py(9): main;"}});
    const auto trace = s.build();
    QCOMPARE(textOf(*treeOf(trace, {})), std::string("train.py(9): main 0/110 0 x1\n"
                                                     "  nn.Module: Net_0 0/100 0 x1\n"
                                                     "    model.py(5): forward 0/100 0 x1\n"
                                                     "      aten::linear 40/100 0 x1\n"
                                                     "        aten::addmm 60/60 0 x1\n"
                                                     "  aten::add 10/10 0 x1\n"));
    QCOMPARE(textOf(*treeOf(trace, {.source = FlameSource::Modules})),
             std::string("nn.Module: Net_0 100/100 0 x1\n"));
}

// Recorded stacks say who was there, not how often it was called: an own capture of two steps through two equal blocks.
void TestFlameTree::callsOfModulesAreCountedFromStacks() {
    test::TraceSketch s;
    TimeNs at = 0;
    const std::string main = "train.py(9): main;";
    const std::string outer = "model.py(20): forward;nn.Module: Net;" + main;
    const auto op = [&](std::string_view name, const std::string& stack) {
        s.slice("main", "cpu_op", name, at, 5, {{"Call stack", stack}});
        at += 10;
    };
    for (int step = 0; step < 2; ++step) {
        for (int block = 0; block < 2; ++block) {
            const std::string first = "model.py(5): forward;nn.Module: Block;" + outer;
            op("aten::linear", "linear.py(1): forward;nn.Module: Linear;" + first);
            op("aten::relu", first);
            op("aten::linear", "linear.py(1): forward;nn.Module: Linear;" + first);
            op("aten::add", "model.py(6): forward;nn.Module: Block;" + outer);
        }
        op("aten::cross_entropy", main);
    }
    QCOMPARE(textOf(*treeOf(s.build(), {.source = FlameSource::Modules})),
             std::string("nn.Module: Net 0/80 0 x2\n"
                         "  nn.Module: Block 40/80 0 x4\n"
                         "    nn.Module: Linear 40/40 0 x8\n"));
}

// What nn.Module puts between a module and those that it calls is the same for all of them.
void TestFlameTree::callsOfModulesAreCountedThroughWrappers() {
    test::TraceSketch s;
    TimeNs at = 0;
    const std::string wrapper = "torch/nn/modules/module.py(9): _call_impl;";
    const std::string block = "model.py(5): forward;nn.Module: Block;" + wrapper + "train.py(9): main;";
    for (int call = 0; call < 2; ++call) {
        for (const std::string name : {"Conv", "Norm", "", "Pool"}) {
            const std::string inner =
                name.empty() ? "" : name + ".py(1): forward;nn.Module: " + name + ";" + wrapper;
            s.slice("main", "cpu_op", "aten::op", at, 5, {{"Call stack", inner + block}});
            at += 10;
        }
    }
    const auto tree = treeOf(s.build(), {.source = FlameSource::Modules});
    for (const FlameNode& node : tree->nodes()) {
        QCOMPARE(node.self[std::size_t(FlameWeight::Count)],
                 std::int64_t(node.parent == FlameNode::kNone ? 0 : 2));
    }
}

void TestFlameTree::backwardWorkHangsWhereItsForwardWasCalled() {
    test::TraceSketch s;
    s.op("autograd", "aten::zero_", 90, 5);
    const auto backward = s.op("autograd", "autograd::engine::evaluate_function: AddmmBackward0", 100, 50);
    s.op("autograd", "aten::mm", 105, 20);
    s.kernel("autograd", 110, "gpu0/7", "gemm", 130, 30);
    s.slice("main", "python_function", "train.py(9): main", 0, 60);
    s.slice("main", "python_function", "nn.Module: Linear_0", 5, 40);
    const auto forward = s.op("main", "aten::linear", 10, 30);
    s.link(LinkKind::ForwardBackward, forward, backward);
    const auto trace = s.build();
    QCOMPARE(textOf(*treeOf(trace, {})),
             std::string("train.py(9): main 20/110 30 x1\n"
                         "  nn.Module: Linear_0 10/90 30 x1\n"
                         "    autograd::engine::evaluate_function: AddmmBackward0 30/50 30 x1\n"
                         "      aten::mm 20/20 30 x1\n"
                         "        gemm 0/0 30 x1\n"
                         "    aten::linear 30/30 0 x1\n"
                         "aten::zero_ 5/5 0 x1\n"));
    const auto modules = treeOf(trace, {.source = FlameSource::Modules});
    QCOMPARE(textOf(*modules), std::string("nn.Module: Linear_0 90/90 30 x1\n"));
    QCOMPARE(modules->total(FlameWeight::BackwardCpuTime), std::int64_t(50));
    QCOMPARE(modules->total(FlameWeight::BackwardDeviceTime), std::int64_t(30));
    const auto half = treeOf(trace, {.source = FlameSource::Modules, .range = TimeRange{0, 125}});
    QCOMPARE(half->total(FlameWeight::BackwardCpuTime), std::int64_t(25));
}

// An own capture: no slices of Python, and backward work has its forward's stack.
void TestFlameTree::backwardTimeOfModulesFromStacks() {
    test::TraceSketch s;
    const std::string stack = "model.py(5): forward;nn.Module: Linear_0;train.py(9): main;";
    const auto forward = s.slice("main", "cpu_op", "aten::linear", 0, 30, {{"Call stack", stack}});
    const auto backward = s.op("autograd", "autograd::engine::evaluate_function: AddmmBackward0", 100, 50);
    s.op("autograd", "AddmmBackward0", 105, 40);
    s.op("autograd", "aten::mm", 110, 20);
    s.link(LinkKind::ForwardBackward, forward, backward);
    const auto modules = treeOf(s.build(), {.source = FlameSource::Modules});
    QCOMPARE(modules->total(FlameWeight::CpuTime), std::int64_t(80));
    QCOMPARE(modules->total(FlameWeight::BackwardCpuTime), std::int64_t(50));
}

// What a checkpoint computes once more is a part of the backward pass.
void TestFlameTree::recomputationIsBackwardTime() {
    test::TraceSketch s;
    s.slice("main", "python_function", "nn.Module: Block_0", 0, 40);
    const auto forward = s.op("main", "aten::linear", 10, 20);
    const auto backward =
        s.op("autograd", "autograd::engine::evaluate_function: CheckpointBackward", 100, 90);
    s.slice("autograd", "python_function", "nn.Module: Block_0", 110, 40);
    s.op("autograd", "aten::linear", 120, 20);
    s.link(LinkKind::ForwardBackward, forward, backward);
    const auto modules = treeOf(s.build(), {.source = FlameSource::Modules});
    QCOMPARE(modules->total(FlameWeight::CpuTime), std::int64_t(130));
    QCOMPARE(modules->total(FlameWeight::BackwardCpuTime), std::int64_t(90));
}

void TestFlameTree::aRangeStandsWhereItsFunctionOpenedIt() {
    test::TraceSketch s;
    const std::string enter = "/x/torch/_ops.py(55): __call__;/x/torch/autograd/profiler.py(9): __enter__;";
    s.slice("main", "user_annotation", "step", 0, 100, {{"Call stack", enter + "train.py(8): main;"}});
    s.slice("main", "cpu_op", "aten::add", 10, 60, {{"Call stack", "model.py(5): loss;train.py(9): main;"}});
    QCOMPARE(textOf(*treeOf(s.build(), {})), std::string("train.py(8): main 0/100 0 x1\n"
                                                         "  step 40/100 0 x1\n"
                                                         "    model.py(5): loss 0/60 0 x1\n"
                                                         "      aten::add 60/60 0 x1\n"));
}

void TestFlameTree::timeOrderKeepsEveryCall() {
    const auto trace = sample();
    const std::vector<FlameBox> boxes = flameChart(*trace, TrackId(0), FlameSource::Operators, {0, 1000}, 61);
    QCOMPARE(boxes.size(), std::size_t(2));
    QCOMPARE(boxes[0].depth, 0u);
    QCOMPARE(boxes[1].range, (TimeRange{510, 610}));
    QCOMPARE(flameChart(*trace, TrackId(0), FlameSource::Operators, {0, 1000}, 0).size(), std::size_t(4));
    // also where what is around a call came in an earlier part of a session
    const auto parts = test::traceFromText("a cpu_op step 0 100\nb cpu_op other 0 9\n---\na cpu_op op 10 50\n"
                                           "b cpu_op more 20 5\n---\na cpu_op inner 20 10\n");
    const auto chart = flameChart(*parts, TrackId(0), FlameSource::Operators, {0, 1000}, 0);
    QCOMPARE(chart.size(), std::size_t(3));
    QCOMPARE(chart[2].depth, 2u);
    QCOMPARE(chart[2].range, (TimeRange{20, 30}));
}

void TestFlameTree::timeOrderCostsWhatItsThreadHas() {
    constexpr int kMany = 200'000;
    test::TraceSketch sketch;
    for (int i = 0; i < kMany; ++i) {
        sketch.op("busy", "aten::add", TimeNs{i} * 10, 5);
    }
    sketch.op("quiet", "aten::mul", 100, 50);
    const auto trace = sketch.build();
    const auto chartOf = [&](const char* thread) {
        const auto track = std::ranges::find(trace->tracks(), thread, &Track::key) - trace->tracks().begin();
        return flameChart(*trace, TrackId(static_cast<std::uint32_t>(track)), FlameSource::Operators,
                          {100, 150}, 0);
    };
    QCOMPARE(chartOf("busy").size(), std::size_t(5));
    const std::size_t before = test::allocatedBytes();
    QCOMPARE(chartOf("quiet").size(), std::size_t(1));
    const std::size_t bytes = test::allocatedBytes() - before;
    QVERIFY2(bytes < 10'000, qPrintable(QString::number(bytes)));
}

int run_tst_flame_tree(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestFlameTree>(argc, argv);
}
#include "tst_flame_tree.moc"
