// The records of a profiler on their way into its buffers, without knowing what they hold. As in CUPTI each thread has buffers
// of its own: a record of a call goes in when the call returns, one of device work when it is launched, without its times,
// which follow when it is complete. A buffer with an unfinished record is handed back by a forced flush only. What goes wrong
// with records goes wrong here (see Settings). Any thread; buffers are handed back without a lock of ours. A buffer that is
// handed out twice ends the program. In a child that was forked nothing is recorded any more.
#pragma once

#include "tests/played_gpu/model/Clock.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
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
    // Off: all threads share one buffer. Before the first record.
    void setPerThread(bool on) { perThread_ = on; }
    void add(Bytes record);
    void addWork(Bytes record, const WorkTimes& times);

    // Hands all buffers back that hold no unfinished record. Forced: all; the end of work that runs stays 0 for good, and its
    // start if it has not begun.
    void flush(bool forced);
    // Records lost since the last time it was asked.
    size_t takeDropped();

private:
    // A buffer on its way. One thread writes records; whoever completes work writes its times.
    struct Filling : Buffer {
        std::atomic<size_t> unfinished{0};
    };
    using Home = std::shared_ptr<Filling>;
    struct Lane {
        std::mutex mutex;
        Home calls, work; // the second only if the records are split
    };
    struct Pending {
        Home home;
        std::byte* at;                // in it
        std::vector<std::byte> bytes; // instead of these two: it goes in when it is complete
        WorkTimes times;
        uint64_t start, end; // as the record says them
    };

    Lane& ownLane();
    void spoil(Pending& record);
    void pump(bool forced);
    void complete(Pending& record);
    // Where the record is by now; null if there is no room. With the lock of the buffer's lane held.
    std::byte* put(Home& home, Bytes record);
    Home request();
    void deliver(bool partial);
    void startWorker();

    std::mutex mutex_;
    std::condition_variable woken_;
    Request request_;
    Complete complete_;
    std::vector<std::shared_ptr<Lane>> lanes_;
    Lane shared_; // of all threads, and of what goes in when it is complete
    std::vector<Home> full_;
    std::set<std::byte*> out_;
    std::multimap<ns, Pending> pending_; // by the moment at which they are complete
    uint64_t added_ = 0;
    std::atomic<size_t> dropped_{0};
    std::atomic<bool> worker_{false};
    std::atomic<bool> perThread_{true};
};

} // namespace played
