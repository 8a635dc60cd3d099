// The wall time difference between steady steps of two sessions, and its causes: the headline of every comparison.
// Operators of other threads and workers do not count in it.
#pragma once

#include "model/analysis/TraceAnalyses.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

enum class DiffStatus : std::uint8_t { Same, Slower, Faster, Added, Removed, Unknown };

// Each moment of a step counts for the first of these that applies.
enum class StepPart : std::uint8_t {
    Device,        // kernels, copies and fills
    Communication, // communication that no device work hides
    Data,          // a DataLoader fetches while the device does nothing
    Host,          // calls, operators and the rest of the program while the device is idle
    Nothing,       // nothing was recorded
};
inline constexpr std::size_t kStepParts = 5;
[[nodiscard]] std::string_view stepPartKey(StepPart part); // "device"

// The steady steps of one side, of all of its ranks and sessions.
struct SteadySide {
    std::vector<TimeNs> lengths;
    std::array<TimeNs, kStepParts> sums{};

    [[nodiscard]] std::int64_t steps() const { return static_cast<std::int64_t>(lengths.size()); }
    [[nodiscard]] TimeNs mean() const;   // needs steps
    [[nodiscard]] TimeNs median() const; // needs steps
    [[nodiscard]] TimeNs mean(StepPart part) const { return sums[static_cast<std::size_t>(part)] / steps(); }
};
// Adds the steady steps that lie entirely in the range (nothing: everywhere). False if asked to stop. O(steps log
// slices).
[[nodiscard]] bool addSteadySteps(SteadySide& side, TraceAnalyses& analyses, std::optional<TimeRange> range,
                                  const std::stop_token& stop);

struct SteadyChange {
    SteadySide a; // both have steps
    SteadySide b;
    DiffStatus status = DiffStatus::Unknown;
    TimeNs low = 0; // bounds of the difference of the means at 95 %, if the status is known
    TimeNs high = 0;

    [[nodiscard]] TimeNs delta() const { return b.mean() - a.mean(); }
};

// "Mean steady step: 229.5 ms in A, 44.2 ms in B (median: 226.7 ms and 19.08 ms). Nearly all of the change is waiting for
// data."
[[nodiscard]] std::string steadySentence(const SteadyChange& change);
// "The mean step is faster by 185.3 ms, 80.7 % (95 % bounds: 163.3 ms to 207.4 ms)."
[[nodiscard]] std::string steadyVerdict(const SteadyChange& change);

} // namespace lanes
