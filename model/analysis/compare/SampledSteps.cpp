#include "model/analysis/compare/SampledSteps.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanes {

namespace {

constexpr double kLonger = 1.5; // as the advice about a first step that is warm-up has it
constexpr double kUnusual = 3;
constexpr std::size_t kOneIn = 10;
constexpr double kCoarse = 1000; // ns; as older torches write times

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

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

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

SampledSteps::SampledSteps(std::vector<double> lengths, std::vector<Lap> laps, std::vector<bool> steady)
    : lengths_(std::move(lengths))
    , usual_(lengths_.size(), true)
    , laps_(std::move(laps)) {
    usual_ = steady.empty() ? usualByValue(lengths_) : std::move(steady);
    std::erase_if(laps_, [](const Lap& lap) { return lap.first == lap.end; });
    const bool together = std::ranges::all_of(laps_, [this](const Lap& lap) {
        return lap.end - lap.first == laps_.front().end - laps_.front().first;
    });
    for (const Lap& lap : laps_) {
        if (series_.empty() || !together) {
            series_.push_back({{}, lap.end - lap.first});
        }
        series_.back().firsts.push_back(lap.first);
    }
}

void SampledSteps::append(const SampledSteps& run) {
    const std::size_t before = count();
    lengths_.insert(lengths_.end(), run.lengths_.begin(), run.lengths_.end());
    usual_.insert(usual_.end(), run.usual_.begin(), run.usual_.end());
    for (const Lap& lap : run.laps_) {
        laps_.push_back({before + lap.first, before + lap.end});
    }
    for (Series series : run.series_) {
        for (std::size_t& first : series.firsts) {
            first += before;
        }
        series_.push_back(std::move(series));
    }
}

std::vector<bool> SampledSteps::usual(std::span<const double> values) const {
    return std::ranges::equal(values, lengths_) ? usual_ : usualByValue(values);
}

std::vector<bool> SampledSteps::usualByValue(std::span<const double> values) const {
    std::vector<bool> usual = usual_;
    for (const Lap& lap : laps_) {
        const std::vector<bool> own = usualSteps(values.subspan(lap.first, lap.end - lap.first));
        for (std::size_t i = 0; i < own.size(); ++i) {
            usual[lap.first + i] = usual[lap.first + i] && own[i];
        }
    }
    return static_cast<std::size_t>(std::ranges::count(usual, true)) < kFewestSamples ? usual_ : usual;
}

double SampledSteps::grainVariance() const {
    const auto isWhole = [](double length) { return std::fmod(length, kCoarse) == 0; };
    return std::ranges::all_of(lengths_, isWhole) ? kCoarse * kCoarse / 6 : 0;
}

std::size_t SampledSteps::leftOut() const {
    return static_cast<std::size_t>(std::ranges::count(usual_, false));
}

} // namespace lanes
