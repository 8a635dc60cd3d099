// One question to the far end whose answer is a text: nothing of it is believed before it is whole and within bounds.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

struct FarQuestion {
    std::vector<std::string> words; // of `lanescope-record remote`
    std::string what;               // what is asked for, for messages
    std::size_t mostBytes = 0;
    bool first = false; // ssh may ask for a password
};

// The near end: brings the collector there where it is missing, and asks it. `archive` as archiveCollector() packs it.
[[nodiscard]] Result<std::string> askFarEnd(const CaptureTarget& target, const std::string& archive,
                                            const FarQuestion& question);

// The far end, to standard output: why there is no answer; a piece of it, any number of them; its end. False: nobody reads.
[[nodiscard]] bool refuseAnswer(std::string_view why);
[[nodiscard]] bool sendAnswerPart(std::string_view bytes);
[[nodiscard]] bool endAnswer(std::size_t bytes);

} // namespace lanes::remote
