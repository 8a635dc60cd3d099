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

// A moment, counted from the start of the session; at or after the session's recorded start it is taken as the
// recorded time itself, so that times from a trace file can be pasted.
[[nodiscard]] Result<TimeNs> parseMoment(std::string_view text, TimeRange session);
// A length of time above 0, with its unit: "500ms", "10s", "2min".
[[nodiscard]] Result<TimeNs> parseSpan(std::string_view text);
// "A..B"; either may be left out. An error where it is empty, or has nothing of the session.
[[nodiscard]] Result<TimeRange> parseRange(std::string_view text, TimeRange session);

// Which part of a session a command is about, as given by --range and --step.
struct PartArguments {
    std::string range;
    std::int64_t step = -1;    // -1: not given
    std::string scope = "all"; // "steady": the steady steps, where neither is given
};
// Nothing, for the whole session, if neither is given and the scope is all, or there are no steady steps; an error if both are or
// the step does not exist.
[[nodiscard]] Result<std::optional<TimeRange>> partOf(const PartArguments& arguments, TimeRange session,
                                                      const SessionSteps& steps);

} // namespace lanes::cli
