#include "model/analysis/compare/SteadyChange.h"

#include "model/analysis/compare/SampledSteps.h"
#include "model/analysis/time/Overview.h"
#include "model/base/Format.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace lanes {

namespace {

constexpr double kNearlyAllOfIt = 0.9;
constexpr double kMostOfIt = 0.5;
constexpr double kTellingChange = 0.01; // of the longer step: below it nothing needs an explanation

StepPart stepPartOf(Activity activity) {
    switch (activity) {
    case Activity::Kernel:
    case Activity::Copy:
    case Activity::Set:
        return StepPart::Device;
    case Activity::Communication:
        return StepPart::Communication;
    case Activity::DataLoading:
        return StepPart::Data;
    case Activity::Runtime:
    case Activity::Cpu:
    case Activity::Other:
    case Activity::Untraced:
        return StepPart::Host;
    case Activity::NotRecorded:
    case Activity::Idle:
        break;
    }
    return StepPart::Nothing;
}

// Where most of the change went; empty: to no one place.
std::string reasonOf(const SteadyChange& change) {
    static constexpr std::array<const char*, kStepParts> kTexts{"work of the device", "exposed communication",
                                                                "waiting for data",
                                                                "the CPU and its launches", "idle time"};
    const auto whole = static_cast<double>(change.delta());
    if (std::abs(whole) < kTellingChange * static_cast<double>(std::max(change.a.mean(), change.b.mean()))) {
        return {};
    }
    std::array<double, kStepParts> shares{}; // of the change; negative: against it
    for (std::size_t i = 0; i < kStepParts; ++i) {
        const auto part = static_cast<StepPart>(i);
        shares[i] = static_cast<double>(change.b.mean(part) - change.a.mean(part)) / whole;
    }
    const auto most = static_cast<std::size_t>(std::ranges::max_element(shares) - shares.begin());
    const double against = -std::min(0.0, std::ranges::min(shares));
    if (shares[most] < kMostOfIt || against > kMostOfIt) {
        return {};
    }
    const bool nearlyAll = shares[most] >= kNearlyAllOfIt && against <= 1 - kNearlyAllOfIt;
    return std::string(nearlyAll ? " Nearly all of the change is " : " Most of the change is ") +
           kTexts[most] + ".";
}

} // namespace

std::string_view stepPartKey(StepPart part) {
    static constexpr std::array<std::string_view, kStepParts> kKeys{"device", "communication", "data", "host",
                                                                    "nothing"};
    return kKeys[static_cast<std::size_t>(part)];
}

TimeNs SteadySide::mean() const {
    return std::accumulate(lengths.begin(), lengths.end(), TimeNs(0)) / steps();
}

TimeNs SteadySide::median() const {
    std::vector<TimeNs> sorted = lengths;
    std::ranges::sort(sorted);
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

bool addSteadySteps(SteadySide& side, TraceAnalyses& analyses, std::optional<TimeRange> range,
                    const std::stop_token& stop) {
    const auto operators = analyses.operators(stop);
    const auto split = operators ? analyses.split(stop) : nullptr;
    if (!split) {
        return false;
    }
    for (const Step& step : operators->steps.all()) {
        const bool inside = !range || (step.range.begin >= range->begin && step.range.end <= range->end);
        if (!inside || !operators->steps.isSteady(step)) {
            continue;
        }
        side.lengths.push_back(step.range.length());
        const SplitTimes times = split->ofRank(step.rank).split(step.range);
        for (int i = 0; i < kActivityCount; ++i) {
            const auto activity = static_cast<Activity>(i);
            side.sums[static_cast<std::size_t>(stepPartOf(activity))] += times.of(activity);
        }
    }
    return true;
}

std::string steadySentence(const SteadyChange& change) {
    return "Mean steady step: " + formatDuration(change.a.mean()) + " in A, " +
           formatDuration(change.b.mean()) + " in B (median: " + formatDuration(change.a.median()) + " and " +
           formatDuration(change.b.median()) + ")." + reasonOf(change);
}

std::string steadyVerdict(const SteadyChange& change) {
    if (change.status == DiffStatus::Unknown) {
        return "Not significant: a comparison needs at least three steps on each side.";
    }
    const TimeNs delta = change.delta();
    if (change.status == DiffStatus::Same && (change.low > 0 || change.high < 0)) {
        return "The means differ by " + formatDuration(delta) +
               " (95 % bounds: " + formatDuration(change.low) + " to " + formatDuration(change.high) +
               "): too little, or not surely enough, for a verdict.";
    }
    if (change.status == DiffStatus::Same) {
        return "The difference of the means, " + formatDuration(delta) +
               ", is not significant (95 % bounds: " + formatDuration(change.low) + " to " +
               formatDuration(change.high) + ").";
    }
    const bool slower = change.status == DiffStatus::Slower;
    const TimeNs least = slower ? change.low : -change.high;
    const TimeNs most = slower ? change.high : -change.low;
    return std::string("The mean step is ") + (slower ? "slower" : "faster") + " by " +
           formatDuration(std::abs(delta)) + ", " +
           formatPercent(std::abs(static_cast<double>(delta)) / static_cast<double>(change.a.mean())) +
           " (95 % bounds: " + formatDuration(least) + " to " + formatDuration(most) + ").";
}

} // namespace lanes
