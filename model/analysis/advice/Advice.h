// What to change in the program, by what it would save: every rule asked of a session or a range of it.
#pragma once

#include "model/analysis/advice/AdviceData.h"
#include "model/analysis/advice/AdviceRules.h"
#include "model/analysis/advice/Finding.h"
#include "model/base/Result.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

// Thresholds that differ from the rules' own. One thread.
class AdviceSettings {
public:
    // "data-loading.share=10". An error for what no rule has, or what is no number of 0 or more.
    [[nodiscard]] Result<void> set(std::string_view text);
    [[nodiscard]] Limits of(const AdviceRule& rule) const;

private:
    std::map<std::pair<std::string, std::string>, double> set_; // by rule and threshold
};

// What would save most first; of what saves as much what is surer. Nothing if asked to stop. Any thread but a window's. Asks
// every rule; O(what the rules look at in the range).
[[nodiscard]] std::optional<std::vector<Finding>> adviceOf(const AdviceData& data,
                                                           std::optional<TimeRange> range,
                                                           const AdviceSettings& settings,
                                                           const std::stop_token& stop = {});

} // namespace lanes
