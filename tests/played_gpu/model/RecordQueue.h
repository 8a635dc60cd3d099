// The records of a profiler on their way into its buffers, without knowing what they hold: records of calls go in at once,
// those of device work when they are complete, in the order of completion and into the same buffers, which is what Kineto
// relies on. What goes wrong with records goes wrong here (see Settings). Any thread; buffers are handed back without a lock.
// In a child that was forked nothing is recorded any more.
#pragma once

#include "tests/played_gpu/model/Clock.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace played {

using Bytes = std::span<const std::byte>;

// Where the times of a record of device work stand in it, and what they are on the device's clock.
struct WorkTimes {
    size_t startAt, endAt; // offsets of two uint64_t
    ns start, end;
    uint32_t stream;
};

class RecordQueue {
public:
    struct Buffer {
        std::byte* at = nullptr;
        size_t size = 0, used = 0, records = 0;
        size_t most = 0; // records; 0: as many as fit
    };
    using Request = std::function<Buffer()>;
    using Complete = std::function<void(const Buffer&)>;

    void setCallbacks(Request request, Complete complete);
    void add(Bytes record);
    void addWork(Bytes record, const WorkTimes& times);

    // Hands all buffers back. Forced: also records of work that runs; their end stays 0 for good, and their start if they
    // have not begun.
    void flush(bool forced);
    // Records lost since the last time it was asked.
    size_t takeDropped();

private:
    struct Pending {
        std::vector<std::byte> bytes;
        WorkTimes times;
    };

    void spoil(Pending& record);
    void pump(bool forced);
    void put(Buffer& buffer, Bytes record);
    void deliver(bool partial);
    void startWorker();

    std::mutex mutex_;
    std::condition_variable woken_;
    Request request_;
    Complete complete_;
    Buffer calls_, work_; // the second only if the records are split
    std::vector<Buffer> full_;
    std::multimap<ns, Pending> pending_; // by the moment at which they are complete
    uint64_t added_ = 0;
    std::atomic<size_t> dropped_{0};
    bool worker_ = false;
};

} // namespace played
