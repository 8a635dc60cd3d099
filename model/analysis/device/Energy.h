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

// The energy of one device since its first sample. The recorder reads NVML's counter ten times a second, and a value may be as old
// as the sample before it. Without that counter, samples of power are summed as trapezoids. Immutable; any thread.
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
    // Takes the part of `range` between the first and the last sample. O(log samples).
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

// Divides the energy of a curve within `range` among `groups` groups; one more entry at the end is the time without work. Energy
// flows evenly between two samples, and work that runs at once shares it evenly. The most that a group can have taken is
// everything between the samples around its work. The least is the energy of stretches between samples that it filled alone.
// O(work log work + (work + samples) log samples).
[[nodiscard]] std::vector<Energy> energyByGroup(const EnergyCurve& curve, std::vector<EnergyWork> work,
                                                std::size_t groups, TimeRange range);

} // namespace lanes
