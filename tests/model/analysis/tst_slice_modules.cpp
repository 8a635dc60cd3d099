// Which module each slice runs in, whatever the trace knows modules from.
#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/operators/SliceModules.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <string>

using namespace lanes;
using test::TraceSketch;

namespace {

// "name: module;" of each slice.
std::string modulesOf(const std::shared_ptr<const Trace>& trace) {
    const auto modules = SliceModules::build(trace);
    std::string text;
    for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
        text += std::string(trace->text(trace->slice(SliceId(i)).name)) + ": " +
                std::string(modules->of(SliceId(i))) + ";";
    }
    return text;
}

SliceRecord withStack(TraceBuilder& builder, std::string_view name, TimeNs start, StackId stack) {
    ArgLayout layout;
    layout.category = builder.strings().intern("cpu_op");
    layout.columns.push_back({.key = builder.strings().intern("Stack")});
    SliceRecord record{.start = start, .duration = 10, .name = builder.strings().intern(name)};
    record.layout = builder.addLayout(layout);
    record.row = builder.addArgs(record.layout, {ArgValue::ofStack(stack).encode()});
    return record;
}

} // namespace

class tst_slice_modules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatACallOfAModuleContainsRunsInIt() {
        TraceSketch s;
        s.slice("main", "python_function", "train.py(9): step", 0, 100);
        s.slice("main", "python_function", "nn.Module: Block_0", 10, 80);
        s.slice("main", "python_function", "nn.Module: Linear_0", 20, 30);
        s.slice("main", "python_function", "linear.py(3): forward", 22, 20);
        s.op("main", "aten::linear", 24, 10);
        s.op("main", "aten::add", 60, 10);
        s.kernel("main", 62, "gpu0/7", "add", 70, 5);
        QCOMPARE(modulesOf(s.build()),
                 std::string("train.py(9): step: ;nn.Module: Block_0: Block_0;nn.Module: Linear_0: Linear_0;"
                             "aten::add: Block_0;linear.py(3): forward: Linear_0;"
                             "cudaLaunchKernel: Block_0;aten::linear: Linear_0;add: Block_0;"));
    }

    void backwardWorkRunsInTheModuleOfItsForward() {
        TraceSketch s;
        s.slice("main", "python_function", "nn.Module: Linear_0", 5, 40);
        const auto forward = s.op("main", "aten::linear", 10, 30);
        const auto backward = s.op("autograd", "AddmmBackward0", 100, 50);
        s.kernel("autograd", 110, "gpu0/7", "gemm", 130, 20);
        s.op("autograd", "aten::ones", 200, 5);
        s.link(LinkKind::ForwardBackward, forward, backward);
        QCOMPARE(modulesOf(s.build()),
                 std::string("nn.Module: Linear_0: Linear_0;aten::linear: Linear_0;AddmmBackward0: Linear_0;"
                             "aten::ones: ;cudaLaunchKernel: Linear_0;gemm: Linear_0;"));
    }

    void stacksOfOwnCapturesTellModulesToo() {
        TraceSketch s;
        TraceBuilder& builder = s.builder();
        const auto frame = [&](std::string_view function) {
            return Frame{builder.strings().intern(function), builder.strings().intern("net.py"), 5,
                         StringId()};
        };
        const StackId outside = builder.stacks().intern(StackId(), frame("main"));
        const StackId inside = builder.stacks().intern(outside, frame("Linear.forward"));
        builder.addSlice(s.track("main"), withStack(builder, "aten::mm", 0, inside));
        builder.addSlice(s.track("main"), withStack(builder, "aten::sum", 20, outside));
        QCOMPARE(modulesOf(s.build()), std::string("aten::mm: Linear;aten::sum: ;"));
    }

    void whatIsCalledIsTheModuleThatTheStackNames() {
        TraceSketch s;
        TraceBuilder& builder = s.builder();
        const auto call = [&](StackId from, std::string_view function, std::string_view module = {}) {
            return builder.stacks().intern(
                from, {builder.strings().intern(function), builder.strings().intern("net.py"), 5,
                       module.empty() ? StringId() : builder.strings().intern(module)});
        };
        const StackId net = call(call({}, "Module._wrapped_call_impl", "Net"), "Module._call_impl");
        const StackId forward = call(net, "Net.forward");
        const StackId named =
            call(call(forward, "Module._wrapped_call_impl", "Net.layers.1 (Tall)"), "Module._call_impl");
        const StackId base = call(call(call(named, "decorated"), "Tall.forward"), "Block.forward");
        const StackId unnamed = call(call(forward, "Module._wrapped_call_impl"), "Module._call_impl");
        builder.addSlice(s.track("main"), withStack(builder, "aten::mm", 0, base));
        builder.addSlice(s.track("main"),
                         withStack(builder, "aten::relu", 20, call(unnamed, "ReLU.forward")));
        builder.addSlice(s.track("main"), withStack(builder, "aten::sum", 40, forward));
        QCOMPARE(modulesOf(s.build()),
                 std::string("aten::mm: Net.layers.1 (Tall);aten::relu: ReLU;aten::sum: Net;"));
    }

    void aModulesNameTellsItsClassAndItsPlace() {
        QCOMPARE(moduleClass("nn.Module: Linear_0"), std::string_view("Linear"));
        QCOMPARE(moduleClass("Net"), std::string_view("Net"));
        QCOMPARE(moduleClass("nn.Module: Net_1.layers.3.attn (Self_Attention)"),
                 std::string_view("Self_Attention"));
        QCOMPARE(moduleBelow("nn.Module: Net.layers.3 (Block)", "nn.Module: Net"),
                 std::string_view("layers.3 (Block)"));
        QCOMPARE(moduleBelow("Net.layers.3.attn (Linear)", "Net.layers.3 (Block)"),
                 std::string_view("attn (Linear)"));
        QCOMPARE(moduleBelow("Net.layers.31 (Block)", "Net.layers.3 (Block)"),
                 std::string_view("Net.layers.31 (Block)"));
        QCOMPARE(moduleBelow("Linear_0", "Net_0"), std::string_view("Linear_0"));
        QCOMPARE(moduleBelow("Net", ""), std::string_view("Net"));
    }

    void aTraceWithoutModulesHasNone() {
        TraceSketch s;
        s.op("main", "aten::mm", 0, 10);
        QCOMPARE(modulesOf(s.build()), std::string("aten::mm: ;"));
    }
};

int run_tst_slice_modules(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_slice_modules>(argc, argv);
}
#include "tst_slice_modules.moc"
