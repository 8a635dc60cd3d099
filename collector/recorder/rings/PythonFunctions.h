// Makes slices of the calls of Python's functions: each from its begin, or from where a generator goes on, to its end. A
// thread's stand on the track that samples of it would have (PythonSamples.h).
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

// Those of one process. One thread.
class PythonFunctions {
public:
    // `track`: of a thread's functions, made on first use.
    PythonFunctions(const CaptureContext& context, std::function<TrackId(std::uint32_t thread)> track)
        : context_(context)
        , track_(std::move(track))
        , row_(context.sink.writer()) {}

    // `definitions`: of their ring. False for what makes no sense.
    bool begin(const ring::FunctionBegin& begin, TimeNs at, RingDefinitions& definitions);
    bool end(const ring::FunctionEnd& end, TimeNs at);
    // All that began before has come.
    void drained(TimeNs at);
    // Calls of all threads are known to be lost.
    void markIncomplete();

private:
    struct Thread {
        TrackId track;
        std::vector<SliceHandle> open; // outermost first
    };

    CaptureContext context_;
    std::function<TrackId(std::uint32_t)> track_;
    RowBuilder row_;
    std::optional<LayoutId> layout_;          // of all: they have no arguments
    std::map<std::uint32_t, Thread> threads_; // by the kernel's id
};

} // namespace lanes::recorder
