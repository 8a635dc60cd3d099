// Whether a session keeps within budgets against another: what CI asks. Steps are the samples, as in SessionDiff; a budget
// is broken only if even the lower bound of the change, at 95 %, lies above it.
#pragma once

#include "model/analysis/compare/SessionDiff.h"
#include "model/analysis/text/Filter.h"
#include "model/base/Result.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct GateBudget {
    enum class Kind : std::uint8_t {
        Step,   // mean length of a step
        Memory, // the most that was allocated at once, on the device with most
        Work,   // time of what a filter matches, per step
    };
    Kind kind = Kind::Step;
    std::string what;   // "step", "memory", "kernel:/gemm/"
    Filter filter;      // of Work: on devices its time, on the host what it takes itself
    double percent = 0; // that it may grow by; below 0: that it must shrink by
};
// "step=+3%", "kernel:/gemm/=+5%". An error says what is wrong with it.
[[nodiscard]] Result<GateBudget> parseBudget(std::string_view text);

// What became of one part of it, per step; of memory in bytes.
struct GateRow {
    std::string name;
    double before = 0;
    double after = 0;
    [[nodiscard]] double delta() const { return after - before; }
};

struct GateAnswer {
    enum class State : std::uint8_t { Kept, Broken, Unknown };
    GateBudget budget;
    State state = State::Unknown;
    GateRow whole;             // of all rows together
    std::optional<double> low; // bounds of the change in per cent; nothing where steps are too few
    std::optional<double> high;
    std::string steady;              // of Step: what became of a steady step, as `diff` says it
    std::string why;                 // nothing can be known, or no more
    std::vector<GateRow> rows;       // that explain it: largest growth first, three at most
    std::vector<double> stepsBefore; // samples; of memory none
    std::vector<double> stepsAfter;

    [[nodiscard]] double change() const; // in per cent
};

// An error where the two cannot be compared, or a filter matches nothing in either. Nothing if asked to stop is an error,
// too. O(slices + operators log rows).
[[nodiscard]] Result<std::vector<GateAnswer>> gateOf(const DiffSide& base, const DiffSide& now,
                                                     const std::vector<GateBudget>& budgets,
                                                     const std::stop_token& stop = {});

} // namespace lanes
