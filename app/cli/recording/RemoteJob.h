// `lanescope record --on TARGET --on TARGET ...`: one job on several hosts or containers. Each has a near end of its own, whose
// session grows here; in the end they are one session with the ranks of all.
#pragma once

#include "app/cli/recording/RemoteRecord.h"

#include <string>
#include <vector>

namespace lanes::cli {

// Where the session of each target grows: "run.lanes" with "ssh:gpu1" is "run-gpu1.lanes"; a name that comes again gets its
// number.
[[nodiscard]] std::vector<std::string> partsOf(const std::string& output,
                                               const std::vector<std::string>& targets);

// The words with "{node}" as the number of a target, from 0, and "{nodes}" as how many there are: what launchers ask for.
[[nodiscard]] std::vector<std::string> withNode(std::vector<std::string> words, std::size_t node,
                                                std::size_t nodes);

// Returns the exit code: the first that is not 0, in the order of the targets, or kFailed where their sessions are not one.
int recordJob(const RemoteRecord& wish, const std::string& output);

} // namespace lanes::cli
