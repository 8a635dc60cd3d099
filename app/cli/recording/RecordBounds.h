// Parses a size (--max-size) and a condition to save (--when) of `record`.
#pragma once

#include "collector/recorder/flight/SaveConditions.h"
#include "model/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::cli {

// Parses "500M", in powers of 1024, into bytes. A size too small for a session is an error.
[[nodiscard]] Result<std::uint64_t> parseSize(std::string_view text);

// Adds "step>1.5x", "step>200ms", "hang>30s", "oom" or "dies" to `when`.
[[nodiscard]] Result<void> addCondition(const std::string& text, recorder::SaveConditions& when);
[[nodiscard]] bool isSaveCondition(const std::string& text);

} // namespace lanes::cli
