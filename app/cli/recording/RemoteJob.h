// `lanescope record --on TARGET --on TARGET ...`: one job on several hosts or containers. Each has a near end of its own, whose
// session grows here. In the end they become one session with the ranks of all.
#pragma once

#include "app/cli/recording/RemoteRecord.h"

#include <string>
#include <vector>

namespace lanes::cli {

// Returns the path of each target's session: "run.lanes" with "ssh:gpu1" is "run-gpu1.lanes". A repeated name gets its number.
[[nodiscard]] std::vector<std::string> partsOf(const std::string& output,
                                               const std::vector<std::string>& targets);

// Replaces "{node}" in the words by the number of a target, from 0, and "{nodes}" by the number of targets, as launchers need
// them.
[[nodiscard]] std::vector<std::string> withNode(std::vector<std::string> words, std::size_t node,
                                                std::size_t nodes);

// Returns the exit code: the first that is not 0, in the order of the targets. It is kFailed if their sessions cannot be
// joined.
int recordJob(const RemoteRecord& wish, const std::string& output);

} // namespace lanes::cli
