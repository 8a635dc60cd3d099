// Two call trees as one: what pairs, and that it sums to what the tables say.
#include "model/analysis/compare/DiffTree.h"
#include "model/analysis/compare/NamePairs.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace lanes;

namespace {

struct Layer {
    std::string module;
    TimeNs product = 0;
    std::string kernel;
};

// Steps of layers, each a module with a linear and the product that it calls, which launches a kernel.
std::shared_ptr<const Trace> training(int steps, const std::vector<Layer>& layers, TimeNs extra = 0) {
    test::TraceSketch s;
    for (int step = 0; step < steps; ++step) {
        const TimeNs at = step * 100'000;
        s.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step + 7), at, 90'000);
        s.slice("main", "python_function", "nn.Module: Net_0", at + 100, 80'000);
        TimeNs begin = at + 200;
        for (const Layer& layer : layers) {
            s.slice("main", "python_function", "nn.Module: " + layer.module, begin, layer.product + 300);
            s.op("main", "aten::linear", begin + 10, layer.product + 200);
            s.op("main", "aten::mm", begin + 20, layer.product);
            s.kernel("main", begin + 30, "gpu0/7", layer.kernel, begin + 100, layer.product * 2);
            begin += layer.product + 1'000;
        }
        if (extra > 0) {
            s.op("main", "aten::relu", at + 85'000, extra);
        }
    }
    return s.build();
}

struct Sides {
    TraceAnalyses a;
    TraceAnalyses b;
    std::optional<TimeRange> rangeA;
    std::optional<TimeRange> rangeB;

    Sides(std::shared_ptr<const Trace> first, std::shared_ptr<const Trace> second)
        : a(std::move(first))
        , b(std::move(second)) {}
    [[nodiscard]] DiffTree tree(DiffBy by) { return *diffTreeOf({a, rangeA}, {b, rangeB}, by); }
    [[nodiscard]] SessionDiff table(DiffBy by) { return *diffOf({a, rangeA}, {b, rangeB}, by); }
};

const DiffNode* nodeAt(const DiffTree& tree, const std::vector<std::string>& path) {
    std::uint32_t at = 0;
    for (const std::string& name : path) {
        const auto& below = tree.children[at];
        const auto found =
            std::ranges::find_if(below, [&](std::uint32_t i) { return tree.nodes[i].name == name; });
        if (found == below.end()) {
            return nullptr;
        }
        at = *found;
    }
    return &tree.nodes[at];
}

} // namespace

class TestDiffTree : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itSumsToTheTables();
    void itSumsWithinRanges();
    void itSumsOverRuns();
    void modulesThenCalls();
    void namesPairAsInTheTables();
    void whatOneSideAloneHas();
    void whatIsBelowFitsInto();
    void stepsHaveNone();
};

void TestDiffTree::itSumsToTheTables() {
    Sides sides(training(3, {{"Linear_0", 5'000, "gemm_a"}, {"Linear_1", 3'000, "gemm_b"}}),
                training(4, {{"Linear_0", 6'000, "gemm_a"}, {"Linear_2", 3'000, "gemm_c"}}, 700));
    for (const DiffBy by :
         {DiffBy::Name, DiffBy::Shapes, DiffBy::Kernel, DiffBy::Module, DiffBy::Stack, DiffBy::Category}) {
        const SessionDiff table = sides.table(by);
        const DiffTree tree = sides.tree(by);
        QCOMPARE(tree.nodes[0].a.total, table.timeA);
        QCOMPARE(tree.nodes[0].b.total, table.timeB);
        QCOMPARE(tree.nodes[0].delta(), table.timeB - table.timeA);
        QVERIFY(table.timeA > 0);
    }
    // and name by name
    const DiffTree tree = sides.tree(DiffBy::Name);
    for (const DiffRow& row : sides.table(DiffBy::Name).rows) {
        TimeNs a = 0;
        TimeNs b = 0;
        std::int64_t calls = 0;
        for (const DiffNode& node : tree.nodes) {
            a += node.name == row.name ? node.a.self : 0;
            b += node.name == row.name ? node.b.self : 0;
            calls += node.name == row.name ? node.b.calls : 0;
        }
        QCOMPARE(a, row.timeA);
        QCOMPARE(b, row.timeB);
        QCOMPARE(calls, row.callsB);
    }
}

void TestDiffTree::itSumsWithinRanges() {
    Sides sides(training(4, {{"Linear_0", 5'000, "gemm_a"}}), training(4, {{"Linear_0", 6'000, "gemm_a"}}));
    sides.rangeA = TimeRange{100'150, 290'000}; // a step's range begins before it
    sides.rangeB = TimeRange{0, 200'000};
    for (const DiffBy by : {DiffBy::Name, DiffBy::Kernel}) {
        const SessionDiff table = sides.table(by);
        const DiffTree tree = sides.tree(by);
        QCOMPARE(tree.nodes[0].a.total, table.timeA);
        QCOMPARE(tree.nodes[0].b.total, table.timeB);
    }
}

void TestDiffTree::itSumsOverRuns() {
    Sides sides(training(4, {{"Linear_0", 5'000, "gemm_a"}}), training(4, {{"Linear_0", 6'000, "gemm_a"}}));
    TraceAnalyses more(training(3, {{"Linear_0", 5'500, "gemm_a"}, {"Norm_0", 300, "norm"}}, 900));
    const DiffSide a{sides.a, {}, {{more, {}}}};
    const DiffSide b{sides.b, {}, {}};
    for (const DiffBy by : {DiffBy::Name, DiffBy::Kernel}) {
        const SessionDiff table = *diffOf(a, b, by);
        const DiffTree tree = *diffTreeOf(a, b, by);
        QCOMPARE(tree.nodes[0].a.total, table.timeA);
        QCOMPARE(tree.nodes[0].b.total, table.timeB);
    }
    const DiffTree tree = *diffTreeOf(a, b, DiffBy::Name);
    const DiffNode* product = nodeAt(
        tree, {"ProfilerStep*", "nn.Module: Net_0", "nn.Module: Linear_0", "aten::linear", "aten::mm"});
    QVERIFY(product != nullptr);
    QCOMPARE(product->a.calls, std::int64_t(7));
    QCOMPARE(product->a.self, TimeNs(4 * 5'000 + 3 * 5'500));
    QVERIFY(product->a.longest.value < sides.a.trace()->sliceCount()); // of the first session
    QVERIFY(nodeAt(tree, {"ProfilerStep*", "aten::relu"})->inA);       // of the other one alone
}

void TestDiffTree::modulesThenCalls() {
    Sides sides(training(2, {{"Linear_0", 5'000, "gemm"}}), training(2, {{"Linear_0", 7'000, "gemm"}}));
    const DiffTree tree = sides.tree(DiffBy::Name);
    const DiffNode* product = nodeAt(
        tree, {"ProfilerStep*", "nn.Module: Net_0", "nn.Module: Linear_0", "aten::linear", "aten::mm"});
    QVERIFY(product != nullptr);
    QCOMPARE(product->a.calls, std::int64_t(2));
    QCOMPARE(product->delta(), TimeNs(4'000));
    QVERIFY(product->b.longest.valid());
    const DiffNode* module = nodeAt(tree, {"ProfilerStep*", "nn.Module: Net_0", "nn.Module: Linear_0"});
    QCOMPARE(module->a.self, TimeNs(0));
    QCOMPARE(module->a.total, TimeNs(2 * 5'200));
    const DiffTree kernels = sides.tree(DiffBy::Kernel);
    const DiffNode* kernel = nodeAt(kernels, {"ProfilerStep*", "nn.Module: Net_0", "nn.Module: Linear_0",
                                              "aten::linear", "aten::mm", "gemm"});
    QVERIFY(kernel != nullptr);
    QCOMPARE(kernel->kind, EventKind::Kernel);
    QCOMPARE(kernel->delta(), TimeNs(8'000));
}

void TestDiffTree::namesPairAsInTheTables() {
    Sides sides(training(2, {{"Linear_0", 5'000, "gemm<128x64, float>(float*)"}}),
                training(2, {{"Linear_0", 7'000, "gemm<64x64, float>(float*)"}}));
    const DiffTree tree = sides.tree(DiffBy::Kernel);
    const DiffNode* kernel = nodeAt(tree, {"ProfilerStep*", "nn.Module: Net_0", "nn.Module: Linear_0",
                                           "aten::linear", "aten::mm", "gemm<128x64, float>(float*)"});
    QVERIFY(kernel != nullptr && kernel->inA && kernel->inB);
    const auto renamed = renamedNames({"triton_poi_fused_add_3", "triton_poi_fused_add_12", "x", "y"},
                                      {"triton_poi_fused_add_4", "triton_poi_fused_add_9", "z"}, false);
    QCOMPARE(renamed.size(), std::size_t(2));
    QCOMPARE(renamed.at("triton_poi_fused_add_4"), std::string("triton_poi_fused_add_3"));
}

void TestDiffTree::whatOneSideAloneHas() {
    Sides sides(training(2, {{"Linear_0", 5'000, "gemm"}}), training(2, {{"Norm_0", 5'000, "gemm"}}, 700));
    const DiffTree tree = sides.tree(DiffBy::Name);
    const DiffNode* removed = nodeAt(tree, {"ProfilerStep*", "nn.Module: Net_0", "nn.Module: Linear_0"});
    QVERIFY(removed->inA && !removed->inB);
    QCOMPARE(removed->b.total, TimeNs(0));
    QCOMPARE(removed->extent, removed->a.total); // as wide as it was
    const DiffNode* added = nodeAt(tree, {"ProfilerStep*", "aten::relu"});
    QVERIFY(!added->inA && added->inB);
    QCOMPARE(added->delta(), TimeNs(1'400));
}

void TestDiffTree::whatIsBelowFitsInto() {
    Sides sides(training(3, {{"Linear_0", 5'000, "gemm"}, {"Linear_1", 800, "gemm"}}),
                training(3, {{"Linear_0", 900, "gemm"}, {"Linear_1", 6'000, "gemm"}}, 500));
    const DiffTree tree = sides.tree(DiffBy::Name);
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        TimeNs below = 0;
        TimeNs last = std::numeric_limits<TimeNs>::max();
        for (const std::uint32_t child : tree.children[i]) {
            below += tree.nodes[child].extent;
            QVERIFY(tree.nodes[child].extent <= last); // the largest first
            last = tree.nodes[child].extent;
        }
        const DiffNode& node = tree.nodes[i];
        QVERIFY(below <= node.extent);
        QVERIFY(node.extent >= std::max(node.a.total, node.b.total));
    }
}

void TestDiffTree::stepsHaveNone() {
    Sides sides(training(2, {{"Linear_0", 5'000, "gemm"}}), training(2, {{"Linear_0", 5'000, "gemm"}}));
    QVERIFY(sides.tree(DiffBy::Step).nodes.empty());
}

int run_tst_diff_tree(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestDiffTree>(argc, argv);
}
#include "tst_diff_tree.moc"
