#include "tests/played_gpu/model/RecordQueue.h"

#include "tests/played_gpu/model/ApiCall.h"
#include "tests/played_gpu/model/Settings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

namespace played {

namespace {

// A fault that hits each n-th record, or the next few.
bool hits(Setting each, Setting next, uint64_t number) {
    const int64_t every = setting(each);
    return takeOne(next) || (every > 0 && number % uint64_t(every) == 0);
}

void setTime(std::byte* record, size_t at, uint64_t time) {
    std::memcpy(record + at, &time, sizeof time);
}

uint64_t timeIn(Bytes record, size_t at) {
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

RecordQueue::Lane& RecordQueue::ownLane() {
    if (!perThread_) {
        return shared_;
    }
    static thread_local std::map<const RecordQueue*, std::shared_ptr<Lane>> lanes; // one for each libcupti
    std::shared_ptr<Lane>& mine = lanes[this];
    if (!mine) {
        mine = std::make_shared<Lane>();
        const std::lock_guard lock(mutex_);
        lanes_.push_back(mine);
    }
    return *mine;
}

RecordQueue::Home RecordQueue::request() {
    Request request;
    {
        const std::lock_guard lock(mutex_);
        request = request_;
    }
    auto home = std::make_shared<Filling>();
    if (request) {
        static_cast<Buffer&>(*home) = request();
    }
    if (home->at == nullptr) {
        return {};
    }
    const int64_t held = setting(Setting::HoldKb);
    home->size = held > 0 ? std::min(home->size, size_t(held) << 10) : home->size;
    const std::lock_guard lock(mutex_);
    if (!out_.insert(home->at).second) {
        std::fprintf(stderr, "played CUPTI: a buffer was handed out twice\n");
        std::abort();
    }
    return home;
}

std::byte* RecordQueue::put(Home& home, Bytes record) {
    const auto isFull = [&] {
        return home->used + record.size() > home->size || (home->most != 0 && home->records == home->most);
    };
    if (home && isFull()) {
        const std::lock_guard lock(mutex_);
        full_.push_back(std::exchange(home, {}));
        woken_.notify_all();
    }
    if (!home) {
        home = request();
    }
    if (!home || isFull()) {
        dropped_++;
        return nullptr;
    }
    std::byte* place = home->at + home->used;
    std::memcpy(place, record.data(), record.size());
    home->used += record.size();
    home->records++;
    return place;
}

void RecordQueue::add(Bytes record) {
    if (forkedAfterUse()) {
        return; // a thread that is not here may have held the lock
    }
    Lane& lane = ownLane();
    {
        const std::lock_guard lock(lane.mutex);
        put(lane.calls, record);
    }
    startWorker();
}

void RecordQueue::spoil(Pending& record) {
    const int64_t pool = setting(Setting::PoolRecords);
    if (hits(Setting::ZeroEvery, Setting::ZeroNext, added_) ||
        (pool > 0 && int64_t(pending_.size()) >= pool)) {
        record.start = record.end = 0;
    } else if (hits(Setting::ReverseEvery, Setting::ReverseNext, added_)) {
        std::swap(record.start, record.end);
    }
}

void RecordQueue::addWork(Bytes record, const WorkTimes& times) {
    if (forkedAfterUse()) {
        return;
    }
    const int64_t shuffle = setting(Setting::ShuffleNs);
    Pending pending{{}, nullptr, {}, times, timeIn(record, times.startAt), timeIn(record, times.endAt)};
    {
        const std::lock_guard lock(mutex_);
        added_++;
        if (hits(Setting::DropEvery, Setting::DropNext, added_)) {
            dropped_++;
            return;
        }
        spoil(pending);
    }
    if (shuffle > 0) {
        pending.bytes.assign(record.begin(), record.end());
    } else {
        Lane& lane = ownLane();
        const std::lock_guard lock(lane.mutex);
        Home& home = setting(Setting::Split) != 0 ? lane.work : lane.calls;
        pending.at = put(home, record);
        if (pending.at == nullptr) {
            return;
        }
        setTime(pending.at, times.startAt, 0);
        setTime(pending.at, times.endAt, 0);
        pending.home = home;
        home->unfinished++;
    }
    const ns later = shuffle > 0 ? ns(times.stream * 2654435761U % uint64_t(shuffle)) : 0;
    {
        const std::lock_guard lock(mutex_);
        pending_.emplace(times.end + setting(Setting::LateNs) + later, std::move(pending));
    }
    startWorker();
}

void RecordQueue::complete(Pending& record) {
    const bool isIn = record.at != nullptr;
    std::byte* place = isIn ? record.at : record.bytes.data();
    // The end comes last: who sees it sees the start.
    setTime(place, record.times.startAt, record.start);
    setTime(place, record.times.endAt, record.end);
    if (isIn) {
        record.home->unfinished--;
    } else {
        const std::lock_guard lock(shared_.mutex);
        put(setting(Setting::Split) != 0 ? shared_.work : shared_.calls, record.bytes);
    }
}

void RecordQueue::pump(bool forced) {
    const ns time = now();
    for (;;) {
        std::vector<Pending> due;
        {
            const std::lock_guard lock(mutex_);
            while (!pending_.empty() && due.size() < 1000 && (forced || pending_.begin()->first <= time)) {
                auto node = pending_.extract(pending_.begin());
                Pending& record = due.emplace_back(std::move(node.mapped()));
                if (node.key() > time) {
                    record.end = 0;
                    record.start = record.times.start > time ? 0 : record.start;
                }
            }
        }
        if (due.empty()) {
            return;
        }
        std::ranges::for_each(due, [this](Pending& record) { complete(record); });
    }
}

void RecordQueue::deliver(bool partial) {
    std::vector<Home> ready;
    std::vector<std::shared_ptr<Lane>> lanes;
    Complete complete;
    const auto take = [&](Home& home) {
        if (home && home->unfinished == 0) {
            ready.push_back(std::exchange(home, {}));
        }
    };
    {
        const std::lock_guard lock(mutex_);
        std::ranges::for_each(full_, take);
        std::erase(full_, nullptr);
        complete = complete_;
        lanes = lanes_;
    }
    if (partial) {
        for (const auto& lane : lanes) {
            const std::lock_guard lock(lane->mutex);
            take(lane->calls);
            take(lane->work);
        }
        const std::lock_guard lock(shared_.mutex);
        take(shared_.calls);
        take(shared_.work);
    }
    {
        const std::lock_guard lock(mutex_);
        for (const Home& home : ready) {
            out_.erase(home->at);
        }
        lanes.clear(); // of threads that have ended only we know
        std::erase_if(lanes_, [](const std::shared_ptr<Lane>& lane) {
            return lane.use_count() == 1 && !lane->calls && !lane->work;
        });
    }
    for (const Home& home : ready) {
        complete(*home);
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
    if (worker_.load(std::memory_order_relaxed) || setting(Setting::VirtualClock) != 0 ||
        worker_.exchange(true)) {
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
