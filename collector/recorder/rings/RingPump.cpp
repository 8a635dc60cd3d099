#include "collector/recorder/rings/RingPump.h"

#include "collector/recorder/host/WorkerThread.h"

#include <chrono>
#include <utility>

namespace lanes::recorder {

namespace {

// The smallest rings take some milliseconds to fill.
constexpr std::chrono::milliseconds kEvery{1};

} // namespace

RingPump::RingPump(std::size_t mostHeld)
    : mostHeld_(mostHeld)
    , thread_(startWorker([this] { work(); })) {}

RingPump::~RingPump() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

std::shared_ptr<PumpedRing> RingPump::add(ring::RingReader reader) {
    auto ring = std::make_shared<PumpedRing>(std::move(reader), held_);
    const std::lock_guard lock(mutex_);
    std::erase_if(rings_, [](const auto& known) { return known.expired(); });
    rings_.push_back(ring);
    return ring;
}

void RingPump::count(int change) {
    {
        const std::lock_guard lock(mutex_);
        busy_ += change;
    }
    changed_.notify_all();
}

void RingPump::work() {
    std::unique_lock lock(mutex_);
    while (!over_) {
        changed_.wait(lock, [this] { return over_ || busy_ > 0; });
        const std::vector<std::weak_ptr<PumpedRing>> rings = rings_;
        lock.unlock();
        for (const auto& known : rings) {
            if (const auto ring = known.lock()) {
                ring->pump(mostHeld_);
            }
        }
        lock.lock();
        changed_.wait_for(lock, kEvery, [this] { return over_ || busy_ == 0; });
    }
}

} // namespace lanes::recorder
