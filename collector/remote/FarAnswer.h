// Asks the far end a question whose answer is a text. The answer is used only once it is complete and within bounds.
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
    std::string what;               // the subject of the question, for messages
    std::size_t mostBytes = 0;
    bool first = false; // ssh may ask for a password
};

// The facts about the connection to the target.
struct FarWay {
    std::string through;              // a jump host; empty: none
    std::uint64_t collectorBytes = 0; // packed size, as transferred
    bool copied = false;              // the collector was copied just now
    std::int64_t answersInMs = 0;     // as Collector::answersIn()
};

// For the near end: installs the collector on the target if it is missing, and asks it. `archive`: from
// archiveCollector(); `way` may be null.
[[nodiscard]] Result<std::string> askFarEnd(const CaptureTarget& target, const std::string& archive,
                                            const FarQuestion& question, FarWay* way = nullptr);

// For the far end, to standard output: the reason for no answer; any number of parts of an answer; its end. False if
// the reader has gone.
[[nodiscard]] bool refuseAnswer(std::string_view why);
[[nodiscard]] bool sendAnswerPart(std::string_view bytes);
[[nodiscard]] bool endAnswer(std::size_t bytes);

} // namespace lanes::remote
