// What `record` understands of a size (--max-size) and of a reason to save (--when).
#pragma once

#include "collector/recorder/flight/SaveConditions.h"
#include "model/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::cli {

// "500M", in powers of 1024, no less than a session needs. In bytes.
[[nodiscard]] Result<std::uint64_t> parseSize(std::string_view text);

// "step>1.5x", "step>200ms", "hang>30s", "oom" or "dies", added to `when`.
[[nodiscard]] Result<void> addCondition(const std::string& text, recorder::SaveConditions& when);
[[nodiscard]] bool isSaveCondition(const std::string& text);

} // namespace lanes::cli
