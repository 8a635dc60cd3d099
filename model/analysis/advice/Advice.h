// Advice on changes to the program, ordered by their savings: the findings of every rule for a session or a range of it.
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

// Thresholds that override the rules' own. One thread.
class AdviceSettings {
public:
    // Sets one threshold: "data-loading.share=10". An error if no rule has this threshold, or the value is no number of 0
    // or more.
    [[nodiscard]] Result<void> set(std::string_view text);
    [[nodiscard]] Limits of(const AdviceRule& rule) const;

private:
    std::map<std::pair<std::string, std::string>, double> set_; // by rule and threshold
};

// The findings by saving, the largest first; equal savings by confidence. Nothing if asked to stop. Any thread but a
// window's. Runs every rule; O(events that the rules read in the range).
[[nodiscard]] std::optional<std::vector<Finding>> adviceOf(const AdviceData& data,
                                                           std::optional<TimeRange> range,
                                                           const AdviceSettings& settings,
                                                           const std::stop_token& stop = {});

} // namespace lanes
