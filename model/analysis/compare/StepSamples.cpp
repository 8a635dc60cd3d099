#include "model/analysis/compare/StepSamples.h"

#include <algorithm>
#include <utility>

namespace lanes {

StepSamples::StepSamples(const SessionSteps& steps, std::optional<TimeRange> range)
    : steps_(steps) {
    std::vector<double> lengths;
    std::vector<SampledSteps::Lap> laps;
    std::vector<bool> steady;
    std::optional<std::int64_t> rank;
    for (const Step& step : steps.all()) {
        if (rank != step.rank) {
            laps.push_back({lengths.size(), lengths.size()});
            rank = step.rank;
        }
        const bool whole =
            step.ended && (!range || (step.range.begin >= range->begin && step.range.end <= range->end));
        numbers_.push_back(whole ? static_cast<std::int64_t>(lengths.size()) : -1);
        if (whole) {
            lengths.push_back(static_cast<double>(step.range.length()));
            steady.push_back(steps.isSteady(step));
            laps.back().end = lengths.size();
        }
    }
    if (static_cast<std::size_t>(std::ranges::count(steady, true)) < kFewestSamples) {
        steady.clear(); // too few to judge by: then by their lengths
    }
    samples_ = SampledSteps(std::move(lengths), std::move(laps), std::move(steady));
}

std::int64_t StepSamples::of(std::int64_t rank, TimeNs time) const {
    const Step* step = steps_.at(rank, time);
    return step == nullptr ? -1 : numbers_[static_cast<std::size_t>(step - steps_.all().data())];
}

} // namespace lanes
