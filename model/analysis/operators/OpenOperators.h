// Which operator was open on a thread at a moment: what calls of a device's runtime are asked for.
#pragma once

#include "model/analysis/operators/OpenCalls.h"
#include "model/trace/Trace.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace lanes {

// Of one trace; any thread.
class OpenOperators {
public:
    explicit OpenOperators(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace)) {}

    // The operator that was open when `call` began, of several the last to begin, or none. Asynchronous ranges do not count.
    // O(log slices); the first question about a thread of very many lanes goes over its operators once.
    [[nodiscard]] SliceId at(SliceId call) const;

private:
    [[nodiscard]] SliceId amongLanes(TrackId track, TimeNs t) const;
    [[nodiscard]] OpenCalls openOn(TrackId track) const;

    std::shared_ptr<const Trace> trace_;
    mutable std::mutex mutex_;
    mutable std::map<TrackId, OpenCalls> open_; // of tracks of very many lanes
};

} // namespace lanes
