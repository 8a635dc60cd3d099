#include "tests/support/SmallTraining.h"

#include "tests/support/TraceBuilder.h"

#include <utility>
#include <vector>

namespace lanes::test {
namespace {

class Training {
public:
    explicit Training(const std::string& script) {
        const ProcessId host = build_.addProcess({.key = "4242", .name = "python3"});
        const ProcessId gpu =
            build_.addProcess({.key = "0", .name = "GPU 0", .kind = Process::Kind::Device, .deviceIndex = 0});
        main_ = build_.addTrack({.process = host, .key = "4242", .name = "MainThread"});
        autograd_ = build_.addTrack({.process = host, .key = "4243", .name = "pt_autograd_0"});
        stream_ =
            build_.addTrack({.process = gpu, .key = "7", .name = "stream 7", .kind = Track::Kind::Stream});
        const StackId module = build_.stacks().intern({}, frame("<module>", script, 5));
        const StackId call = build_.stacks().intern(
            module,
            frame("Module._call_impl", "/usr/lib/python3/dist-packages/torch/nn/modules/module.py", 1190));
        const StackId wrapped = build_.stacks().intern(
            call,
            frame("Module._wrapped", "/usr/lib/python3/dist-packages/torch/nn/modules/module.py", 1192));
        stack_ = build_.stacks().intern(wrapped, frame("Net.forward", script, 3));
    }

    std::shared_ptr<const Trace> trace() {
        build_.info().producer = "lanescope test";
        build_.info().command = {"python3", "train.py"};
        forward();
        backward();
        kernel();
        return build_.publish();
    }

private:
    using Args = std::vector<std::pair<std::string, ArgValue>>;

    Frame frame(std::string_view function, std::string_view file, std::int32_t line) {
        return {build_.strings().intern(function), build_.strings().intern(file), line, {}};
    }

    ArgValue text(std::string_view value) { return ArgValue::ofText(build_.strings().intern(value)); }

    void add(TrackId track, std::string_view category, std::string_view name,
             std::pair<TimeNs, TimeNs> startAndDuration, const Args& args) {
        ArgLayout layout;
        layout.category = build_.strings().intern(category);
        std::vector<std::int64_t> cells;
        for (const auto& [key, value] : args) {
            const bool number = value.type == ArgValue::Type::Integer;
            layout.columns.push_back({build_.strings().intern(key),
                                      number ? ArgColumn::Form::Number : ArgColumn::Form::Raw,
                                      false,
                                      {}});
            cells.push_back(value.encode());
        }
        SliceRecord record;
        record.start = startAndDuration.first;
        record.duration = startAndDuration.second;
        record.name = build_.strings().intern(name);
        record.layout = build_.addLayout(layout);
        record.row = build_.addArgs(record.layout, cells);
        build_.addSlice(track, record);
    }

    void forward() {
        add(main_, "user_annotation", "step", {1'000'000, 9'000'000}, {});
        add(main_, "cpu_op", "aten::linear", {2'000'000, 2'000'000},
            {{"Sequence number", ArgValue::ofInteger(12)},
             {"Input Dims", text("[[64, 128], [256, 128], [256]]")},
             {"Input type", text(R"(["float", "float", "float"])")},
             {"Input Strides", text("[[128, 1], [128, 1], [1]]")},
             {"Python stack", ArgValue::ofStack(stack_)}});
        add(main_, "cpu_op", "aten::addmm", {2'400'000, 1'500'000},
            {{"Sequence number", ArgValue::ofInteger(12)},
             {"Input Dims", text("[[256], [64, 128], [128, 256], [], []]")},
             {"Input type", text(R"(["float", "float", "float", "Scalar", "Scalar"])")},
             {"Input Strides", text("[[1], [128, 1], [1, 128], [], []]")},
             {"Concrete Inputs", text(R"(["", "", "", "1", "0.5"])")},
             {"Python stack", ArgValue::ofStack(stack_)}});
        add(main_, "cuda_runtime", "cudaLaunchKernel", {2'500'000, 100'000},
            {{"correlation", ArgValue::ofInteger(81)}});
        add(main_, "cpu_op", "aten::relu", {4'500'000, 300'000}, {});
        add(main_, "cpu_op", "aten::relu", {5'000'000, 700'000}, {});
    }

    void backward() {
        add(autograd_, "cpu_op", "aten::mm", {6'000'000, 1'000'000},
            {{"Sequence number", ArgValue::ofInteger(12)}});
        build_.addLink(LinkKind::ForwardBackward, {main_, 1}, {autograd_, 0});
    }

    void kernel() {
        add(stream_, "kernel", "ampere_sgemm_128x64_nn", {3'000'000, 800'000},
            {{"grid", text("[2, 4, 1]")},
             {"block", text("[256, 1, 1]")},
             {"registers per thread", ArgValue::ofInteger(122)},
             {"shared memory", ArgValue::ofInteger(49152)},
             {"correlation", ArgValue::ofInteger(81)}});
        build_.addLink(LinkKind::Launch, {main_, 3}, {stream_, 0});
    }

    TraceBuilder build_;
    TrackId main_;
    TrackId autograd_;
    TrackId stream_;
    StackId stack_;
};

} // namespace

std::shared_ptr<const Trace> smallTraining(const std::string& script) {
    return Training(script).trace();
}

SliceId sliceNamed(const Trace& trace, std::string_view name) {
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.text(trace.slice(SliceId(i)).name) == name) {
            return SliceId(i);
        }
    }
    return {};
}

} // namespace lanes::test
