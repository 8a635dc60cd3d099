#include "model/analysis/compare/StepSamples.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr double kLonger = 1.5; // as the advice about a first step that is warm-up has it

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace

std::size_t warmUpSteps(std::span<const double> samples) {
    const std::size_t most =
        samples.size() > kFewestSamples ? std::min(samples.size() - kFewestSamples, samples.size() / 2) : 0;
    std::size_t count = 0;
    while (count < most) {
        const auto later = samples.subspan(count + 1);
        const double usual = medianOf({later.begin(), later.end()});
        if (usual <= 0 || samples[count] < kLonger * usual) {
            break;
        }
        ++count;
    }
    return count;
}

StepSamples::StepSamples(const SessionSteps& steps, std::optional<TimeRange> range)
    : steps_(steps) {
    std::optional<std::int64_t> rank;
    for (const Step& step : steps.all()) {
        if (rank != step.rank) {
            laps_.push_back({lengths_.size(), lengths_.size(), 0});
            rank = step.rank;
        }
        const bool whole =
            step.ended && (!range || (step.range.begin >= range->begin && step.range.end <= range->end));
        numbers_.push_back(whole ? static_cast<std::int64_t>(lengths_.size()) : -1);
        if (whole) {
            lengths_.push_back(static_cast<double>(step.range.length()));
            laps_.back().end = lengths_.size();
        }
    }
    for (Lap& lap : laps_) {
        lap.warmUp = warmUpSteps(std::span(lengths_).subspan(lap.first, lap.end - lap.first));
    }
}

std::size_t StepSamples::warmUp() const {
    std::size_t count = 0;
    for (const Lap& lap : laps_) {
        count += lap.warmUp;
    }
    return count;
}

std::int64_t StepSamples::of(std::int64_t rank, TimeNs time) const {
    const Step* step = steps_.at(rank, time);
    return step == nullptr ? -1 : numbers_[static_cast<std::size_t>(step - steps_.all().data())];
}

std::vector<bool> StepSamples::steady(std::span<const double> values) const {
    std::vector<bool> steady(values.size(), true);
    for (const Lap& lap : laps_) {
        const std::size_t warmUp =
            std::max(lap.warmUp, warmUpSteps(values.subspan(lap.first, lap.end - lap.first)));
        std::fill_n(steady.begin() + static_cast<std::ptrdiff_t>(lap.first), warmUp, false);
    }
    return steady;
}

} // namespace lanes
