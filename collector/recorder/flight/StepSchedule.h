// The steps of a training that are recorded, counted as torch.profiler's schedule does.
#pragma once

#include <cstdint>

namespace lanes::recorder {

struct StepSchedule {
    std::uint64_t wait = 0;
    std::uint64_t warmup = 0;
    std::uint64_t active = 0; // 0: there is no schedule
    std::uint64_t repeat = 0; // 0: to the end

    enum class Phase : std::uint8_t { Wait, Warmup, Active, Over };
    // Returns the phase of the step that runs once `steps` have ended. There must be a schedule.
    [[nodiscard]] Phase after(std::uint64_t steps) const {
        const std::uint64_t cycle = wait + warmup + active;
        if (repeat > 0 && steps / cycle >= repeat) {
            return Phase::Over;
        }
        const std::uint64_t at = steps % cycle;
        return at < wait ? Phase::Wait : at < wait + warmup ? Phase::Warmup : Phase::Active;
    }
};

} // namespace lanes::recorder
