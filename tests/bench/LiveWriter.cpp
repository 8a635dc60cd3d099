#include "tests/bench/LiveWriter.h"

#include "model/session/writing/SessionWriter.h"
#include "tests/bench/Report.h"
#include "tests/support/SessionOutput.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <ctime>
#include <thread>
#include <vector>

namespace lanes::bench {

namespace {

constexpr auto kPause = std::chrono::milliseconds(100); // between two looks at what is due, as a recorder's
constexpr TimeNs kStep = 50'000'000;                    // of the training that is told
constexpr int kLayers = 6;
constexpr int kOperators = 4;       // of a layer
constexpr int kEventsOfBlock = 127; // see Training

TimeNs monotonic() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return TimeNs{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// A block is one call of a model: a function, 6 modules with 4 operators each, of which each calls another one that
// launches a kernel and allocates: 1 + 6 + 24 x (3 slices, kernel, allocation) events.
class Training : public session::CellSource {
public:
    Training(session::SessionWriter& writer, std::uint64_t eventsPerSecond, TimeNs begin)
        : writer_(writer)
        , block_(static_cast<TimeNs>(kEventsOfBlock * 1'000'000'000ull / eventsPerSecond))
        , at_(begin) {
        define();
    }

    // Everything until `now`. False where it cannot be written.
    [[nodiscard]] bool advance(TimeNs now) {
        for (; at_ + block_ <= now; at_ += block_) {
            tellBlock(at_);
        }
        return write();
    }

    void cells(LayoutId, std::uint32_t row, std::span<std::int64_t> out) const override {
        if (!out.empty()) {
            out[0] = ArgValue::ofInteger(row).encode();
        }
    }

private:
    void define() {
        SessionInfo info;
        info.producer = "live writer";
        writer_.setInfo(info);
        const ProcessId host = writer_.addProcess({.key = "1000", .name = "python3", .label = "CPU"});
        const ProcessId device = writer_.addProcess(
            {.key = "0", .name = "GPU 0", .kind = Process::Kind::Device, .deviceIndex = 0});
        thread_ = writer_.addTrack(
            {.process = host, .key = "1000", .name = "MainThread", .kind = Track::Kind::Thread});
        stream_ = writer_.addTrack(
            {.process = device, .key = "7", .name = "stream 7", .kind = Track::Kind::Stream});
        function_ = layout("python_function", false);
        operator_ = layout("cpu_op", false);
        runtime_ = layout("cuda_runtime", true);
        kernel_ = layout("kernel", true);
        range_ = layout("user_annotation", false);
        for (int i = 0; i < kLayers; ++i) {
            modules_.at(static_cast<std::size_t>(i)) =
                writer_.string("nn.Module: Net.layers." + std::to_string(i) + " (Block)");
        }
        for (std::size_t i = 0; i < kNames; ++i) {
            outer_.at(i) = writer_.string("aten::linear_" + std::to_string(i));
            inner_.at(i) = writer_.string("aten::addmm_" + std::to_string(i));
            kernels_.at(i) = writer_.string("ampere_sgemm_" + std::to_string(i));
        }
        forward_ = writer_.string("train.py(12): forward");
        launch_ = writer_.string("cudaLaunchKernel");
    }
    LayoutId layout(const char* category, bool correlated) {
        ArgLayout layout;
        layout.category = writer_.string(category);
        if (correlated) {
            layout.columns = {{writer_.string("correlation")}};
        }
        return writer_.addLayout(layout);
    }

    void tellBlock(TimeNs start) {
        if (start / kStep != (start - block_) / kStep) {
            const StringId step = writer_.string("ProfilerStep#" + std::to_string(++steps_));
            thread(start, kStep * 9 / 10, step, range_);
        }
        thread(start, block_ * 8 / 10, forward_, function_);
        const TimeNs layer = block_ * 7 / 10 / kLayers;
        const TimeNs call = layer * 9 / 10 / kOperators;
        for (int l = 0; l < kLayers; ++l) {
            const TimeNs inLayer = start + layer * l + block_ / 50;
            thread(inLayer, layer * 95 / 100, modules_.at(static_cast<std::size_t>(l)), function_);
            for (int o = 0; o < kOperators; ++o) {
                tellOperator(inLayer + call * o + 20, call,
                             (number_ * 7 + static_cast<std::uint32_t>(o)) % kNames);
            }
        }
    }
    void tellOperator(TimeNs start, TimeNs length, std::size_t name) {
        thread(start, length * 9 / 10, outer_.at(name), operator_);
        thread(start + length / 10, length * 7 / 10, inner_.at(name), operator_);
        const TimeNs launch = start + length / 5;
        launches_.push_back(threadSlices_.size());
        threadSlices_.push_back({launch, length / 4, launch_, runtime_, ++number_});
        deviceSlices_.push_back({launch + length, length / 2, kernels_.at(name), kernel_, number_});
        const std::int64_t bytes = number_ % 2 == 0 ? 4096 : -4096;
        alive_ += bytes;
        memory_.time.push_back(launch);
        memory_.address.push_back(0x7000'0000ull + name * 4096);
        memory_.bytes.push_back(bytes);
        memory_.totalAllocated.push_back(alive_ + (1 << 20));
        memory_.totalReserved.push_back(1 << 22);
        memory_.deviceType.push_back(1);
        memory_.deviceIndex.push_back(0);
        memory_.track.push_back(thread_);
        memory_.stack.push_back({});
    }
    void thread(TimeNs start, TimeNs length, StringId name, LayoutId layout) {
        threadSlices_.push_back({start, length, name, layout, 0});
    }

    [[nodiscard]] bool write() {
        const auto calls = writer_.writeSlices(thread_, threadSlices_, {}, *this);
        const auto kernels = writer_.writeSlices(stream_, deviceSlices_, {}, *this);
        if (!calls || !kernels) {
            return false;
        }
        std::vector<session::SessionLink> links;
        for (std::size_t i = 0; i < launches_.size(); ++i) {
            links.push_back(
                {{thread_, calls.value()[launches_[i]]}, {stream_, kernels.value()[i]}, LinkKind::Launch});
        }
        const bool good =
            writer_.writeLinks(links, links.size(), links.size()).ok() && writer_.writeMemory(memory_).ok();
        writer_.setWholeUpTo(thread_, at_);
        writer_.setWholeUpTo(stream_, at_);
        threadSlices_.clear();
        deviceSlices_.clear();
        launches_.clear();
        memory_ = {};
        return good && writer_.flush().ok();
    }

    static constexpr std::size_t kNames = 40;
    session::SessionWriter& writer_;
    TimeNs block_;
    TimeNs at_; // what begins before it has been told
    std::uint32_t number_ = 0;
    int steps_ = 0;
    std::int64_t alive_ = 0;
    TrackId thread_;
    TrackId stream_;
    LayoutId function_;
    LayoutId operator_;
    LayoutId runtime_;
    LayoutId kernel_;
    LayoutId range_;
    StringId forward_;
    StringId launch_;
    std::array<StringId, kLayers> modules_;
    std::array<StringId, kNames> outer_;
    std::array<StringId, kNames> inner_;
    std::array<StringId, kNames> kernels_;
    std::vector<SliceRecord> threadSlices_;
    std::vector<SliceRecord> deviceSlices_;
    std::vector<std::size_t> launches_; // in threadSlices_
    MemoryRows memory_;
};

// Writes a byte into `caughtUp` when everything until now is told.
[[noreturn]] void runWriter(const std::string& path, std::uint64_t eventsPerSecond,
                            std::uint64_t secondsBefore, int caughtUp) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    auto writer = session::SessionWriter::create(test::outputAt(path));
    if (!writer) {
        _exit(1);
    }
    constexpr TimeNs kLook = std::chrono::nanoseconds(kPause).count();
    TimeNs told = monotonic() - static_cast<TimeNs>(secondsBefore) * 1'000'000'000;
    Training training(writer.value(), eventsPerSecond, told);
    while (told + kLook < monotonic()) {
        told += kLook;
        if (!training.advance(told)) {
            _exit(1);
        }
    }
    if (write(caughtUp, "", 1) != 1) {
        _exit(1);
    }
    while (training.advance(monotonic())) {
        std::this_thread::sleep_for(kPause);
    }
    _exit(1);
}

} // namespace

pid_t writeLive(const std::string& path, std::uint64_t eventsPerSecond, std::uint64_t secondsBefore) {
    std::array<int, 2> caughtUp{};
    if (pipe2(caughtUp.data(), O_CLOEXEC) != 0) {
        fail("there is no pipe");
    }
    const pid_t child = fork();
    if (child < 0) {
        fail("no process can be started");
    }
    if (child == 0) {
        close(caughtUp[0]);
        runWriter(path, eventsPerSecond, secondsBefore, caughtUp[1]);
    }
    close(caughtUp[1]);
    char byte = 0;
    const bool good = read(caughtUp[0], &byte, 1) == 1;
    close(caughtUp[0]);
    if (!good) {
        fail(path + " cannot be written");
    }
    return child;
}

void endLive(pid_t writer) {
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
}

} // namespace lanes::bench
