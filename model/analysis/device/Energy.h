// Energy that devices took, from their counters: of a range, and divided by what ran.
#pragma once

#include "model/analysis/device/Devices.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

// Joules, with the bounds that the distance of the samples leaves. low <= joules <= high.
struct Energy {
    double joules = 0;
    double low = 0;
    double high = 0;

    Energy& operator+=(const Energy& other);
};

// What one device has taken since its first sample. NVML's counter is read ten times a second and may be as old as the sample
// before; without that counter, samples of power are summed as trapezoids. Immutable; any thread.
class EnergyCurve {
public:
    // `time` ascends, in ns; `joules` is never less than before, one for each time.
    EnergyCurve(Device device, std::vector<TimeNs> time, std::vector<double> joules);

    [[nodiscard]] const Device& device() const { return device_; }
    // From the first to the last sample.
    [[nodiscard]] TimeRange range() const { return {time_.front(), time_.back()}; }
    [[nodiscard]] std::span<const TimeNs> time() const { return time_; }
    [[nodiscard]] std::span<const double> joules() const { return joules_; }
    // By then, between two samples in proportion to time. O(log samples).
    [[nodiscard]] double at(TimeNs time) const;
    // Of what of `range` lies between the first and the last sample. O(log samples).
    [[nodiscard]] Energy of(TimeRange range) const;

private:
    Device device_;
    std::vector<TimeNs> time_;
    std::vector<double> joules_;
};

// One for each device with at least two samples of "Energy" (J) or "Power" (W). Values that fall are a counter that began anew:
// they count from there. O(samples log samples).
[[nodiscard]] std::vector<EnergyCurve> energyCurves(const Trace& trace);

// A piece of work on a device, and the group that its energy goes to.
struct EnergyWork {
    TimeRange range;
    std::uint32_t group = 0;
};

// What each of `groups` groups took of a curve within `range`, and behind them the time in which no work ran. Energy flows evenly
// between two samples, and what runs at once shares it evenly. A group's bounds: it took no more than everything between the
// samples around its work, and no less than what was taken where nothing else ran from one sample to the next.
// O(work log work + (work + samples) log samples).
[[nodiscard]] std::vector<Energy> energyByGroup(const EnergyCurve& curve, std::vector<EnergyWork> work,
                                                std::size_t groups, TimeRange range);

} // namespace lanes
