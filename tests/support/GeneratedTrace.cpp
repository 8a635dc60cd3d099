#include "tests/support/GeneratedTrace.h"

#include "tests/support/TraceBuilder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace lanes::test {

namespace {

constexpr TimeNs kStep = 250'000'000;
constexpr double kIdle = .3; // share of each step in which nothing happens
constexpr std::size_t kSegment = 1 << 20;

// Deterministic on every machine, unlike the library's distributions.
class Random {
public:
    std::uint64_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }
    double share() { return double(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_ = 88172645463325252ull;
};

struct Family {
    const char* label;
    EventKind kind;
    int levels;
    double share; // of all slices
    int names;
};

constexpr std::array<Family, 4> kHost{
    {{"range", EventKind::UserRange, 2, .005, 200},
     {"torch/nn/modules/module.py", EventKind::PythonFunction, 12, .45, 9000},
     {"aten::op", EventKind::Operator, 5, .28, 3500},
     {"cudaCall", EventKind::Runtime, 1, .11, 60}}};
constexpr std::array<Family, 1> kDevice{
    {{"void at::native::vectorized_elementwise_kernel<4, op", EventKind::Kernel, 1, .155, 4200}}};

class Generator {
public:
    explicit Generator(std::uint64_t slices)
        : slices_(slices)
        , span_(static_cast<TimeNs>(slices * 9000)) {}

    std::shared_ptr<const Trace> run() {
        const ProcessId host = builder_.addProcess({.key = "100", .name = "python3"});
        const ProcessId device = builder_.addProcess(
            {.key = "0", .label = "GPU 0", .kind = Process::Kind::Device, .deviceIndex = 0});
        std::shared_ptr<const Trace> trace;
        for (const double part : {.65, .35}) { // a main and a worker thread
            const TrackId track =
                builder_.addTrack({host, std::to_string(100 + builder_.tracks().size()), ""});
            trace = fill(track, kHost, part);
        }
        for (const double part : {.5, .2, .15, .1, .05}) {
            const std::string key = std::to_string(7 + builder_.tracks().size());
            trace = fill(builder_.addTrack({device, key, "", Track::Kind::Stream}), kDevice, part);
        }
        const TrackId lone = builder_.addTrack({host, "1", "lone"});
        for (int i = 0; i < 1000; ++i) {
            const auto at = static_cast<TimeNs>((i + random_.share() / 2) * double(span_) / 1000);
            add(lone, EventKind::Other, "lone", 5, at, 1);
        }
        return builder_.publish();
    }

private:
    template<std::size_t N>
    std::shared_ptr<const Trace> fill(TrackId track, const std::array<Family, N>& families, double part) {
        // One after another in time: a stretch of the step belongs to each root slice, families nest within it.
        double wanted = 0;
        for (const Family& f : families) {
            wanted += f.share * part * double(slices_);
        }
        const double perRoot = N > 1 ? 60 : 1;
        const auto cycle = static_cast<TimeNs>(double(span_) * (1 - kIdle) / std::max(1., wanted / perRoot));
        TimeNs now = 0;
        std::size_t since = 0;
        while (now + cycle < span_) {
            const TimeNs phase = now % kStep;
            if (phase < static_cast<TimeNs>(double(kStep) * kIdle)) {
                now += static_cast<TimeNs>(double(kStep) * kIdle) - phase;
            }
            const auto length =
                std::max<TimeNs>(1, static_cast<TimeNs>(double(cycle) * (.2 + 1.2 * random_.share())));
            since += N > 1 ? tree(track, now, length, 0) : leaf(track, now, length);
            now += length + static_cast<TimeNs>(double(cycle) * .2 * random_.share());
            if (since >= kSegment) {
                since = 0;
                (void)builder_.publish();
            }
        }
        return builder_.publish();
    }

    std::size_t leaf(TrackId track, TimeNs start, TimeNs length) {
        const Family& f = kDevice.front();
        add(track, f.kind, f.label, f.names, start, length);
        return 1;
    }

    // A Python function with others in it, operators in the innermost, a runtime call in some operators.
    std::size_t tree(TrackId track, TimeNs start, TimeNs length, int depth) {
        const Family& f = depth == 0 && random_.next() % 64 == 0 ? kHost[0]
                          : depth < 8                            ? kHost[1]
                          : depth < 12                           ? kHost[2]
                                                                 : kHost[3];
        add(track, f.kind, f.label, f.names, start, length);
        std::size_t count = 1;
        if (depth >= 12 || length < 64) {
            return count;
        }
        const int kids = depth < 5 ? 1 + int(random_.next() % 2) : int(random_.next() % 3);
        const TimeNs part = (length - length / 25) / std::max(1, kids);
        TimeNs at = start + length / 50;
        for (int k = 0; k < kids; ++k, at += part) {
            const auto own =
                std::max<TimeNs>(1, static_cast<TimeNs>(double(part) * (.35 + .6 * random_.share())));
            count += tree(track, at + (part - own) / 2, own, depth + 1);
        }
        return count;
    }

    void add(TrackId track, EventKind kind, const char* label, int names, TimeNs start, TimeNs duration) {
        const double x = random_.share();
        const int number = static_cast<int>(names * x * x * x); // few names are most of the events
        SliceRecord record;
        record.start = start;
        record.duration = duration;
        record.name = nameOf(kind, label, number, record.hue);
        record.kind = kind;
        builder_.addSlice(track, record);
    }

    // Names are made once: interning a text per slice would cost more than everything else.
    StringId nameOf(EventKind kind, const char* label, int number, Hue& hue) {
        auto& known = names_[static_cast<std::size_t>(kind)];
        if (known.size() <= static_cast<std::size_t>(number)) {
            known.resize(static_cast<std::size_t>(number) + 1);
        }
        auto& [id, own] = known[static_cast<std::size_t>(number)];
        if (!id.valid()) {
            const std::string n = std::to_string(number);
            std::string text = label + ("_" + n);
            if (kind == EventKind::PythonFunction) {
                text = label + ("(" + n + "): forward_" + n);
            } else if (kind == EventKind::Kernel) {
                text = label + ("_" + n + "<float>, std::array<char*, 3ul> >(int, float)");
            }
            id = builder_.strings().intern(text);
            static constexpr std::array kKernelHues{Hue::Gemm,        Hue::Attention, Hue::Norm,
                                                    Hue::Elementwise, Hue::Copy,      Hue::Other};
            own = kind == EventKind::Kernel
                      ? kKernelHues[static_cast<std::size_t>(number) % kKernelHues.size()]
                      : hueOf(kind, text);
        }
        hue = own;
        return id;
    }

    std::uint64_t slices_;
    TimeNs span_;
    Random random_;
    TraceBuilder builder_;
    std::array<std::vector<std::pair<StringId, Hue>>, 16> names_;
};

} // namespace

std::shared_ptr<const Trace> generatedTrace(std::uint64_t slices) {
    return Generator(slices).run();
}

} // namespace lanes::test
