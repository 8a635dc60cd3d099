// One question to the far end whose answer is a text: nothing of it is believed before it is whole and within bounds.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <cstdint>
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

// How the target was reached.
struct FarWay {
    std::string through;              // a jump host; empty: none
    std::uint64_t collectorBytes = 0; // packed, as it travels
    bool copied = false;              // the collector, just now
    std::int64_t answersInMs = 0;     // as of Collector
};

// The near end: brings the collector there where it is missing, and asks it. `archive` as archiveCollector() packs it; `way`
// may be null.
[[nodiscard]] Result<std::string> askFarEnd(const CaptureTarget& target, const std::string& archive,
                                            const FarQuestion& question, FarWay* way = nullptr);

// The far end, to standard output: why there is no answer; a piece of it, any number of them; its end. False: nobody reads.
[[nodiscard]] bool refuseAnswer(std::string_view why);
[[nodiscard]] bool sendAnswerPart(std::string_view bytes);
[[nodiscard]] bool endAnswer(std::size_t bytes);

} // namespace lanes::remote
