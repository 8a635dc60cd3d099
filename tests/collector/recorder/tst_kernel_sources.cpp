// Where kernels of Triton and torch.compile come from: what the program tells, and what stands in generated files.
#include "collector/recorder/devices/GeneratedCode.h"
#include "collector/recorder/devices/KernelSources.h"
#include "collector/recorder/host/ForeignFile.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

using namespace lanes;
using recorder::GeneratedCode;
using recorder::KernelSource;
using recorder::KernelSources;
using test::DeviceRecording;

namespace {

constexpr std::string_view kName = "triton_poi_fused_add_relu_0";
constexpr std::string_view kForward = R"(# AOT ID: ['0_forward']
# kernel path: /cache/bn/cbn.py
# Topologically Sorted Source Nodes: [c, d], Original ATen: [aten.add, aten.relu]
# Source node to ATen node mapping:
#   c => add
triton_poi_fused_add_relu_0 = async_compile.triton('triton_poi_fused_add_relu_0', '''
    triton_meta={'signature': {'in_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': 0},
''', device_str='cuda')
        # Topologically Sorted Source Nodes: [c, d], Original ATen: [aten.add, aten.relu]
        triton_poi_fused_add_relu_0.run(arg0_1, buf0, 64, stream=stream0)
)";
constexpr int kLaunchLine = 10;

std::string backward() {
    std::string text(kForward);
    return text.replace(text.find("forward"), 7, "backward");
}

} // namespace

class tst_kernel_sources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void generatedCodeSaysWhatItsKernelsAreMadeOf() {
        const auto code = GeneratedCode::parse(kForward);
        QVERIFY(code && !code->isBackward());
        const auto* kernel = code->kernel(kName);
        QVERIFY(kernel != nullptr);
        QCOMPARE(kernel->file, std::string("/cache/bn/cbn.py"));
        QCOMPARE(kernel->operators, std::string("aten.add, aten.relu"));
        QCOMPARE(kernel->arguments, std::string("in_ptr0: *fp32, xnumel: i32, XBLOCK: constexpr"));
        QCOMPARE(kernel->nodes, (std::vector<std::string>{"c", "d"}));
        QCOMPARE(code->launch(kName, kLaunchLine),
                 std::string_view("triton_poi_fused_add_relu_0.run(arg0_1, buf0, 64, stream=stream0)"));
        QCOMPARE(code->launch(kName, kLaunchLine - 1), std::string_view());
        QCOMPARE(code->launch("triton_poi_fused_add_relu_", kLaunchLine), std::string_view());
        QCOMPARE(code->kernel("another"), nullptr);
        QVERIFY(GeneratedCode::parse(backward())->isBackward());
    }

    void whatIsNoneOfItIsNotRead() {
        QVERIFY(GeneratedCode::mayBe("/cache/bn/cbnyg.py"));
        for (const char* path :
             {"/x/train.py", "/cache/bn/dbnyg.py", "/cache/bn/cbnyg.txt", "cbn.py", "/c.py", ""}) {
            QVERIFY2(!GeneratedCode::mayBe(path), path);
        }
        QVERIFY(!GeneratedCode::parse("import torch\n"));
        const QTemporaryDir folder;
        const std::string pipe = folder.path().toStdString() + "/pipe";
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        for (const std::string& path :
             {pipe, folder.path().toStdString(), std::string("/no/such/file"), std::string("/dev/zero")}) {
            QCOMPARE(recorder::readForeignFile(path, 0, 100), std::string()); // and at once
        }
    }

    void damagedFilesSayWhatTheyCan() {
        const std::string text(kForward);
        for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
            const auto code = GeneratedCode::parse(std::string_view(text).substr(0, bytes));
            QVERIFY(!code || code->kernel("nothing") == nullptr);
        }
        const auto code = GeneratedCode::parse(
            "# AOT ID: [\n = async_compile.triton('x', '''\n'''\n.run(\n\xff\xfe.run(\n# Source Nodes: [\n");
        QVERIFY(code);
        QCOMPARE(code->launch("", 99), std::string_view());
    }

    void aKernelThatTritonCompiledIsKnownByItsBlock() {
        Told told;
        told.tell("kernel\tadd\t/x/train.py\t4\tx_ptr: *fp32, n: i32\tBLOCK=256, num_warps=4\t128\n"
                  "kernel\tadd\t/x/train.py\t4\tx_ptr: *fp32, n: i32\tBLOCK=512, num_warps=8\t256\n");
        QCOMPARE(told.find("other", 128), nullptr);
        const KernelSource* source = told.find("add", 128);
        QVERIFY(source != nullptr);
        QCOMPARE(told.text(source->file), std::string("/x/train.py:4"));
        QCOMPARE(told.text(source->arguments), std::string("x_ptr: *fp32, n: i32"));
        QCOMPARE(told.text(source->constants), std::string("BLOCK=256, num_warps=4"));
        QCOMPARE(told.text(told.find("add", 256)->constants), std::string("BLOCK=512, num_warps=8"));
        // Of two that look alike from outside only what they share is told.
        told.tell("kernel\tadd\t/x/train.py\t4\tx_ptr: *fp16, n: i32\tBLOCK=1024, num_warps=4\t128\n");
        source = told.find("add", 128);
        QCOMPARE(told.text(source->file), std::string("/x/train.py:4"));
        QVERIFY(!source->arguments.valid() && !source->constants.valid());
    }

    void aGeneratedKernelLeadsToTheLinesOfTheProgram() {
        Told told;
        const StackId stack = told.launchedFrom(kForward);
        told.tell("node\t0\tc\t/x/train.py\t16\tf\nnode\t0\td\t/x/train.py\t17\tf\nnode\t0\te\t/x/"
                  "train.py\t18\tf\n");
        const KernelSource* source = told.find(kName, 128, stack);
        QVERIFY(source != nullptr);
        QCOMPARE(told.text(source->lines), std::string("/x/train.py(16): f;/x/train.py(17): f;"));
        QCOMPARE(told.text(source->operators), std::string("aten.add, aten.relu"));
        QCOMPARE(told.text(source->generated), told.generated + ":10");
        QVERIFY(told.text(source->launch).starts_with("triton_poi_fused_add_relu_0.run(arg0_1"));
        // The same graph once more changes nothing; one that gives the same names to other lines leaves them unsaid.
        told.tell("node\t1\tc\t/x/train.py\t16\tf\nnode\t1\td\t/x/train.py\t17\tf\n");
        QCOMPARE(told.text(told.find(kName, 128, stack)->lines),
                 std::string("/x/train.py(16): f;/x/train.py(17): f;"));
        told.tell("node\t2\tc\t/x/other.py\t5\tg\nnode\t2\td\t/x/other.py\t6\tg\n");
        QVERIFY(!told.find(kName, 128, stack)->lines.valid());
        QVERIFY(told.find(kName, 128, stack)->operators.valid());
    }

    void nodesOfABackwardPassAreNotThoseOfTheProgram() {
        Told told;
        const StackId stack = told.launchedFrom(backward());
        told.tell("node\t0\tc\t/x/train.py\t16\tf\nnode\t0\td\t/x/train.py\t17\tf\n");
        const KernelSource* source = told.find(kName, 128, stack);
        QVERIFY(source != nullptr && source->operators.valid() && !source->lines.valid());
        // But they have lines of their own, those of their forward nodes.
        told.tell("backward\t1\tc\t/x/train.py\t21\tf\nbackward\t1\td\t/x/train.py\t20\tf\n");
        QCOMPARE(told.text(told.find(kName, 128, stack)->lines),
                 std::string("/x/train.py(20): f;/x/train.py(21): f;"));
    }

    void nodesThatAreInNoListAreThoseOfTheGraph() {
        std::string text = backward(); // as torch 2.9 writes it
        text.replace(text.find("[c, d]"), 6, "[]");
        text.insert(
            text.find("triton_poi_fused"),
            "# Graph fragment:\n#   %relu : Tensor \"f32[64]\" = PlaceHolder[target=relu]\n"
            "#   %c : Tensor \"f32[64]\"[num_users=1] = call_function[target=torch.ops.aten.le](args = ())\n"
            "#   %d : Tensor \"f32[64]\"[num_users=1] = call_function[target=torch.ops.aten.mul](args = ())\n"
            "#   return %d\n");
        const auto code = GeneratedCode::parse(text);
        QVERIFY(code && code->isBackward());
        const recorder::GeneratedKernel* kernel = code->kernel(kName);
        QVERIFY(kernel != nullptr);
        QCOMPARE(kernel->nodes, (std::vector<std::string>{"c", "d"}));
        QCOMPARE(kernel->operators, std::string("aten.add, aten.relu"));
    }

    void whatMakesNoSenseDoesNoHarm() {
        Told told;
        told.tell(
            "\n\t\t\t\nkernel\nnode\t-1\nkernel\tadd\t\xff\t-5\t\t\tmany\nnothing\tof it\nkernel\tcut o");
        const KernelSource* source = told.find("add", 0);
        QVERIFY(source != nullptr);
        QCOMPARE(told.text(source->file), std::string("\xef\xbf\xbd:0"));
        QCOMPARE(told.find("cut o", 0), nullptr);
        told.tell("ff\t/x/a.py\t1\t\t\t0\n"); // the rest of it
        QVERIFY(told.find("cut off", 0) != nullptr);
    }

private:
    // A process that tells, into a file as it does.
    struct Told {
        DeviceRecording at;
        std::string folder = at.folder();
        std::string generated;
        KernelSources sources{at.sink().writer()};

        Told() { sources.setFile(folder + "/1.kernels"); }
        void tell(std::string_view text) {
            std::ofstream(folder + "/1.kernels", std::ios::app) << text;
            sources.refresh();
        }
        const KernelSource* find(std::string_view name, std::uint64_t threads, StackId stack = {}) {
            return sources.find(at.sink().writer().string(name), threads, stack);
        }
        std::string text(StringId id) { return std::string(at.sink().writer().text(id)); }
        // The stack of a launch in a file with that text.
        StackId launchedFrom(std::string_view text) {
            std::filesystem::create_directory(folder + "/ab");
            generated = folder + "/ab/cab.py";
            std::ofstream(generated) << text;
            auto& writer = at.sink().writer();
            const StackId call =
                writer.stack({}, {writer.string("call"), writer.string(generated), kLaunchLine, {}});
            return writer.stack(call,
                                {writer.string("run"), writer.string("/torch/triton_heuristics.py"), 9, {}});
        }
    };
};

int run_tst_kernel_sources(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_kernel_sources>(argc, argv);
}
#include "tst_kernel_sources.moc"
