#include "model/analysis/time/Steps.h"

#include "model/trace/RecordingPauses.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lanes {

namespace {

constexpr std::string_view kProfilerStep = "ProfilerStep#";
constexpr std::string_view kDataLoader = "enumerate(DataLoader)#";
constexpr std::string_view kOptimizerStep = "Optimizer.step#";

enum class Mark : std::uint8_t { None, Profiler, Loader, Optimizer };

struct MarkedSlice {
    TimeRange range;
    SliceId slice;
    StringId name;
};

// track -> slices, in time order after sorting
using Marked = std::map<std::uint32_t, std::vector<MarkedSlice>>;

Mark markOf(std::string_view name) {
    if (name.starts_with(kProfilerStep)) {
        return Mark::Profiler;
    }
    if (name.starts_with(kDataLoader)) {
        return Mark::Loader;
    }
    return name.starts_with(kOptimizerStep) ? Mark::Optimizer : Mark::None;
}

struct Collected {
    Marked profiler;
    Marked loader;
    Marked optimizer;
};

std::map<std::int64_t, Collected> collectByRank(const Trace& trace) {
    std::map<std::int64_t, Collected> ranks;
    std::unordered_map<std::uint32_t, Mark> marks; // by name, as ranges repeat
    for (const auto& segment : trace.segments()) {
        const ProcessId process = trace.tracks()[segment->track.value].process;
        Collected& found = ranks[trace.processes()[process.value].rank];
        constexpr auto kRange = EventKind::UserRange;
        for (std::uint32_t i = segment->next(kRange, 0); i < segment->size();
             i = segment->next(kRange, i + 1)) {
            const auto [at, isNew] = marks.try_emplace(segment->name[i].value, Mark::None);
            if (isNew) {
                at->second = markOf(trace.text(segment->name[i]));
            }
            if (at->second == Mark::None) {
                continue;
            }
            Marked& group = at->second == Mark::Profiler ? found.profiler
                            : at->second == Mark::Loader ? found.loader
                                                         : found.optimizer;
            group[segment->track.value].push_back(
                {{segment->start[i], segment->end(i)}, SliceId(segment->first + i), segment->name[i]});
        }
    }
    return ranks;
}

// The thread with most of them, in time order, without those inside another one.
std::pair<TrackId, std::vector<MarkedSlice>> busiest(const Marked& marked) {
    const auto most = std::ranges::max_element(
        marked, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most == marked.end()) {
        return {};
    }
    std::vector<MarkedSlice> slices = most->second;
    std::ranges::sort(slices, [](const MarkedSlice& a, const MarkedSlice& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    });
    std::vector<MarkedSlice> outer;
    for (const MarkedSlice& s : slices) {
        if (outer.empty() ||
            s.range.end > outer.back().range.end) { // clocks are coarse: a step may begin a little early
            outer.push_back(s);
        }
    }
    return {TrackId(most->first), outer};
}

std::vector<Step> profilerSteps(const Trace& trace, const Marked& marked) {
    std::vector<Step> steps;
    const auto [track, slices] = busiest(marked);
    for (const MarkedSlice& s : slices) {
        const std::string_view digits = trace.text(s.name).substr(kProfilerStep.size());
        Step step{.label = "Step " + std::string(digits), .range = s.range, .track = track, .slice = s.slice};
        step.ended = !trace.isOpen(s.slice);
        const char* end = digits.data() + digits.size();
        if (std::from_chars(digits.data(), end, step.number).ec != std::errc()) {
            step.number = static_cast<std::int64_t>(steps.size()) + 1;
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

std::vector<Step> numbered(TrackId track, const std::vector<std::pair<TimeRange, SliceId>>& ranges) {
    std::vector<Step> steps;
    for (const auto& [range, slice] : ranges) {
        const auto number = static_cast<std::int64_t>(steps.size()) + 1;
        steps.push_back({.label = std::to_string(number),
                         .number = number,
                         .range = range,
                         .track = track,
                         .slice = slice});
    }
    return steps;
}

std::vector<Step> loaderSteps(const Marked& marked) {
    const auto [track, slices] = busiest(marked);
    std::vector<std::pair<TimeRange, SliceId>> ranges;
    for (std::size_t i = 0; i + 1 < slices.size(); ++i) {
        ranges.push_back({{slices[i].range.begin, slices[i + 1].range.begin}, slices[i].slice});
    }
    return numbered(track, ranges);
}

std::vector<Step> optimizerSteps(const Marked& marked) {
    const auto [track, slices] = busiest(marked);
    std::vector<std::pair<TimeRange, SliceId>> ranges;
    for (std::size_t i = 1; i < slices.size(); ++i) {
        ranges.push_back({{slices[i - 1].range.end, slices[i].range.end}, slices[i].slice});
    }
    return numbered(track, ranges);
}

std::vector<Step> stepsFrom(const Trace& trace, const Collected& found) {
    std::vector<Step> profiler = profilerSteps(trace, found.profiler);
    if (profiler.size() >= 2) {
        return profiler;
    }
    std::vector<Step> loader = loaderSteps(found.loader);
    if (!loader.empty()) {
        return loader;
    }
    return profiler.empty() ? optimizerSteps(found.optimizer) : profiler;
}

} // namespace

SessionSteps::SessionSteps(std::vector<Step> steps)
    : steps_(std::move(steps)) {}

std::span<const Step> SessionSteps::of(std::int64_t rank) const {
    const auto [begin, end] = std::ranges::equal_range(steps_, rank, {}, &Step::rank);
    return {begin, end};
}

std::span<const Step> SessionSteps::first() const {
    return steps_.empty() ? std::span<const Step>() : of(steps_.front().rank);
}

const Step* SessionSteps::at(std::int64_t rank, TimeNs t) const {
    return stepAt(of(rank), t);
}

std::optional<TimeRange> SessionSteps::numbered(std::int64_t number) const {
    std::optional<TimeRange> range;
    for (const Step& step : steps_) {
        if (step.number == number) {
            range = range ? TimeRange{std::min(range->begin, step.range.begin),
                                      std::max(range->end, step.range.end)}
                          : step.range;
        }
    }
    return range;
}

std::string SessionSteps::nameOf(const Step& step) const {
    const bool alone = steps_.front().rank == steps_.back().rank;
    return alone ? step.label : step.label + " (rank " + std::to_string(step.rank) + ")";
}

SessionSteps findSteps(const Trace& trace) {
    const RecordingPauses pauses(trace);
    std::vector<Step> all;
    for (const auto& [rank, found] : collectByRank(trace)) {
        for (Step& step : stepsFrom(trace, found)) {
            if (pauses.touch(step.range)) {
                continue; // only a part of it was recorded, or nothing
            }
            step.rank = rank;
            all.push_back(std::move(step));
        }
    }
    return SessionSteps(std::move(all));
}

const Step* stepAt(std::span<const Step> steps, TimeNs t) {
    const auto after =
        std::ranges::upper_bound(steps, t, {}, [](const Step& step) { return step.range.begin; });
    if (after == steps.begin()) {
        return nullptr;
    }
    const Step& step = *std::prev(after);
    return step.range.contains(t) ? &step : nullptr;
}

} // namespace lanes
