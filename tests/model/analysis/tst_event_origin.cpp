#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/operators/OperatorForest.h"
#include "model/io/OpenTrace.h"
#include "model/trace/args/IdReader.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QFile>
#include <QTest>

using namespace lanes;
using namespace lanes::test;

namespace {

std::string event(const std::string& category, const std::string& name, const std::string& thread,
                  const std::string& start, const std::string& duration, const std::string& args) {
    return q("{'ph': 'X', 'cat': '") + category + q("', 'name': '") + name + q("', ") + q(thread) +
           q(", 'ts': ") + start + q(", 'dur': ") + duration + q(", 'args': {") + q(args) + "}},\n";
}

const std::string kMain = "'pid': 1, 'tid': 1";
const std::string kBackward = "'pid': 1, 'tid': 2";
const std::string kStream = "'pid': 0, 'tid': 7";

// A layer's forward with a kernel, its backward on another thread with one, and a kernel whose launch is not there.
std::shared_ptr<const Trace> layer() {
    return importText(
        "[" + event("python_function", "train.py(40): step", kMain, "0", "100", "") +
        event("python_function", "nn.Module: Linear_0", kMain, "10", "50", "") +
        event("cpu_op", "aten::linear", kMain, "20", "30", "'External id': 4, 'Sequence number': 9") +
        event("cpu_op", "aten::addmm", kMain, "22", "20", "'External id': 5") +
        event("cuda_runtime", "cudaLaunchKernel", kMain, "25", "5", "'correlation': 1") +
        event("kernel", "gemm", kStream, "60", "9", "'correlation': 1, 'External id': 5") +
        event("cpu_op", "AddmmBackward0", kBackward, "120", "30",
              "'External id': 6, 'Sequence number': 9, 'Fwd thread id': 1") +
        event("cuda_runtime", "cudaLaunchKernel", kBackward, "125", "5", "'correlation': 2") +
        event("kernel", "gemm_backward", kStream, "160", "9", "'correlation': 2") +
        event("kernel", "unlaunched", kStream, "200", "9", "'External id': 4") +
        event("cpu_op", "aten::zeros", "'pid': 1, 'tid': 3", "300", "1",
              "'Call stack': 'a.py(3): inner;a.py(9): <module>;'") +
        event("user_annotation", "epoch", "'pid': 1, 'tid': 3", "310", "1",
              "'Call stack': 'x/torch/_ops.py(1): __call__;x/torch/autograd/profiler.py(9): "
              "__enter__;a.py(9): <module>;'"));
}

// The engine adds a bias' gradient up itself, behind the node that computes it: within what it evaluates.
std::shared_ptr<const Trace> evaluated() {
    return importText("[" +
                      event("cpu_op", "aten::addmm", kMain, "20", "30",
                            "'Sequence number': 9, 'Call stack': 'a.py(3): forward;'") +
                      event("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", kBackward, "120",
                            "90", "'External id': 5") +
                      event("cpu_op", "AddmmBackward0", kBackward, "121", "30",
                            "'Sequence number': 9, 'Fwd thread id': 1") +
                      event("cpu_op", "aten::sum", kBackward, "160", "30", "'External id': 7") +
                      event("cuda_runtime", "cudaLaunchKernel", kBackward, "165", "5", "'correlation': 2") +
                      event("kernel", "reduce", kStream, "180", "9", "'correlation': 2") +
                      event("cpu_op", "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
                            kBackward, "220", "30", "") +
                      event("cpu_op", "aten::add_", kBackward, "225", "9", ""));
}

// A step that adds to gradients that are there: a weight's and a bias' behind the node that computes both. What a hook does
// there (DistributedDataParallel's) is no work of that node.
std::shared_ptr<const Trace> accumulated() {
    const std::string evaluate = "autograd::engine::evaluate_function: ";
    const std::string node = "torch::autograd::AccumulateGrad";
    return importText("[" +
                      event("cpu_op", "aten::addmm", kMain, "20", "30",
                            "'Sequence number': 9, 'Call stack': 'a.py(3): forward;'") +
                      event("cpu_op", evaluate + node, kBackward, "100", "9", "") +
                      event("cpu_op", node, kBackward, "101", "7", "") +
                      event("cpu_op", "aten::first_", kBackward, "102", "5", "") +
                      event("cpu_op", evaluate + "AddmmBackward0", kBackward, "120", "40", "") +
                      event("cpu_op", "AddmmBackward0", kBackward, "121", "30",
                            "'Sequence number': 9, 'Fwd thread id': 1") +
                      event("cpu_op", evaluate + node, kBackward, "200", "30", "") +
                      event("cpu_op", node, kBackward, "201", "9", "") +
                      event("cpu_op", "aten::add_", kBackward, "202", "5", "") +
                      event("cpu_op", evaluate + node, kBackward, "240", "30", "") +
                      event("cpu_op", node, kBackward, "241", "9", "") +
                      event("cpu_op", "aten::sub_", kBackward, "242", "5", "") +
                      event("cpu_op", "c10d::allreduce_", kBackward, "255", "5", ""));
}

// Both have a forward operator of number 9; the other process' is the later one.
std::shared_ptr<const Trace> twoProcesses() {
    return importText("[" + event("cpu_op", "aten::linear", kMain, "20", "30", "'Sequence number': 9") +
                      event("cpu_op", "aten::mul", "'pid': 2, 'tid': 1", "60", "30", "'Sequence number': 9") +
                      event("cpu_op", "AddmmBackward0", kBackward, "120", "30",
                            "'Sequence number': 9, 'Fwd thread id': 1"));
}

SliceId named(const Trace& trace, std::string_view name) {
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.text(trace.slice(SliceId(i)).name) == name) {
            return SliceId(i);
        }
    }
    return {};
}

std::string nameOf(const Trace& trace, SliceId id) {
    return id.valid() ? std::string(trace.text(trace.slice(id).name)) : "none";
}

std::string stackOf(const EventOrigin& origin, SliceId id) {
    std::string text;
    for (const StackLine& line : origin.pythonStackOf(id).lines) {
        text += line.text + "|";
    }
    return text;
}

const std::string kEndsWithinTheCall =
    event("cpu_op", "aten::outer", kMain, "0", "100", "") +
    event("cpu_op", "aten::short", kMain, "10", "10", "") +
    event("cuda_runtime", "cudaLaunchKernel", kMain, "15", "20", "'correlation': 1");
const std::string kAsLongAsTheCall =
    event("cuda_runtime", "cudaLaunchKernel", kMain, "15", "5", "'correlation': 1") +
    event("cpu_op", "aten::same", kMain, "15", "5", "");
const std::string kBeginsDuringTheCall =
    event("cpu_op", "aten::outer", kMain, "0", "100", "") +
    event("cuda_runtime", "cudaLaunchKernel", kMain, "15", "20", "'correlation': 1") +
    event("cpu_op", "aten::late", kMain, "18", "5", "");

void namesTheOperatorOfTheTables(const std::string& host, std::string_view expected) {
    const auto trace =
        importText("[" + host + event("kernel", "gemm", kStream, "60", "9", "'correlation': 1"));
    const SliceId kernel = named(*trace, "gemm");
    const auto forest = OperatorForest::build(trace);
    const DeviceWork* work = forest->workOf(kernel);
    QVERIFY(work != nullptr && work->op != DeviceWork::kNoOperator);
    QCOMPARE(nameOf(*trace, forest->slice(work->op)), std::string(expected));
    const EventOrigin origin(trace);
    QCOMPARE(nameOf(*trace, origin.operatorOf(kernel)), std::string(expected));
    QCOMPARE(nameOf(*trace, origin.operatorOf(named(*trace, "cudaLaunchKernel"))), std::string(expected));
}

} // namespace

class tst_event_origin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKernelLeadsToItsCode() {
        const auto trace = layer();
        const EventOrigin origin(trace);
        const SliceId kernel = named(*trace, "gemm");
        QCOMPARE(nameOf(*trace, origin.launchOf(kernel)), std::string("cudaLaunchKernel"));
        QCOMPARE(nameOf(*trace, origin.operatorOf(kernel)), std::string("aten::addmm"));
        QCOMPARE(stackOf(origin, kernel), std::string("nn.Module: Linear_0|train.py(40): step|"));
        const std::vector<StackLine> modules = origin.modulesOf(kernel);
        QCOMPARE(modules.size(), std::size_t(1));
        QCOMPARE(modules.front().text, std::string("Linear_0"));
        QCOMPARE(nameOf(*trace, modules.front().slice), std::string("nn.Module: Linear_0"));
        QCOMPARE(origin.modulesOf(modules.front().slice).front().slice, modules.front().slice); // its own
        QVERIFY(!origin.forwardOf(kernel).valid());
        QVERIFY(origin.pythonStackOf(kernel).lines[0].slice.valid()); // a click leads on
    }

    void backwardWorkHasTheStackOfItsForwardOperator() {
        const auto trace = layer();
        const EventOrigin origin(trace);
        const SliceId kernel = named(*trace, "gemm_backward");
        QCOMPARE(nameOf(*trace, origin.operatorOf(kernel)), std::string("AddmmBackward0"));
        QCOMPARE(nameOf(*trace, origin.forwardOf(kernel)), std::string("aten::linear"));
        QVERIFY(origin.pythonStackOf(kernel).ofForward);
        QCOMPARE(origin.modulesOf(kernel).front().text, std::string("Linear_0"));
    }

    // Which forward operator it is takes a walk over all of them: what one job gave up is found for the next.
    void aJobThatIsAskedToStopGivesUp() {
        const auto trace = accumulated();
        const EventOrigin origin(trace);
        const SliceId backward = named(*trace, "AddmmBackward0");
        std::stop_source stop;
        const EventOrigin asked = origin.until(stop.get_token());
        stop.request_stop();
        QCOMPARE(nameOf(*trace, asked.forwardOf(backward)), std::string("none"));
        QVERIFY(!detailsOf(*trace, origin, backward, stop.get_token()).has_value());
        QCOMPARE(nameOf(*trace, origin.forwardOf(backward)), std::string("aten::addmm"));
        QCOMPARE(nameOf(*trace, asked.forwardOf(backward)), std::string("aten::addmm")); // now it is known
    }

    void whatTheEngineDoesForANodeHasTheForwardOperatorOfTheNode() {
        const auto trace = evaluated();
        const EventOrigin origin(trace);
        for (const char* name :
             {"reduce", "aten::sum", "autograd::engine::evaluate_function: AddmmBackward0"}) {
            const SliceId slice = named(*trace, name);
            QCOMPARE(nameOf(*trace, origin.forwardOf(slice)), std::string("aten::addmm"));
            QCOMPARE(origin.pythonStackOf(slice).lines.front().text, std::string("a.py(3): forward"));
            QVERIFY(origin.pythonStackOf(slice).ofForward);
        }
        QVERIFY(!origin.forwardOf(named(*trace, "aten::add_")).valid());
        const auto forest = OperatorForest::build(trace);
        const auto context = CallContext::build(forest);
        const auto number = [&](const char* name) { return *forest->indexOf(named(*trace, name)); };
        QCOMPARE(context->forwardOf(number("aten::sum")), number("aten::addmm"));
        QCOMPARE(context->nodeOf(number("aten::sum")), context->nodeOf(number("aten::addmm")));
        QCOMPARE(context->forwardOf(number("aten::add_")), CallContext::kNone);
    }

    void whatAddsGradientsUpHasTheForwardOperatorOfTheNodeThatComputedThem() {
        const auto trace = accumulated();
        const EventOrigin origin(trace);
        const auto forest = OperatorForest::build(trace);
        const auto context = CallContext::build(forest);
        const auto number = [&](const char* name) { return *forest->indexOf(named(*trace, name)); };
        for (const char* name : {"aten::add_", "aten::sub_"}) {
            QCOMPARE(nameOf(*trace, origin.forwardOf(named(*trace, name))), std::string("aten::addmm"));
            QCOMPARE(origin.pythonStackOf(named(*trace, name)).lines.front().text,
                     std::string("a.py(3): forward"));
            QCOMPARE(context->forwardOf(number(name)), number("aten::addmm"));
        }
        for (const char* name : {"aten::first_", "c10d::allreduce_"}) {
            QVERIFY(!origin.forwardOf(named(*trace, name)).valid());
            QCOMPARE(context->forwardOf(number(name)), CallContext::kNone);
        }
    }

    void aForwardOperatorOfAnotherProcessIsNoneOfIts() {
        const auto trace = twoProcesses();
        const EventOrigin origin(trace);
        QCOMPARE(nameOf(*trace, origin.forwardOf(named(*trace, "AddmmBackward0"))),
                 std::string("aten::linear"));
    }

    void withoutALaunchTheExternalIdLeadsToTheOperator() {
        const auto trace = layer();
        const EventOrigin origin(trace);
        const SliceId kernel = named(*trace, "unlaunched");
        QVERIFY(!origin.launchOf(kernel).valid());
        QCOMPARE(nameOf(*trace, origin.operatorOf(kernel)), std::string("aten::linear"));
        QCOMPARE(origin.modulesOf(kernel).front().text, std::string("Linear_0"));
    }

    void stacksThatAreArgumentsAreReadToo() {
        const auto trace = layer();
        const EventOrigin origin(trace);
        QCOMPARE(stackOf(origin, named(*trace, "aten::zeros")),
                 std::string("a.py(3): inner|a.py(9): <module>|"));
        QVERIFY(origin.modulesOf(named(*trace, "aten::zeros")).empty());
    }

    void aRangeComesFromTheLineThatOpenedItNotFromTorch() {
        const auto trace = layer();
        QCOMPARE(stackOf(EventOrigin(trace), named(*trace, "epoch")), std::string("a.py(9): <module>|"));
    }

    // Of a launch, and of the kernel that it launched: details and tables name one operator.
    void anOperatorThatEndsWithinTheCallIsStillTheCaller() {
        namesTheOperatorOfTheTables(kEndsWithinTheCall, "aten::short");
    }

    void anOperatorAsLongAsTheCallIsTheCaller() {
        namesTheOperatorOfTheTables(kAsLongAsTheCall, "aten::same");
    }

    void anOperatorThatBeginsDuringTheCallIsNot() {
        namesTheOperatorOfTheTables(kBeginsDuringTheCall, "aten::outer");
    }

    // Kineto writes the operator's External id into every kernel: an independent witness.
    void inARealTraceEveryKernelLeadsToTheOperatorThatKinetoNames() {
        const QString folder = qEnvironmentVariable("LANESCOPE_TRACES",
                                                    QStringLiteral(LANESCOPE_SOURCE_DIR "/../shared/traces"));
        const QString path = folder + "/h100_bert_small.json.gz";
        if (!QFile::exists(path)) {
            QSKIP("no traces beside the checkout");
        }
        const auto trace = openTrace(path.toStdString()).value();
        const EventOrigin origin(trace);
        IdReader ids(*trace, "External id");
        int kernels = 0;
        for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
            if (trace->slice(SliceId(i)).kind != EventKind::Kernel) {
                continue;
            }
            const SliceId op = origin.operatorOf(SliceId(i));
            QVERIFY(op.valid() && origin.launchOf(SliceId(i)).valid());
            QCOMPARE(ids.of(op)->number(), ids.of(SliceId(i))->number());
            QVERIFY(!origin.pythonStackOf(SliceId(i)).lines.empty());
            ++kernels;
        }
        QCOMPARE(kernels, 60);
    }
};

int run_tst_event_origin(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_event_origin>(argc, argv);
}
#include "tst_event_origin.moc"
