// `lanescope record --on TARGET`: the near end of a capture on another host or in a container.
#pragma once

#include <string>
#include <vector>

namespace lanes::cli {

struct RemoteRecord {
    std::vector<std::string> on;      // "ssh:HOST"; several: one job on all of them (RemoteJob)
    std::string folder;               // the folder there in which the program runs
    std::string resume;               // name of a capture there; empty: a new one
    std::string output;               // empty: made from the command's name and the time
    std::vector<std::string> options; // options of `record` or `attach` for the far end
    std::vector<std::string> command; // empty with `resume`
    bool attach = false;              // attach to a program that runs there, named in `options`
};

// Returns the command's words for the far end: all but --on, --folder, --resume and -o with their values.
[[nodiscard]] std::vector<std::string> optionsForFarEnd(const std::vector<std::string>& words);

// Records on one target. Returns the exit code of the program, or that of `record` if nothing could be recorded.
int recordOn(const RemoteRecord& wish, const std::string& freshOutput);

} // namespace lanes::cli
