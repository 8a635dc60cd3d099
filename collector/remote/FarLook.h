// What a program would find on a target, before it is started there: its folder, itself, its torch.
#pragma once

#include "collector/doctor/MachineFacts.h"
#include "collector/remote/CaptureTarget.h"
#include "collector/remote/FarAnswer.h"
#include "model/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// What an interpreter is asked, as its `-c`: "3.11 2.9.1 12.8.90", the last being the CUPTI that came with its torch; "3.11"
// where it has no torch. It is found, not imported, as that takes seconds.
extern const char* const kInterpreterQuestion;

struct FarLook {
    bool folderThere = false;
    std::string program;     // its path; empty: it cannot be run from there
    bool scriptThere = true; // false: it would be given a script that is not in the folder
    std::string python;      // "3.11", if it is an interpreter that answers
    std::string torch;       // empty: it has none
    std::string cupti;       // "12.8.90", of pip's package; empty: none
    doctor::MachineFacts machine;
    std::vector<std::string> folders;      // that the folder's name could go on as, at most some dozens
    std::vector<std::string> interpreters; // that programs in the folder are likely to run with
    std::vector<std::string> variables;    // names of those that a program there finds in its environment
    std::vector<std::string> missing;      // what the given variables name, "NAME=/path", and is not there
};

struct FarWish {
    std::string folder;                   // as typed; empty: the home folder
    std::vector<std::string> command;     // may be empty
    std::vector<std::string> environment; // "NAME=VALUE", which the program is given
};

// Of this machine.
[[nodiscard]] FarLook lookHere(const FarWish& wish);

// The near end: brings the collector there where it is missing, and asks it. `archive` as archiveCollector() packs it.
[[nodiscard]] Result<FarLook> lookOn(const CaptureTarget& target, const std::string& archive,
                                     const FarWish& wish, FarWay* way = nullptr);
// The far end: looks, and writes it to standard output. `words`: the folder, how many variables, these, and the command.
[[nodiscard]] Result<void> sendLook(const std::vector<std::string>& words);

// As it travels, words that each end with a NUL. An error: the text is not what encodedLook() makes.
[[nodiscard]] std::string encodedLook(const FarLook& look);
[[nodiscard]] Result<FarLook> decodedLook(std::string_view text);

} // namespace lanes::remote
