// Streams and events as the Gpu keeps them. The caller holds the Gpu's lock.
#pragma once

#include "tests/played_gpu/model/Graph.h"

#include <array>

namespace played {

struct Stream {
    static constexpr size_t kDepth = 1024; // launches that may wait; the next one blocks its thread

    uint32_t id = 0;
    int device = 0, priority = 0;
    bool legacy = false; // the default stream, which waits for the blocking ones and they for it
    bool blocking = true;
    ns tail = 0;                   // when all work enqueued so far is over
    std::array<ns, kDepth> ends{}; // of the last launches, as a ring
    size_t launches = 0;
    std::shared_ptr<Capture> capture;
    std::vector<Node*> frontier; // capture: what the next node depends on
};

struct Event {
    uint32_t id = 0;
    bool recorded = false;
    ns when = 0;
    uint64_t record = 0; // number of its last record, for the waits
    uint32_t stream = 0; // id of the stream of its last record
    int device = 0;
    std::shared_ptr<Capture> capture;
    std::vector<Node*> frontier;
};

} // namespace played
