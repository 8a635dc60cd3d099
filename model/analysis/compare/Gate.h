// Checks a session's budgets against another session, for CI. Steps are the samples, as in SessionDiff. A budget is
// broken only if even the lower bound of the change, at 95 %, lies above it.
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
        Memory, // peak of allocated memory, on the device with the highest
        Work,   // time per step of the events that a filter matches
    };
    Kind kind = Kind::Step;
    std::string what;   // "step", "memory", "kernel:/gemm/"
    Filter filter;      // of Work: device events by their time, host events by their self time
    double percent = 0; // allowed growth; below 0: required reduction
};
// Parses "step=+3%" or "kernel:/gemm/=+5%". The error names the problem.
[[nodiscard]] Result<GateBudget> parseBudget(std::string_view text);

// The change of one part of a budget, per step; memory in bytes.
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
    GateRow whole;             // sum of all rows
    std::optional<double> low; // bounds of the change in per cent; nothing with too few steps
    std::optional<double> high;
    std::string steady;              // of Step: the change of a steady step, in the words of `diff`
    std::string why;                 // reason why nothing, or no more, can be known
    std::vector<GateRow> rows;       // the rows that explain the change: largest growth first, three at most
    std::vector<double> stepsBefore; // samples; none for memory
    std::vector<double> stepsAfter;

    [[nodiscard]] double change() const; // in per cent
};

// An error if the two cannot be compared, if a filter matches nothing in either, or if asked to stop. O(slices +
// operators log rows).
[[nodiscard]] Result<std::vector<GateAnswer>> gateOf(const DiffSide& base, const DiffSide& now,
                                                     const std::vector<GateBudget>& budgets,
                                                     const std::stop_token& stop = {});

} // namespace lanes
