// The filter language, term by term, on one small trace.
#include "model/analysis/text/Filter.h"
#include "model/analysis/text/FilterTerm.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

using namespace lanes;

namespace {

std::shared_ptr<const Trace> sample() {
    test::TraceSketch s;
    s.slice("main", "python_function", "nn.Module: Attention_1", 0, 2'000'000);
    s.op("main", "aten::bmm", 10, 1'500'000, "[[16, 5185, 64], [16, 64, 5185]]");
    s.kernel("main", 20, "gpu0/7", "cutlass_75_tensorop_gemm", 100, 900'000);
    s.op("main", "aten::Add", 1'600'000, 10);
    s.slice("worker", "user_annotation", "two words", 0, 30);
    s.kernel("worker", 40, "gpu0/20", "Memcpy DtoH", 60, 5, "gpu_memcpy");
    return s.build();
}

// Names of what the filter matches, in order of slices.
std::string matched(const Trace& trace, FilterMatcher& matcher) {
    std::string out;
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (matcher.matches(*segment, i)) {
                out += (out.empty() ? "" : "; ") + std::string(trace.text(segment->name[i]));
            }
        }
    }
    return out;
}

} // namespace

class TestFilter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void terms_data();
    void terms();
    void mistakesAreExplained_data();
    void mistakesAreExplained();
    void collectivesAreKnownOnHostAndDevice();
    void modulesOfOwnCapturesComeFromTheirStacks();
    void passesAreToldApart();
    void aRunawayExpressionGivesUp();
};

void TestFilter::terms_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("expected");
    const QString bmm = "aten::bmm";
    const QString gemm = "cutlass_75_tensorop_gemm";
    QTest::newRow("word") << "BMM"
                          << "";
    QTest::newRow("lower case finds any case") << "add"
                                               << "aten::Add";
    QTest::newRow("capital letters mean it") << "Add"
                                             << "aten::Add";
    QTest::newRow("plain name with colons") << "aten::bmm" << bmm;
    QTest::newRow("quotes keep blanks") << "\"two words\""
                                        << "two words";
    QTest::newRow("all terms must hold") << "aten op:b" << bmm;
    QTest::newRow("negation") << "op: -bmm"
                              << "aten::Add";
    QTest::newRow("regular expression") << "/^aten::(bmm|mm)$/" << bmm;
    QTest::newRow("regular expression, any case") << "/ADD$/i"
                                                  << "aten::Add";
    QTest::newRow("regular expression with a blank") << "/two w/"
                                                     << "two words";
    QTest::newRow("pattern behind a key") << "op:/^aten::(bmm|mm)$/" << bmm;
    QTest::newRow("pattern of kernels") << "kernel:/GEMM/i" << gemm;
    QTest::newRow("pattern of kernels, none of an operator") << "kernel:/bmm/"
                                                             << "";
    QTest::newRow("no pattern behind a key") << "op: -op:/b.m/"
                                             << "aten::Add";
    QTest::newRow("pattern behind a key with a blank") << "range:/two w/ dur>0"
                                                       << "two words";
    QTest::newRow("pattern of modules") << "module:/^Atten/ gpu:" << gemm;
    QTest::newRow("pattern of streams") << "stream:/^7$/" << gemm;
    QTest::newRow("a path behind a key is a word") << "python:/usr/lib op:"
                                                   << "";
    QTest::newRow("operators") << "op:"
                               << "aten::bmm; aten::Add";
    QTest::newRow("kernels") << "kernel:" << gemm;
    QTest::newRow("copies") << "copy:"
                            << "Memcpy DtoH";
    QTest::newRow("on the device") << "gpu:" << gemm + "; Memcpy DtoH";
    QTest::newRow("ranges") << "range:two"
                            << "two words";
    QTest::newRow("shape") << "shape:5185x64" << bmm;
    QTest::newRow("shape as a list") << "\"shape:[16, 5185, 64]\"" << bmm;
    QTest::newRow("module, through the launch") << "module:attention gpu:" << gemm;
    QTest::newRow("stream") << "stream:7" << gemm;
    QTest::newRow("stream 2 is not stream 20") << "stream:2"
                                               << "";
    QTest::newRow("thread") << "thread:work range:"
                            << "two words";
    QTest::newRow("duration") << "dur>1ms op:" << bmm;
    QTest::newRow("duration, less") << "dur<=10ns op:"
                                    << "aten::Add";
    QTest::newRow("duration, decimal") << "dur=1.5ms" << bmm;
    QTest::newRow("tensor cores") << "tc:yes" << gemm;
    QTest::newRow("no tensor cores") << "tc:no"
                                     << "";
    QTest::newRow("unknown key is a name") << "foo:bar"
                                           << "";
}

void TestFilter::terms() {
    QFETCH(QString, filter);
    QFETCH(QString, expected);
    const auto trace = sample();
    const auto parsed = Filter::parse(filter.toStdString());
    QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().message.c_str());
    FilterMatcher matcher(parsed.value(), trace);
    QCOMPARE(QString::fromStdString(matched(*trace, matcher)), expected);
}

void TestFilter::collectivesAreKnownOnHostAndDevice() {
    test::TraceSketch s;
    s.slice("gloo", "user_annotation", "gloo:all_reduce", 0, 10);
    s.op("main", "record_param_comms", 20, 10);
    s.op("main", "aten::add", 40, 10);
    s.slice("gpu0/7", "kernel", "ncclDevKernel_AllReduce", 0, 10);
    s.slice("gpu0/7", "kernel", "oneccl_allreduce_kernel", 20, 10);
    s.slice("gpu0/7", "kernel", "gemm", 40, 10);
    const auto trace = s.build();
    FilterMatcher all(Filter::parse("comm:").value(), trace);
    QCOMPARE(matched(*trace, all),
             std::string("gloo:all_reduce; record_param_comms; ncclDevKernel_AllReduce; "
                         "oneccl_allreduce_kernel"));
    FilterMatcher some(Filter::parse("comm:allreduce gpu:").value(), trace);
    QCOMPARE(matched(*trace, some), std::string("ncclDevKernel_AllReduce; oneccl_allreduce_kernel"));
}

namespace {

// An operator of an own capture: its stack is an argument.
void stackedOp(test::TraceSketch& sketch, const std::string& thread, std::string_view name, TimeNs start,
               std::string_view function) {
    TraceBuilder& builder = sketch.builder();
    ArgLayout layout;
    layout.category = builder.strings().intern("cpu_op");
    layout.columns.push_back({builder.strings().intern("Stack")});
    SliceRecord record;
    record.start = start;
    record.duration = 10;
    record.name = builder.strings().intern(name);
    record.layout = builder.addLayout(layout);
    const StackId stack =
        builder.stacks().intern({}, {.function = builder.strings().intern(function), .line = 3});
    record.row = builder.addArgs(record.layout, {ArgValue::ofStack(stack).encode()});
    builder.addSlice(sketch.track(thread), record);
}

} // namespace

void TestFilter::modulesOfOwnCapturesComeFromTheirStacks() {
    test::TraceSketch s;
    stackedOp(s, "main", "aten::linear", 0, "Linear.forward");
    stackedOp(s, "main", "aten::mean", 20, "main");
    const auto trace = s.build();
    FilterMatcher matcher(Filter::parse("module:linear").value(), trace);
    QCOMPARE(matched(*trace, matcher), std::string("aten::linear"));
}

void TestFilter::passesAreToldApart() {
    test::TraceSketch s;
    s.slice("main", "python_function", "nn.Module: Linear_0", 0, 40);
    const auto forward = s.op("main", "aten::linear", 0, 30);
    const auto backward = s.op("autograd", "autograd::engine::evaluate_function: AddmmBackward0", 100, 30);
    s.op("autograd", "aten::mm", 105, 20);
    s.kernel("autograd", 110, "gpu0/7", "gemm", 130, 20);
    s.link(LinkKind::ForwardBackward, forward, backward);
    s.slice("main", "user_annotation", "Optimizer.step#SGD.step", 200, 50);
    s.op("main", "aten::add_", 210, 10);
    const auto trace = s.build();
    const auto of = [&](std::string_view filter) {
        FilterMatcher matcher(Filter::parse(filter).value(), trace);
        return matched(*trace, matcher);
    };
    QCOMPARE(
        of("pass:backward"),
        std::string("autograd::engine::evaluate_function: AddmmBackward0; aten::mm; cudaLaunchKernel; gemm"));
    QCOMPARE(of("pass:optimizer"), std::string("Optimizer.step#SGD.step; aten::add_"));
    QCOMPARE(of("pass:forward op:"), std::string("aten::linear"));
    QCOMPARE(of("module:linear kernel:"), std::string("gemm"));
}

void TestFilter::mistakesAreExplained_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("part");
    QTest::newRow("duration") << "dur>fast"
                              << "dur>1ms";
    QTest::newRow("duration without end") << "dur>1e999s"
                                          << "dur>1ms";
    QTest::newRow("open pattern") << "/gemm"
                                  << "does not end";
    QTest::newRow("bad pattern") << "/ge(mm/"
                                 << "parenthes";
    QTest::newRow("open pattern behind a key") << "kernel:/gemm"
                                               << "does not end";
    QTest::newRow("bad pattern behind a key") << "kernel:/ge(mm/"
                                              << "parenthes";
    QTest::newRow("pass") << "pass:over"
                          << "forward, backward or optimizer";
    QTest::newRow("tensor cores") << "tc:maybe"
                                  << "yes, no or ?";
}

void TestFilter::mistakesAreExplained() {
    QFETCH(QString, filter);
    QFETCH(QString, part);
    const auto parsed = Filter::parse(filter.toStdString());
    QVERIFY(!parsed.ok());
    QVERIFY2(parsed.error().message.find(part.toStdString()) != std::string::npos,
             parsed.error().message.c_str());
}

void TestFilter::aRunawayExpressionGivesUp() {
    const NamePattern pattern("(a+)+$", false);
    QVERIFY(pattern.error().empty());
    QVERIFY(!pattern.matches(std::string(5000, 'a') + "b"));
}

int run_tst_filter(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestFilter>(argc, argv);
}
#include "tst_filter.moc"
