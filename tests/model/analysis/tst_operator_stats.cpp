// The operator table on small traces: groupings, ranges, filters, costs.
#include "model/analysis/operators/OperatorStats.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <map>
#include <thread>
#include <vector>

using namespace lanes;

namespace {

std::shared_ptr<const Trace> training() {
    test::TraceSketch s;
    s.slice("main", "user_annotation", "ProfilerStep#1", 0, 100);
    s.slice("main", "python_function", "nn.Module: Linear_0", 5, 60);
    s.op("main", "aten::linear", 10, 50, "[[4, 8], [16, 8], [16]]", "[\"float\", \"float\", \"float\"]");
    s.op("main", "aten::addmm", 20, 30, "[[16], [4, 8], [8, 16]]", "[\"float\", \"float\", \"float\"]");
    s.kernel("main", 25, "gpu0/7", "gemm", 60, 20);
    s.slice("main", "user_annotation", "ProfilerStep#2", 100, 100);
    s.slice("main", "python_function", "nn.Module: Linear_0", 105, 60);
    s.op("main", "aten::addmm", 110, 10, "[[16], [4, 8], [8, 16]]", "[\"float\", \"float\", \"float\"]");
    s.op("main", "aten::addmm", 130, 20, "[[2], [4, 8], [8, 2]]",
         "[\"c10::Half\", \"c10::Half\", \"c10::Half\"]");
    s.kernel("main", 135, "gpu0/7", "gemm", 160, 5);
    s.op("worker", "aten::relu", 50, 7, "[[4, 8]]", "[\"float\"]");
    return s.build();
}

// "label calls total/self device total/self flops", sorted.
std::string statsOf(const OperatorQuery& query) {
    const auto data = OperatorData::build(training());
    const auto rows = operatorStats(*data, query);
    std::vector<std::string> lines;
    for (const OperatorRow& r : *rows) {
        std::string label = r.label.empty() ? "-" : r.label;
        if (r.shapes.valid()) {
            label += " " + std::string(data->forest->trace().text(r.shapes));
        }
        if (r.context != CallContext::kNone) {
            label += " @" + std::string(data->context->text(r.context));
        }
        lines.push_back(label + ": " + std::to_string(r.calls) + " " + std::to_string(r.totalCpu) + "/" +
                        std::to_string(r.selfCpu) + " " + std::to_string(r.totalDevice) + "/" +
                        std::to_string(r.selfDevice) + " " + std::to_string(r.flops));
    }
    std::ranges::sort(lines);
    std::string out;
    for (const std::string& line : lines) {
        out += line + "\n";
    }
    return out;
}

Filter filterOf(std::string_view text) {
    return Filter::parse(text).value();
}

} // namespace

class TestOperatorStats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void byName();
    void byShapes();
    void byStack();
    void byModuleCountsTheOutermostOnce();
    void aGroupsTotalIsTheUnionOfItsCalls();
    void aForwardMethodInARecordedStackIsAModule();
    void backwardWorkBelongsToTheModuleAndTheLineOfItsForward();
    void byStep();
    void byThread();
    void aRangeTakesWhatStartsInIt();
    void aFilterTakesWhatMatches();
    void minMaxMeanAndSpread();
    void manyCallsAreSharedOutAndAddUpToTheSame();
    void manyCallsWithShapesAreToldApart();
    void withoutShapesThereIsNothingToTellApart();
    void theCallsOfARow();
    void costs_data();
    void costs();
};

void TestOperatorStats::byName() {
    QCOMPARE(statsOf({}), std::string("ProfilerStep#1: 1 100/50 20/0 0\n"
                                      "ProfilerStep#2: 1 100/70 5/0 0\n"
                                      "aten::addmm: 3 60/60 25/25 2176\n"
                                      "aten::linear: 1 50/20 20/0 1024\n"
                                      "aten::relu: 1 7/7 0/0 32\n"));
}

void TestOperatorStats::byShapes() {
    QCOMPARE(statsOf({.group = OperatorGroup::Shapes, .filter = filterOf("addmm")}),
             std::string("aten::addmm [[16], [4, 8], [8, 16]]: 2 40/40 20/20 2048\n"
                         "aten::addmm [[2], [4, 8], [8, 2]]: 1 20/20 5/5 128\n"));
}

void TestOperatorStats::byStack() {
    QCOMPARE(statsOf({.group = OperatorGroup::Stack, .filter = filterOf("op:")}),
             std::string("aten::addmm @nn.Module: Linear_0: 3 60/60 25/25 2176\n"
                         "aten::linear @nn.Module: Linear_0: 1 50/20 20/0 1024\n"
                         "aten::relu: 1 7/7 0/0 32\n"));
}

void TestOperatorStats::byModuleCountsTheOutermostOnce() {
    // addmm within linear adds neither a call nor its operations a second time.
    QCOMPARE(statsOf({.group = OperatorGroup::Module, .filter = filterOf("op:")}),
             std::string("-: 1 7/7 0/0 32\nLinear_0: 3 80/80 25/25 2176\n"));
}

// A call of another group between two of one group makes neither count twice; calls of two threads do.
void TestOperatorStats::aGroupsTotalIsTheUnionOfItsCalls() {
    test::TraceSketch s;
    s.slice("main", "user_annotation", "outer", 0, 100);
    s.op("main", "region", 10, 80);
    s.slice("main", "user_annotation", "inner", 20, 60);
    s.op("main", "aten::mm", 30, 40);
    s.kernel("main", 35, "gpu0/7", "gemm", 60, 20);
    s.slice("main", "user_annotation", "overlapping", 90, 30);
    s.slice("other", "user_annotation", "outer", 50, 100);
    const auto data = OperatorData::build(s.build());
    const auto rows = operatorStats(*data, {.group = OperatorGroup::Category});
    std::map<std::string, std::string> found;
    for (const OperatorRow& r : *rows) {
        found[r.label] = std::to_string(r.calls) + " " + std::to_string(r.totalCpu) + "/" +
                         std::to_string(r.selfCpu) + " " + std::to_string(r.totalDevice);
    }
    QCOMPARE(found,
             (std::map<std::string, std::string>{{"operator", "1 80/60 20"}, {"range", "3 220/160 20"}}));
}

// The backward runs on a thread without Python, but for the checkpoint that calls its module once more.
void TestOperatorStats::backwardWorkBelongsToTheModuleAndTheLineOfItsForward() {
    test::TraceSketch s;
    s.slice("main", "python_function", "net.py(3): forward", 0, 60);
    s.slice("main", "python_function", "nn.Module: Linear_0", 5, 40);
    const auto forward = s.op("main", "aten::linear", 10, 30);
    const auto backward = s.op("autograd", "autograd::engine::evaluate_function: AddmmBackward0", 100, 50);
    s.op("autograd", "aten::mm", 105, 20);
    s.kernel("autograd", 110, "gpu0/7", "gemm", 130, 20);
    s.slice("autograd", "python_function", "nn.Module: Inner_0", 130, 15);
    s.op("autograd", "aten::relu", 132, 5);
    s.link(LinkKind::ForwardBackward, forward, backward);
    const auto data = OperatorData::build(s.build());
    std::vector<std::string> lines;
    const auto modules = operatorStats(*data, {.group = OperatorGroup::Module});
    for (const OperatorRow& r : *modules) {
        lines.push_back(r.label + " " + std::string(passName(r.pass)) + " " + std::to_string(r.selfCpu) +
                        " " + std::to_string(r.selfDevice));
    }
    std::ranges::sort(lines);
    QCOMPARE(lines, (std::vector<std::string>{"Inner_0 backward 5 0", "Linear_0 backward 45 20",
                                              "Linear_0 forward 30 0"}));
    const auto stacks = operatorStats(*data, {.group = OperatorGroup::Stack, .filter = filterOf("aten::mm")});
    QCOMPARE(stacks->size(), std::size_t(1));
    QCOMPARE(data->context->frames((*stacks)[0].context).back(), std::string_view("net.py(3): forward"));
    QCOMPARE(data->context->forwardOf(*data->forest->indexOf(data->forest->slice(2))), 0u);
}

void TestOperatorStats::aForwardMethodInARecordedStackIsAModule() {
    test::TraceSketch s;
    TraceBuilder& builder = s.builder();
    const auto frame = [&](std::string_view function) {
        return Frame{builder.strings().intern(function), builder.strings().intern("net.py"), 5, StringId()};
    };
    const StackId outer = builder.stacks().intern(StackId(), frame("main"));
    const StackId stack = builder.stacks().intern(outer, frame("Block.Linear.forward"));
    ArgLayout layout;
    layout.category = builder.strings().intern("cpu_op");
    layout.columns.push_back({.key = builder.strings().intern("Stack")});
    SliceRecord record{.start = 0, .duration = 10, .name = builder.strings().intern("aten::mm")};
    record.layout = builder.addLayout(layout);
    record.row = builder.addArgs(record.layout, {ArgValue::ofStack(stack).encode()});
    builder.addSlice(s.track("main"), record);
    const auto data = OperatorData::build(s.build());
    const auto rows = operatorStats(*data, {.group = OperatorGroup::Module});
    QCOMPARE(rows->front().label, std::string("Linear"));
    const std::vector<std::string_view> frames{"net.py(5): Block.Linear.forward", "nn.Module: Linear",
                                               "net.py(5): main"};
    QCOMPARE(data->context->frames(data->context->nodeOf(0)), frames);
}

void TestOperatorStats::byStep() {
    QCOMPARE(statsOf({.group = OperatorGroup::Step, .filter = filterOf("op:")}),
             std::string("Step 1: 2 57/57 20/20 1056\nStep 2: 2 30/30 5/5 1152\n"));
}

void TestOperatorStats::byThread() {
    QCOMPARE(statsOf({.group = OperatorGroup::Thread, .filter = filterOf("op:")}),
             std::string("main: 3 80/80 25/25 2176\nworker: 1 7/7 0/0 32\n"));
}

void TestOperatorStats::aRangeTakesWhatStartsInIt() {
    QCOMPARE(statsOf({.range = TimeRange{20, 111}, .filter = filterOf("op:")}),
             std::string("aten::addmm: 2 40/40 20/20 2048\naten::relu: 1 7/7 0/0 32\n"));
}

void TestOperatorStats::aFilterTakesWhatMatches() {
    QCOMPARE(statsOf({.filter = filterOf("dur<=10ns")}),
             std::string("aten::addmm: 1 10/10 0/0 1024\naten::relu: 1 7/7 0/0 32\n"));
}

void TestOperatorStats::minMaxMeanAndSpread() {
    const auto data = OperatorData::build(training());
    const auto rows = operatorStats(*data, {.filter = filterOf("addmm")});
    const OperatorRow& row = rows->front();
    QCOMPARE(row.min, TimeNs(10));
    QCOMPARE(row.max, TimeNs(30));
    QCOMPARE(row.mean(), TimeNs(20));
    QCOMPARE(row.deviation(), TimeNs(8)); // sqrt(200 / 3) = 8.16
    const Trace& trace = data->forest->trace();
    QCOMPARE(trace.slice(data->forest->slice(row.slowest)).start, TimeNs(20));
}

// So many that several threads take a share each: the rows are those of one sweep from the first call to the last.
void TestOperatorStats::manyCallsAreSharedOutAndAddUpToTheSame() {
    const auto data = OperatorData::build(test::generatedTrace(1'400'000));
    const OperatorForest& forest = *data->forest;
    QVERIFY(forest.shares(std::nullopt).size() > 1 || std::thread::hardware_concurrency() == 1);
    std::vector<OperatorRow> expected;
    std::map<StringId, std::size_t> rowOf;
    for (std::uint32_t op = 0; op < forest.size(); ++op) {
        const Trace::Slice call = forest.trace().slice(forest.slice(op));
        const auto [at, isNew] = rowOf.try_emplace(call.name, expected.size());
        if (isNew) {
            expected.emplace_back().name = call.name;
        }
        OperatorRow& row = expected[at->second];
        row.min = row.calls == 0 ? call.duration : std::min(row.min, call.duration);
        if (row.calls == 0 || call.duration > row.max) {
            row.max = call.duration;
            row.slowest = op;
        }
        ++row.calls;
        row.totalCpu += call.duration;
        row.selfCpu += forest.selfTime(op);
        row.totalDevice += forest.totalDevice(op);
        row.squares +=
            static_cast<unsigned __int128>(call.duration) * static_cast<std::uint64_t>(call.duration);
    }
    const auto rows = operatorStats(*data, {});
    QCOMPARE(rows->size(), expected.size());
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const OperatorRow& row = (*rows)[i];
        QCOMPARE(row.name, expected[i].name);
        QCOMPARE(row.calls, expected[i].calls);
        QCOMPARE(row.totalCpu, expected[i].totalCpu);
        QCOMPARE(row.selfCpu, expected[i].selfCpu);
        QCOMPARE(row.totalDevice, expected[i].totalDevice);
        QCOMPARE(row.min, expected[i].min);
        QCOMPARE(row.max, expected[i].max);
        QCOMPARE(row.slowest, expected[i].slowest);
        QCOMPARE(row.deviation(), expected[i].deviation());
    }
}

// The later calls, which are another thread's share, know other shapes first.
void TestOperatorStats::manyCallsWithShapesAreToldApart() {
    constexpr int kCalls = 300'000;
    constexpr int kNames = 7;
    test::TraceSketch s;
    std::map<std::string, std::int64_t> expected;
    for (int i = 0; i < kCalls; ++i) {
        const int shape = (i < kCalls / 2 ? i : kCalls - i) % 11;
        const std::string name = "op" + std::to_string(i % kNames);
        const std::string dims = shape == 0 ? "" : "[[" + std::to_string(shape) + "]]";
        s.op("main", name, i * 10, 5, dims);
        ++expected[name + dims];
    }
    const auto data = OperatorData::build(s.build());
    const Trace& trace = data->forest->trace();
    std::map<std::string, std::int64_t> found;
    const auto rows = operatorStats(*data, {.group = OperatorGroup::Shapes});
    for (const OperatorRow& row : *rows) {
        found[row.label + (row.shapes.valid() ? std::string(trace.text(row.shapes)) : "")] += row.calls;
    }
    QVERIFY(found == expected);
}

void TestOperatorStats::withoutShapesThereIsNothingToTellApart() {
    const auto data = OperatorData::build(test::generatedTrace(10'000));
    QVERIFY(data->signatures->empty());
    const auto byName = operatorStats(*data, {});
    const auto byShapes = operatorStats(*data, {.group = OperatorGroup::Shapes});
    QCOMPARE(byShapes->size(), byName->size());
    for (std::size_t i = 0; i < byName->size(); ++i) {
        QCOMPARE((*byShapes)[i].name, (*byName)[i].name);
        QVERIFY(!(*byShapes)[i].shapes.valid());
        QCOMPARE((*byShapes)[i].calls, (*byName)[i].calls);
        QCOMPARE((*byShapes)[i].flops, std::int64_t(0));
    }
    QVERIFY(!data->signatures->dimsOf(0).valid());
}

void TestOperatorStats::theCallsOfARow() {
    const auto data = OperatorData::build(training());
    const OperatorQuery query{.group = OperatorGroup::Shapes};
    const auto rows = operatorStats(*data, query);
    const auto row = std::ranges::find_if(*rows, [](const OperatorRow& r) { return r.calls == 2; });
    const std::vector<std::uint32_t> calls = callsOf(*data, query, *row);
    QCOMPARE(calls.size(), std::size_t(2));
    const Trace& trace = data->forest->trace();
    QCOMPARE(trace.slice(data->forest->slice(calls[0])).start, TimeNs(20));
    QCOMPARE(trace.slice(data->forest->slice(calls[1])).start, TimeNs(110));
}

void TestOperatorStats::costs_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("dims");
    QTest::addColumn<QString>("concrete");
    QTest::addColumn<qint64>("flops");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("mm") << "aten::mm"
                        << "[[2, 3], [3, 5]]"
                        << "" << qint64(60) << qint64(4 * (6 + 15 + 10));
    QTest::newRow("bmm") << "aten::bmm"
                         << "[[7, 2, 3], [7, 3, 5]]"
                         << "" << qint64(420) << qint64(4 * 7 * 31);
    QTest::newRow("matmul broadcasts its batch") << "aten::matmul"
                                                 << "[[7, 1, 2, 3], [4, 3, 5]]"
                                                 << "" << qint64(7 * 4 * 60) << qint64(4 * (42 + 60 + 280));
    QTest::newRow("linear") << "aten::linear"
                            << "[[6, 2, 3], [5, 3], [5]]"
                            << "" << qint64(6 * 60) << qint64(4 * (36 + 15 + 5 + 60));
    QTest::newRow("convolution") << "aten::convolution"
                                 << "[[1, 3, 8, 8], [4, 3, 3, 3], [4], [], [], [], [], [], []]"
                                 << R"(["", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1"])"
                                 << qint64(2 * 4 * 16 * 27) << qint64(4 * (192 + 108 + 4 + 64));
    QTest::newRow("grouped convolution of cuDNN")
        << "aten::cudnn_convolution"
        << "[[1, 4, 8], [4, 1, 3], [], [], []]"
        << R"(["", "", "[0]", "[1]", "[1]"])" << qint64(2 * 4 * 6 * 3) << qint64(4 * (32 + 12 + 24));
    QTest::newRow("attention") << "aten::_scaled_dot_product_flash_attention"
                               << "[[2, 4, 10, 8], [2, 4, 12, 8], [2, 4, 12, 8]]"
                               << "" << qint64(2 * 2 * 4 * 10 * 12 * 16)
                               << qint64(4 * (640 + 768 + 768 + 640));
    QTest::newRow("addition broadcasts") << "aten::add.Tensor"
                                         << "[[4, 1], [3], []]"
                                         << "" << qint64(12) << qint64(4 * (4 + 3 + 12));
    QTest::newRow("in place") << "aten::relu_"
                              << "[[4, 5]]"
                              << "" << qint64(20) << qint64(160);
    QTest::newRow("sum") << "aten::sum"
                         << "[[4, 5]]"
                         << "" << qint64(20) << qint64(80);
    QTest::newRow("softmax") << "aten::_softmax"
                             << "[[4, 5], [], []]"
                             << "" << qint64(100) << qint64(160);
    QTest::newRow("cat moves every member") << "aten::cat"
                                            << "[[[2, 3], [4, 3]], []]"
                                            << "" << qint64(0) << qint64(4 * 36);
    QTest::newRow("copy_") << "aten::copy_"
                           << "[[6], [6], []]"
                           << "" << qint64(0) << qint64(48);
    QTest::newRow("no formula") << "aten::empty"
                                << "[[6]]"
                                << "" << qint64(0) << qint64(0);
    QTest::newRow("no shapes") << "aten::mm"
                               << ""
                               << "" << qint64(0) << qint64(0);
    QTest::newRow("shapes that are none") << "aten::mm"
                                          << "[[2], {}, [[[[[["
                                          << "" << qint64(0) << qint64(0);
    QTest::newRow("absurd shapes saturate")
        << "aten::mm"
        << "[[9000000000, 9000000000], [9000000000, 9000000000]]"
        << "" << std::numeric_limits<qint64>::max() << std::numeric_limits<qint64>::max();
}

void TestOperatorStats::costs() {
    QFETCH(QString, name);
    QFETCH(QString, dims);
    QFETCH(QString, concrete);
    QFETCH(qint64, flops);
    QFETCH(qint64, bytes);
    const OperatorCost cost = operatorCost(name.toStdString(), dims.toStdString(),
                                           R"(["float", "float", "float"])", concrete.toStdString());
    QCOMPARE(qint64(cost.flops), flops);
    QCOMPARE(qint64(cost.bytes), bytes);
}

int run_tst_operator_stats(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestOperatorStats>(argc, argv);
}
#include "tst_operator_stats.moc"
