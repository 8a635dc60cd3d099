// All details of a moment of a row where there is no slice, as data: no sentences.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/advice/Finding.h"
#include "model/analysis/gaps/GapCause.h"
#include "model/trace/args/RecordedFields.h"
#include "model/trace/slices/Spot.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lanes {

// A part of a row in which nothing ran.
struct GapContent {
    TimeRange gap;
    SliceId before; // none at the row's begin
    SliceId after;  // none at its end
    SliceId launch; // launch of the work after the gap
    SliceId op;     // operator of that launch
    std::optional<TimeNs>
        launchedAfter; // from the gap's begin to the launching call's begin; below 0: before the gap
    std::optional<GapCause> cause;   // nothing without that call
    std::vector<GapLink> chain;      // from the gap to its cause; empty without that call
    std::vector<WaitStretch> causes; // by time; they sum to the gap
    std::optional<Finding> remedy;   // the recommendation that counts most of the gap
    std::uint32_t rank = 0;          // 1: the longest gap of the row
    std::uint32_t count = 0;         // gaps of the row
    TimeNs idle = 0;                 // total length of these gaps
    struct Other {
        TimeRange range;
        WaitCause most = WaitCause::Unknown; // the cause with most of its time
    };
    TrackId track;
    std::vector<Other> largest; // of the row, longest first
    SplitTimes meanwhile;       // use of the session's time in the gap; sums to the gap
};

// The sample of a counter that is valid at a moment.
struct CounterContent {
    std::string name;
    std::string key;
    double value = 0;
    TimeRange holds; // from its time to the next sample, or to the end of the session
    std::optional<double> previous;
    double least = 0;
    double most = 0;
    double mean = 0;        // over the samples
    std::size_t number = 0; // from 1
    std::size_t count = 0;
};

// An allocation or free, and the life of its block.
struct MemoryContent {
    std::string device; // "1:0", numbered as in Kineto
    TrackId track;      // none: not known
    TimeNs time = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;      // below 0: freed
    std::int64_t allocated = -1; // afterwards; -1 not known
    std::int64_t reserved = -1;
    SliceId op; // around the event
    std::optional<MemoryBlock> block;
    SliceId allocator; // operators around the block's begin and end
    SliceId releaser;
};

struct StepContent {
    Step step;
    SplitTimes split;       // sums to the step
    std::uint32_t rank = 0; // 1: the longest
    std::uint32_t count = 0;
    TimeNs mean = 0;
    SliceId longestKernel; // starts in the step
};

struct InstantContent {
    std::string name;
    std::string category; // may be empty
    std::string process;
    TrackId track;
    TimeNs time = 0;
    SliceId around;                 // the innermost slice around it on its track
    std::uint32_t number = 0;       // from 1, by time, among the instants of its name
    std::uint32_t count = 0;        // number of instants of the same name
    std::optional<TimeNs> previous; // time of the previous instant of this name
    std::vector<RecordedField> fields;
};

using SpotContent = std::variant<GapContent, CounterContent, MemoryContent, StepContent, InstantContent>;

// Nothing if the spot does not exist, or if asked to stop. O(slices of the row), O(samples), O(points) or O(blocks). Any
// thread, but not a window's.
[[nodiscard]] std::optional<SpotContent> spotContent(TraceAnalyses& analyses, const Spot& spot,
                                                     const std::stop_token& stop);

} // namespace lanes
