#include "model/analysis/time/Steps.h"

#include "model/analysis/time/StepKinds.h"
#include "model/base/StopLook.h"
#include "model/trace/RecordingPauses.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace lanes {

namespace {

constexpr std::string_view kMarkedStep = "ProfilerStep#";

// "Step 6" of ProfilerStep#6; else its number among all, from 1.
void giveName(Step& step, const Trace& trace, bool named) {
    step.label = std::to_string(step.number);
    if (!named) {
        return;
    }
    const std::string_view digits = trace.text(trace.slice(step.slice).name).substr(kMarkedStep.size());
    std::int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc()) {
        step.number = number;
    }
    step.label = "Step " + std::string(digits);
    step.ended = !trace.isOpen(step.slice);
}

} // namespace

SessionSteps::SessionSteps(std::vector<Step> steps, std::map<std::int64_t, SteadySteps> steady)
    : steps_(std::move(steps))
    , steady_(std::move(steady)) {}

const SteadySteps* SessionSteps::steady(std::int64_t rank) const {
    const auto found = steady_.find(rank);
    return found == steady_.end() ? nullptr : &found->second;
}

bool SessionSteps::isSteady(const Step& step) const {
    const SteadySteps* const of = steady(step.rank);
    return step.kind == StepKind::Steady && of != nullptr && step.range.begin >= of->range.begin &&
           step.range.end <= of->range.end;
}

std::optional<TimeRange> SessionSteps::steadyRange() const {
    std::optional<TimeRange> range;
    for (const auto& [rank, steady] : steady_) {
        range = range ? TimeRange{std::min(range->begin, steady.range.begin),
                                  std::max(range->end, steady.range.end)}
                      : steady.range;
    }
    return range;
}

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

namespace {

// Throws Stopped.
SessionSteps stepsOf(const Trace& trace, const StopLook& look) {
    const RecordingPauses pauses(trace);
    std::set<std::int64_t> ranks;
    for (const Process& process : trace.processes()) {
        ranks.insert(process.rank);
    }
    std::vector<Step> all;
    std::map<std::int64_t, SteadySteps> steady;
    for (const std::int64_t rank : ranks) {
        StepEvents events(trace, rank, look);
        StepBoundaries found = stepBoundaries(events);
        // only a part of these was recorded, or nothing
        std::erase_if(found.steps, [&pauses](const StepBoundary& step) { return pauses.touch(step.range); });
        look.now();
        StepKinds kinds = stepKinds(events, found);
        for (std::size_t i = 0; i < found.steps.size(); ++i) {
            Step step{.number = static_cast<std::int64_t>(i) + 1,
                      .range = found.steps[i].range,
                      .track = TrackId(found.track),
                      .slice = found.steps[i].slice,
                      .rank = rank,
                      .kind = kinds.kinds[i].kind,
                      .why = std::move(kinds.kinds[i].why)};
            giveName(step, trace, found.named);
            all.push_back(std::move(step));
        }
        if (kinds.steady) {
            steady.emplace(rank, *kinds.steady);
        }
    }
    return SessionSteps(std::move(all), std::move(steady));
}

} // namespace

SessionSteps findSteps(const Trace& trace, const std::stop_token& stop) {
    const StopLook look(stop);
    try {
        return stepsOf(trace, look);
    } catch (const Stopped&) {
        return {};
    }
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
