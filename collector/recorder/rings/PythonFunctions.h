// Makes slices of the calls of Python functions. A slice starts at the call's begin, or where a generator resumes,
// and lasts to its end or suspension. A thread's slices are on the track that its samples would have
// (PythonSamples.h).
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/rings/RingDefinitions.h"
#include "collector/ring/Records.h"
#include "model/base/Time.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanes::recorder {

// The functions of one process. One thread.
class PythonFunctions {
public:
    // `track`: returns the track of a thread's functions, made on first use.
    PythonFunctions(const CaptureContext& context, std::function<TrackId(std::uint32_t thread)> track)
        : context_(context)
        , track_(std::move(track))
        , row_(context.sink.writer()) {}

    // `definitions`: of the ring of the functions. Returns false for an invalid record.
    bool begin(const ring::FunctionBegin& begin, TimeNs at, RingDefinitions& definitions);
    bool end(const ring::FunctionEnd& end, TimeNs at);
    // All begins before `at` have come.
    void drained(TimeNs at);
    // Notes that calls of all threads are known to be lost.
    void markIncomplete();

private:
    struct Thread {
        TrackId track;
        std::vector<SliceHandle> open; // outermost first
    };

    CaptureContext context_;
    std::function<TrackId(std::uint32_t)> track_;
    RowBuilder row_;
    std::optional<LayoutId> layout_;          // one for all, as they have no arguments
    std::map<std::uint32_t, Thread> threads_; // by the kernel's id
};

} // namespace lanes::recorder
