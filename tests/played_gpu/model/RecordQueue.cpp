#include "tests/played_gpu/model/RecordQueue.h"

#include "tests/played_gpu/model/ApiCall.h"
#include "tests/played_gpu/model/Settings.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

namespace played {

namespace {

// A fault that hits each n-th record, or the next few.
bool hits(Setting each, Setting next, uint64_t number) {
    const int64_t every = setting(each);
    return takeOne(next) || (every > 0 && number % uint64_t(every) == 0);
}

void setTime(std::vector<std::byte>& record, size_t at, uint64_t time) {
    std::memcpy(record.data() + at, &time, sizeof time);
}

uint64_t timeIn(const std::vector<std::byte>& record, size_t at) {
    uint64_t time = 0;
    std::memcpy(&time, record.data() + at, sizeof time);
    return time;
}

} // namespace

void RecordQueue::setCallbacks(Request request, Complete complete) {
    const std::lock_guard lock(mutex_);
    request_ = std::move(request);
    complete_ = std::move(complete);
}

void RecordQueue::put(Buffer& buffer, Bytes record) {
    const bool isFull =
        buffer.used + record.size() > buffer.size || (buffer.most != 0 && buffer.records == buffer.most);
    if (buffer.at != nullptr && isFull) {
        full_.push_back(std::exchange(buffer, {}));
        woken_.notify_all();
    }
    if (buffer.at == nullptr && request_) {
        buffer = request_();
        const int64_t held = setting(Setting::HoldKb);
        buffer.size = held > 0 ? std::min(buffer.size, size_t(held) << 10) : buffer.size;
    }
    if (buffer.at == nullptr || buffer.size < record.size()) {
        dropped_++;
        return;
    }
    std::memcpy(buffer.at + buffer.used, record.data(), record.size());
    buffer.used += record.size();
    buffer.records++;
}

void RecordQueue::add(Bytes record) {
    if (forkedAfterUse()) {
        return; // a thread that is not here may have held the lock
    }
    const std::lock_guard lock(mutex_);
    put(calls_, record);
    startWorker();
}

void RecordQueue::spoil(Pending& record) {
    const int64_t pool = setting(Setting::PoolRecords);
    if (hits(Setting::ZeroEvery, Setting::ZeroNext, added_) ||
        (pool > 0 && int64_t(pending_.size()) >= pool)) {
        setTime(record.bytes, record.times.startAt, 0);
        setTime(record.bytes, record.times.endAt, 0);
    } else if (hits(Setting::ReverseEvery, Setting::ReverseNext, added_)) {
        const uint64_t start = timeIn(record.bytes, record.times.startAt);
        setTime(record.bytes, record.times.startAt, timeIn(record.bytes, record.times.endAt));
        setTime(record.bytes, record.times.endAt, start);
    }
}

void RecordQueue::addWork(Bytes record, const WorkTimes& times) {
    if (forkedAfterUse()) {
        return;
    }
    const std::lock_guard lock(mutex_);
    added_++;
    if (hits(Setting::DropEvery, Setting::DropNext, added_)) {
        dropped_++;
        return;
    }
    Pending pending{{record.begin(), record.end()}, times};
    spoil(pending);
    const int64_t shuffle = setting(Setting::ShuffleNs);
    const ns later = shuffle > 0 ? ns(times.stream * 2654435761U % uint64_t(shuffle)) : 0;
    pending_.emplace(times.end + setting(Setting::LateNs) + later, std::move(pending));
    startWorker();
}

void RecordQueue::pump(bool forced) {
    const std::lock_guard lock(mutex_);
    const ns time = now();
    while (!pending_.empty() && (forced || pending_.begin()->first <= time)) {
        auto node = pending_.extract(pending_.begin());
        Pending& record = node.mapped();
        if (node.key() > time) {
            setTime(record.bytes, record.times.endAt, 0);
            if (record.times.start > time) {
                setTime(record.bytes, record.times.startAt, 0);
            }
        }
        put(setting(Setting::Split) != 0 ? work_ : calls_, record.bytes);
    }
}

void RecordQueue::deliver(bool partial) {
    std::vector<Buffer> ready;
    Complete complete;
    {
        const std::lock_guard lock(mutex_);
        ready.swap(full_);
        complete = complete_;
        for (Buffer* buffer : {&calls_, &work_}) {
            if (partial && buffer->at != nullptr) {
                ready.push_back(std::exchange(*buffer, {}));
            }
        }
    }
    for (const Buffer& buffer : ready) {
        complete(buffer);
    }
}

void RecordQueue::flush(bool forced) {
    if (forkedAfterUse()) {
        return;
    }
    pump(forced);
    deliver(true);
}

size_t RecordQueue::takeDropped() {
    return dropped_.exchange(0); // no lock: it is asked while a buffer is handed back
}

// Full buffers are handed back soon, by a thread as in CUPTI; on a virtual clock, which it would move, by the next flush.
void RecordQueue::startWorker() {
    if (setting(Setting::VirtualClock) != 0 || std::exchange(worker_, true)) {
        return;
    }
    std::thread([this] {
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                woken_.wait_for(lock, std::chrono::milliseconds(2));
            }
            pump(false);
            if (setting(Setting::HoldKb) == 0) {
                deliver(false);
            }
        }
    }).detach();
}

} // namespace played
