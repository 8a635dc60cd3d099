#include "collector/recorder/flight/StepCost.h"

#include <algorithm>
#include <cmath>

namespace lanes::recorder {

namespace {

constexpr std::size_t kMostSteps = 1001;
constexpr std::size_t kChanges = 64; // records come soon after they were made

struct Middle {
    double median = 0;
    double error = 0;
};

// The median, and how far off it may be: notches of box plots, McGill, Tukey and Larsen 1978 (1.57 IQR / sqrt n).
Middle middleOf(const std::deque<TimeNs>& durations) {
    std::vector<TimeNs> sorted(durations.begin(), durations.end());
    std::ranges::sort(sorted);
    const std::size_t n = sorted.size();
    const auto at = [&](std::size_t quarter) { return static_cast<double>(sorted[(n - 1) * quarter / 4]); };
    const double median = n % 2 == 1 ? at(2) : (at(2) + static_cast<double>(sorted[n / 2])) / 2;
    return {median, 1.57 * (at(3) - at(1)) / std::sqrt(static_cast<double>(n))};
}

void remember(std::deque<TimeNs>& durations, TimeNs duration) {
    durations.push_back(duration);
    if (durations.size() > kMostSteps) {
        durations.pop_front();
    }
}

} // namespace

void StepCost::changed(TimeNs at, bool recorded) {
    changes_.push_back({at, recorded});
    if (changes_.size() > kChanges) {
        changes_.pop_front();
    }
}

std::optional<bool> StepCost::wasRecorded(TimeNs begin, TimeNs end) const {
    const auto next = std::ranges::find_if(changes_, [&](const Change& c) { return c.at > begin; });
    if (next == changes_.begin() || (next != changes_.end() && next->at <= end)) {
        return std::nullopt;
    }
    return std::prev(next)->recorded;
}

void StepCost::ended(TrackId thread, TimeNs begin, TimeNs end) {
    if (const auto recorded = wasRecorded(begin, end)) {
        Steps& steps = threads_[thread];
        remember(*recorded ? steps.recorded : steps.other, end - begin);
    }
}

std::optional<StepCost::Found> StepCost::found() const {
    const auto fewer = [](const auto& entry) {
        return std::min(entry.second.recorded.size(), entry.second.other.size());
    };
    const auto most = std::ranges::max_element(threads_, {}, fewer);
    if (most == threads_.end() || fewer(*most) < kLeast) {
        return std::nullopt;
    }
    const Steps& steps = most->second;
    const Middle recorded = middleOf(steps.recorded);
    const Middle other = middleOf(steps.other);
    return Found{steps.recorded.size(), steps.other.size(), std::llround(recorded.median),
                 std::llround(other.median), std::llround(std::hypot(recorded.error, other.error))};
}

void StepCost::addTo(std::vector<std::pair<std::string, std::string>>& properties) const {
    const auto found = this->found();
    if (!found) {
        return;
    }
    const auto add = [&](const char* key, auto value) {
        properties.emplace_back(std::string("cost.") + key, std::to_string(value));
    };
    add("recorded_steps", found->recordedSteps);
    add("other_steps", found->otherSteps);
    add("recorded_step_ns", found->recorded);
    add("other_step_ns", found->other);
    add("error_ns", found->error);
}

} // namespace lanes::recorder
