// The options about how to record, for `lanescope record` and `lanescope attach`.
#pragma once

#include "collector/recorder/Recorder.h"
#include "model/base/Result.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lanes::cli {

// The options as given.
struct RecordingOptions {
    std::string output;
    std::string sharing = "share";
    std::string delay;
    std::string duration;
    bool startPaused = false;
    bool noShapes = false;
    bool noStacks = false;
    bool noMemory = false;
    bool noGpu = false;
    bool outputs = false;
    bool nonFinite = false;
    bool allocator = false;
    bool exceptions = false;
    std::string python = "off";
    std::string metrics;
    std::string maxSize;
    std::string keep;
    std::vector<std::string> when;
    std::vector<std::string> where;
    recorder::StepSchedule steps;
};

// `given` must outlive the parser.
void addRecordingOptions(CLI::App& parser, RecordingOptions& given);

// Converts the options. An error is one sentence about the option that makes no sense.
[[nodiscard]] Result<recorder::RecordOptions> takeRecordingOptions(const RecordingOptions& given);

} // namespace lanes::cli
