// Checks on a target, before a program is started there, what the program would find: its folder, itself, its torch.
#pragma once

#include "collector/doctor/MachineFacts.h"
#include "collector/remote/CaptureTarget.h"
#include "collector/remote/FarAnswer.h"
#include "model/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// The `-c` script for an interpreter, which prints "3.11 2.9.1 12.8.90": Python, torch, and the CUPTI that came with
// torch. It prints "3.11" without torch. torch is located, not imported, as an import takes seconds.
extern const char* const kInterpreterQuestion;

struct FarLook {
    bool folderThere = false;
    std::string program;     // its path; empty: it cannot be run from the folder
    bool scriptThere = true; // false: its script is not in the folder
    std::string python;      // "3.11", if it is an interpreter that answers
    std::string torch;       // empty: it has none
    std::string cupti;       // "12.8.90", of pip's package; empty: none
    doctor::MachineFacts machine;
    std::vector<std::string> folders;      // possible completions of the folder's name, at most some dozens
    std::vector<std::string> interpreters; // likely interpreters for programs in the folder
    std::vector<std::string> variables;    // names of the variables in a program's environment there
    std::vector<std::string> missing;      // paths in the given variables that do not exist, "NAME=/path"
};

struct FarWish {
    std::string folder;                   // as typed; empty: the home folder
    std::vector<std::string> command;     // may be empty
    std::vector<std::string> environment; // "NAME=VALUE", passed to the program
};

// Looks on this machine.
[[nodiscard]] FarLook lookHere(const FarWish& wish);

// For the near end: installs the collector on the target if it is missing, and asks it. `archive`: from
// archiveCollector().
[[nodiscard]] Result<FarLook> lookOn(const CaptureTarget& target, const std::string& archive,
                                     const FarWish& wish, FarWay* way = nullptr);
// For the far end: looks, and writes the result to standard output. `words`: the folder, the number of variables, the
// variables, and the command.
[[nodiscard]] Result<void> sendLook(const std::vector<std::string>& words);

// The form for the transfer: words that each end with a NUL. An error: the text is not from encodedLook().
[[nodiscard]] std::string encodedLook(const FarLook& look);
[[nodiscard]] Result<FarLook> decodedLook(std::string_view text);

} // namespace lanes::remote
