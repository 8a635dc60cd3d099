#include "collector/recorder/OwnCost.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lanes::recorder {

namespace {

constexpr std::size_t kMostTimed = 1U << 14;

double meanOf(std::vector<TimeNs> samples) {
    std::ranges::sort(samples);
    samples.resize(samples.size() - (samples.size() + 99) / 100);
    return static_cast<double>(std::accumulate(samples.begin(), samples.end(), TimeNs{0})) /
           static_cast<double>(samples.size());
}

} // namespace

void OwnCost::add(std::size_t part, TimeNs duration) {
    if (part >= samples_.size() || duration < 0) { // records come from another process
        return;
    }
    std::vector<TimeNs>& samples = samples_[part];
    if (samples.size() < kMostTimed) {
        samples.push_back(duration);
    } else {
        samples[count_[part] % kMostTimed] = duration;
    }
    ++count_[part];
}

void OwnCost::addTo(std::vector<std::pair<std::string, std::string>>& properties) const {
    const std::size_t timed = std::min(count_[0], count_[1]);
    if (timed >= kLeast) {
        properties.emplace_back("cost.operator_ns",
                                std::to_string(std::llround(meanOf(samples_[0]) + meanOf(samples_[1]))));
        properties.emplace_back("cost.timed_operators", std::to_string(timed));
    }
}

} // namespace lanes::recorder
