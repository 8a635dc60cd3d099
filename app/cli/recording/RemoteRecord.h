// `lanescope record --on TARGET`: the near end of a capture on another host or in a container.
#pragma once

#include <string>
#include <vector>

namespace lanes::cli {

struct RemoteRecord {
    std::vector<std::string> on;      // "ssh:HOST"; several: one job on all of them (RemoteJob)
    std::string folder;               // where the program runs there
    std::string resume;               // name of a capture there; empty: a new one
    std::string output;               // empty: made of the command's name and the time
    std::vector<std::string> options; // of `record` or `attach`, for the far end
    std::vector<std::string> command; // empty with `resume`
    bool attach = false;              // to a program that runs there, which `options` name
};

// What of the command's own words is for the far end: all but --on, --folder, --resume and -o with what follows them.
[[nodiscard]] std::vector<std::string> optionsForFarEnd(const std::vector<std::string>& words);

// Returns the exit code: the program's own, or what `record` returns when nothing could be recorded.
// Of one target.
int recordOn(const RemoteRecord& wish, const std::string& freshOutput);

} // namespace lanes::cli
