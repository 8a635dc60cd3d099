#include "tests/support/SessionGenerator.h"

#include "model/session/writing/SessionWriter.h"
#include "tests/support/SessionOutput.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace lanes::test {

namespace {

constexpr TimeNs kStep = 250'000'000;
constexpr std::int64_t kNsPerSlice = 9'000;     // of the whole session
constexpr std::uint64_t kTreesOfATrack = 1'000; // a program comes by the same calls again, step after step

// xorshift: the same everywhere
class Random {
public:
    explicit Random(std::uint64_t seed)
        : state_((seed + 1) * 0x9E3779B97F4A7C15ull | 1) {}
    std::uint64_t operator()() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }
    double share() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_;
};

enum Make { kPython, kOperator, kRange, kRuntime, kKernel, kCopy, kCommunication, kMakes };
constexpr std::array<std::string_view, kMakes> kCategories{
    "python_function", "cpu_op", "user_annotation", "cuda_runtime", "kernel", "gpu_memcpy", "kernel"};

// How a track is nested: what stands at each depth, and how many children a slice has on average.
struct TrackPlan {
    std::string_view name;
    double share; // of all slices
    double children;
    std::span<const Make> levels;
    bool device = false;
};

constexpr std::array kMainLevels{kRange,  kPython,   kPython,   kPython,   kPython,   kPython,
                                 kPython, kPython,   kPython,   kPython,   kPython,   kPython,
                                 kPython, kOperator, kOperator, kOperator, kOperator, kRuntime};
constexpr std::array kWorkerLevels{kPython, kPython, kPython, kOperator, kOperator, kRuntime};
constexpr std::array kKernelLevel{kKernel};
constexpr std::array kCopyLevel{kCopy};
constexpr std::array kCommunicationLevel{kCommunication};
constexpr std::array<TrackPlan, 10> kPlans{{{"MainThread", .56, 1.25, kMainLevels},
                                            {"Worker", .27, 1.3, kWorkerLevels},
                                            {"stream 7", .08, 0, kKernelLevel, true},
                                            {"stream 20", .025, 0, kKernelLevel, true},
                                            {"stream 24", .02, 0, kKernelLevel, true},
                                            {"stream 28", .015, 0, kKernelLevel, true},
                                            {"stream 32", .01, 0, kCopyLevel, true},
                                            {"stream 36", .01, 0, kCommunicationLevel, true},
                                            {"stream 40", .01, 0, kKernelLevel, true},
                                            {"lone", 0, 0, kKernelLevel, true}}};

class Generator : public session::CellSource {
public:
    Generator(session::SessionWriter& writer, std::uint64_t slices)
        : writer_(writer)
        , slices_(slices)
        , span_(static_cast<TimeNs>(slices) * kNsPerSlice) {}

    Result<void> run();
    void cells(LayoutId layout, std::uint32_t row, std::span<std::int64_t> out) const override;

private:
    void define();
    void nameAll();
    Result<void> fill(TrackId track, const TrackPlan& plan);
    Result<void> fillLone(TrackId track);
    // What is called comes from `program`, how long it takes is new each time.
    void tree(const TrackPlan& plan, std::size_t level, TimeNs start, TimeNs duration, std::uint64_t program);
    void add(Make make, TimeNs start, TimeNs duration, Random& choice);
    // Which of the launches a kernel comes from that starts then.
    std::size_t launchOf(TimeNs start, std::size_t launches) const;
    Result<void> flush(TrackId track);
    Result<void> writeLinks();
    TimeNs skipPause(TimeNs at) const;

    session::SessionWriter& writer_;
    std::uint64_t slices_;
    TimeNs span_;
    Random random_{7};
    std::array<std::vector<StringId>, kMakes> names_;
    std::array<LayoutId, kMakes> layouts_;
    std::vector<StringId> shapes_;
    std::vector<SliceRecord> pending_;
    std::vector<session::SliceRef> launches_;   // runtime calls of the main thread
    std::vector<std::uint64_t> launchPrograms_; // of each: it launches the same kernel every time
    std::vector<session::SessionLink> links_;
    std::uint64_t made_ = 0;
    std::uint32_t row_ = 0;
};

void Generator::nameAll() {
    constexpr std::array<int, kMakes> kPool{6000, 1500, 200, 40, 1200, 30, 20};
    for (int make = 0; make < kMakes; ++make) {
        for (int i = 0; i < kPool[static_cast<std::size_t>(make)]; ++i) {
            const std::string number = std::to_string(i * 7919 % 100003);
            std::string name;
            switch (make) {
            case kPython:
                name = "torch/nn/modules/module_" + std::to_string(i % 97) + ".py(" + number + "): forward_" +
                       std::to_string(i);
                break;
            case kOperator:
                name = (i % 4 == 3 ? "autograd::engine::evaluate_function: Op" : "aten::op_") + number;
                break;
            case kRange:
                name = "ProfilerStep#" + std::to_string(i);
                break;
            case kRuntime:
                name = (i % 5 == 4 ? "cudaStreamSynchronize_" : "cudaLaunchKernel_") + number;
                break;
            case kKernel:
                name = i % 3 == 0 ? "ampere_sgemm_128x" + number + "_nn"
                                  : "void at::native::vectorized_elementwise_kernel<4, at::native::op_" +
                                        number + "<float>, std::array<char*, 3ul> >(int, float)";
                break;
            case kCopy:
                name = "Memcpy HtoD (Pinned -> Device) " + number;
                break;
            default:
                name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL_" + number;
            }
            names_[static_cast<std::size_t>(make)].push_back(writer_.string(name));
        }
    }
    for (int i = 0; i < 300; ++i) {
        shapes_.push_back(
            writer_.string("[[" + std::to_string(i % 17) + ", " + std::to_string(64 * i) + "], []]"));
    }
}

void Generator::define() {
    nameAll();
    for (std::size_t make = 0; make < kMakes; ++make) {
        ArgLayout layout;
        layout.category = writer_.string(kCategories[make]);
        if (make == kOperator) {
            layout.columns = {{writer_.string("External id")},
                              {writer_.string("Input Dims"), ArgColumn::Form::Raw}};
        } else if (make != kPython && make != kRange) {
            layout.columns = {{writer_.string("correlation")}};
        }
        layouts_[make] = writer_.addLayout(layout);
    }
    SessionInfo info;
    info.producer = "generator";
    writer_.setInfo(info);
    const ProcessId host = writer_.addProcess({.key = "1000", .name = "python3", .label = "CPU"});
    const ProcessId device =
        writer_.addProcess({.key = "0", .name = "GPU 0", .kind = Process::Kind::Device, .deviceIndex = 0});
    int number = 0;
    for (const TrackPlan& plan : kPlans) {
        writer_.addTrack({.process = plan.device ? device : host,
                          .key = std::to_string(number++),
                          .name = std::string(plan.name),
                          .kind = plan.device ? Track::Kind::Stream : Track::Kind::Thread});
    }
}

void Generator::cells(LayoutId layout, std::uint32_t row, std::span<std::int64_t> out) const {
    if (!out.empty()) {
        out[0] = ArgValue::ofInteger(std::int64_t{row} * 2 + layout.value).encode();
    }
    if (out.size() > 1) {
        const std::uint32_t scattered = row * 2654435761u;
        out[1] = ArgValue::ofText(shapes_[scattered % shapes_.size()]).encode();
    }
}

// Every step begins with a pause.
TimeNs Generator::skipPause(TimeNs at) const {
    const TimeNs pause = kStep * 3 / 10;
    return at % kStep < pause ? at - at % kStep + pause : at;
}

void Generator::add(Make make, TimeNs start, TimeNs duration, Random& choice) {
    const auto& names = names_[make];
    const double skew = choice.share(); // few names are common, most are rare
    const auto pick = static_cast<std::size_t>(static_cast<double>(names.size()) * skew * skew * skew);
    pending_.push_back({start, duration, names[pick], layouts_[make], row_++});
    ++made_;
}

void Generator::tree(const TrackPlan& plan, std::size_t level, TimeNs start, TimeNs duration,
                     std::uint64_t program) {
    Random calls(program);
    if (plan.levels[level] == kRuntime && &plan == &kPlans.front()) {
        launchPrograms_.push_back(program);
    } else if (plan.levels[level] == kKernel) {
        calls = Random(launchPrograms_[launchOf(start, launchPrograms_.size())]);
    }
    add(plan.levels[level], start, duration, calls);
    if (level + 1 >= plan.levels.size() || duration < 16) {
        return;
    }
    const int children = static_cast<int>(plan.children * (.5 + calls.share()) + calls.share());
    TimeNs at = start + duration / 50;
    const TimeNs room = duration - duration / 25;
    for (int i = 0; i < children; ++i) {
        const TimeNs part = room / children;
        const auto length = std::max<TimeNs>(
            1, static_cast<TimeNs>(static_cast<double>(part) * (.35 + .6 * random_.share())));
        tree(plan, level + 1, at + (part - length) / 2, length, calls());
        at += part;
    }
}

Result<void> Generator::fill(TrackId track, const TrackPlan& plan) {
    const auto quota = static_cast<std::uint64_t>(static_cast<double>(slices_) * plan.share);
    const std::uint64_t before = made_;
    TimeNs at = 0;
    while (made_ - before < quota) {
        // As much of the time that is left as this tree is of the slices that are left.
        const double busy = static_cast<double>(std::max(span_ - at, span_ / 1000)) * .7;
        const auto left = static_cast<double>(quota - (made_ - before));
        double tree = 0;
        double level = 1;
        for (std::size_t i = 0; i < plan.levels.size(); ++i, level *= plan.children) {
            tree += level;
        }
        const double share = busy / std::max(1.0, left / tree);
        const auto duration = std::max<TimeNs>(1, static_cast<TimeNs>(share * (.3 + random_.share())));
        at = skipPause(at);
        this->tree(plan, 0, at, duration, track.value * kTreesOfATrack + random_() % kTreesOfATrack);
        at += duration + static_cast<TimeNs>(share * .4 * random_.share());
        if (pending_.size() >= session::kSlicesPerChunk) {
            if (auto written = flush(track); !written) {
                return written;
            }
        }
    }
    return flush(track);
}

Result<void> Generator::fillLone(TrackId track) {
    constexpr int kLone = 1000;
    for (int i = 0; i < kLone; ++i) {
        add(kKernel,
            span_ / kLone * i +
                static_cast<TimeNs>(random_() % static_cast<std::uint64_t>(span_ / kLone / 2 + 1)),
            1, random_);
    }
    return flush(track);
}

std::size_t Generator::launchOf(TimeNs start, std::size_t launches) const {
    const double share = static_cast<double>(start) / static_cast<double>(span_);
    return std::min(static_cast<std::size_t>(share * static_cast<double>(launches)), launches - 1);
}

Result<void> Generator::flush(TrackId track) {
    const auto written = writer_.writeSlices(track, pending_, {}, *this);
    if (!written) {
        return written.error();
    }
    for (std::size_t i = 0; i < pending_.size(); ++i) {
        const session::SliceRef slice{track, written.value()[i]};
        if (pending_[i].layout == layouts_[kRuntime] && track.value == 0) {
            launches_.push_back(slice);
        } else if (pending_[i].layout == layouts_[kKernel]) {
            links_.push_back(
                {launches_[launchOf(pending_[i].start, launches_.size())], slice, LinkKind::Launch});
        }
    }
    pending_.clear();
    return {};
}

Result<void> Generator::writeLinks() {
    std::ranges::sort(links_, {},
                      [](const session::SessionLink& link) { return std::pair(link.from, link.to); });
    return writer_.writeLinks(links_, links_.size(), links_.size());
}

Result<void> Generator::run() {
    define();
    for (std::uint32_t t = 0; t < kPlans.size(); ++t) {
        const TrackPlan& plan = kPlans[t];
        if (auto filled = plan.share > 0 ? fill(TrackId(t), plan) : fillLone(TrackId(t)); !filled) {
            return filled;
        }
    }
    if (auto written = writeLinks(); !written) {
        return written;
    }
    return writer_.finish();
}

} // namespace

Result<void> generateSession(const std::string& path, std::uint64_t slices) {
    if (slices < kFewestGenerated) {
        return Error{path + ": a session of fewer than " + std::to_string(kFewestGenerated) +
                     " slices is not generated; ask for more."};
    }
    auto writer = session::SessionWriter::create(test::outputAt(path));
    if (!writer) {
        return writer.error();
    }
    return Generator(writer.value(), slices).run();
}

} // namespace lanes::test
