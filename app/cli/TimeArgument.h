// Times on the command line: "12.5ms", "3s", "1500" (nanoseconds).
#pragma once

#include "model/analysis/time/Steps.h"
#include "model/base/Result.h"
#include "model/base/Time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

// Parses a moment, counted from the start of the session. A number without unit that is at or after the session's recorded
// start is the recorded time itself. So times from a trace file can be pasted.
[[nodiscard]] Result<TimeNs> parseMoment(std::string_view text, TimeRange session);
// Parses a length of time above 0, with its unit: "500ms", "10s", "2min".
[[nodiscard]] Result<TimeNs> parseSpan(std::string_view text);
// Parses "A..B"; either end may be missing. An empty range, or one outside the session, is an error.
[[nodiscard]] Result<TimeRange> parseRange(std::string_view text, TimeRange session);

// The part of a session that a command covers, as given by --range and --step.
struct PartArguments {
    std::string range;
    std::int64_t step = -1;    // -1: not given
    std::string scope = "all"; // "steady": the steady steps, if neither is given
};
// Returns the range, or nothing for the whole session. Without --range and --step it is the steady steps if the scope is
// steady, else nothing. Nothing also stands for a session without steady steps. If both are given, or the step does not exist,
// it is an error.
[[nodiscard]] Result<std::optional<TimeRange>> partOf(const PartArguments& arguments, TimeRange session,
                                                      const SessionSteps& steps);

} // namespace lanes::cli
