#include "model/analysis/compare/StepSamples.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr double kLonger = 1.5; // as the advice about a first step that is warm-up has it
constexpr double kUnusual = 3;
constexpr std::size_t kOneIn = 10;

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

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

} // namespace

std::vector<bool> usualSteps(std::span<const double> samples) {
    const std::size_t warmUp = warmUpSteps(samples);
    std::vector<bool> usual(samples.size(), true);
    std::fill_n(usual.begin(), warmUp, false);
    const auto rest = samples.subspan(warmUp);
    const double most = rest.size() > kFewestSamples ? kUnusual * medianOf({rest.begin(), rest.end()}) : 0;
    const auto unusual =
        static_cast<std::size_t>(std::ranges::count_if(rest, [most](double s) { return s >= most; }));
    if (most > 0 && unusual <= (rest.size() + kOneIn - 1) / kOneIn) {
        for (std::size_t i = warmUp; i < samples.size(); ++i) {
            usual[i] = samples[i] < most;
        }
    }
    return usual;
}

StepSamples::StepSamples(const SessionSteps& steps, std::optional<TimeRange> range)
    : steps_(steps) {
    std::optional<std::int64_t> rank;
    for (const Step& step : steps.all()) {
        if (rank != step.rank) {
            laps_.push_back({lengths_.size(), lengths_.size()});
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
    usual_.assign(lengths_.size(), true);
    usual_ = usual(lengths_);
}

std::int64_t StepSamples::of(std::int64_t rank, TimeNs time) const {
    const Step* step = steps_.at(rank, time);
    return step == nullptr ? -1 : numbers_[static_cast<std::size_t>(step - steps_.all().data())];
}

std::vector<bool> StepSamples::usual(std::span<const double> values) const {
    std::vector<bool> usual = usual_;
    for (const Lap& lap : laps_) {
        const std::vector<bool> own = usualSteps(values.subspan(lap.first, lap.end - lap.first));
        for (std::size_t i = 0; i < own.size(); ++i) {
            usual[lap.first + i] = usual[lap.first + i] && own[i];
        }
    }
    return static_cast<std::size_t>(std::ranges::count(usual, true)) < kFewestSamples ? usual_ : usual;
}

} // namespace lanes
