// Finds the operator that was open on a thread at a moment: the operator of a call to the device's runtime.
#pragma once

#include "model/analysis/operators/OpenCalls.h"
#include "model/trace/Trace.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace lanes {

// Covers one trace; any thread.
class OpenOperators {
public:
    explicit OpenOperators(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace)) {}

    // The operator that was open when `call` began, of several the last to begin; or none. Asynchronous ranges do not
    // count. O(log slices). For a thread of very many lanes, the first query reads its operators once.
    [[nodiscard]] SliceId at(SliceId call) const;

private:
    [[nodiscard]] SliceId amongLanes(TrackId track, TimeNs t) const;
    [[nodiscard]] OpenCalls openOn(TrackId track) const;

    std::shared_ptr<const Trace> trace_;
    mutable std::mutex mutex_;
    mutable std::map<TrackId, OpenCalls> open_; // of tracks of very many lanes
};

} // namespace lanes
