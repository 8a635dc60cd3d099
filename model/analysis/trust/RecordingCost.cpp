#include "model/analysis/trust/RecordingCost.h"

#include "model/base/Format.h"

#include <charconv>
#include <string_view>

namespace lanes {

namespace {

// Of a property "cost.KEY"; -1 where there is none that is a number from 0 on.
std::int64_t costNumber(const Trace& trace, std::string_view key) {
    for (const auto& [name, text] : trace.info().properties) {
        if (name != key) {
            continue;
        }
        std::int64_t value = -1;
        const char* end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data(), end, value);
        return error == std::errc() && at == end && value >= 0 ? value : -1;
    }
    return -1;
}

} // namespace

RecordingCost recordingCost(const Trace& trace) {
    RecordingCost cost;
    if (!trace.info().producer.starts_with("lanescope")) {
        return cost;
    }
    const RecordingCost::Steps steps{
        costNumber(trace, "cost.recorded_steps"), costNumber(trace, "cost.other_steps"),
        costNumber(trace, "cost.recorded_step_ns"), costNumber(trace, "cost.other_step_ns"),
        costNumber(trace, "cost.error_ns")};
    if (steps.recorded > 0 && steps.others > 0 && steps.recordedStep >= 0 && steps.otherStep >= 0 &&
        steps.error >= 0) {
        cost.steps = steps;
    }
    const RecordingCost::Operators operators{costNumber(trace, "cost.operator_ns"),
                                             costNumber(trace, "cost.timed_operators")};
    if (operators.each >= 0 && operators.timed > 0) {
        cost.operators = operators;
    }
    return cost;
}

std::string costText(const RecordingCost& cost) {
    std::string text;
    if (cost.steps) {
        text = cost.steps->isSeen()
                   ? formatDuration(cost.steps->difference()) + " +- " + formatDuration(cost.steps->error)
                   : "less than " + formatDuration(cost.steps->error);
        text += " a step of " + formatDuration(cost.steps->otherStep) + " (" +
                formatCount(cost.steps->recorded) + " recorded, " + formatCount(cost.steps->others) + " not)";
    }
    if (cost.operators) {
        text += (text.empty() ? "" : "; ") + formatDuration(cost.operators->each) + " an operator (" +
                formatCount(cost.operators->timed) + " timed)";
    }
    return text.empty() ? "not known" : text;
}

} // namespace lanes
