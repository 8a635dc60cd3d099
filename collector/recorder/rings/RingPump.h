// Keeps rings from filling up while the recorder reads, encodes and compresses. A thread moves their contents into
// memory, within bounds. Records that find no room in the ring are lost and counted, as without the pump.
#pragma once

#include "collector/recorder/rings/PumpedRing.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lanes::recorder {

// One thread. Outlives its rings.
class RingPump {
public:
    static constexpr std::size_t kMostHeld = 256u << 20; // bytes

    explicit RingPump(std::size_t mostHeld = kMostHeld);
    ~RingPump();
    RingPump(const RingPump&) = delete;
    RingPump& operator=(const RingPump&) = delete;

    std::shared_ptr<PumpedRing> add(ring::RingReader reader);

    // While an object of this class lives, rings are pumped.
    class Busy {
    public:
        explicit Busy(RingPump& pump)
            : pump_(pump) {
            pump_.count(1);
        }
        ~Busy() { pump_.count(-1); }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;

    private:
        RingPump& pump_;
    };

private:
    void count(int change);
    void work();

    std::size_t mostHeld_;
    std::atomic<std::size_t> held_{0};
    std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::vector<std::weak_ptr<PumpedRing>> rings_;
    int busy_ = 0;
    bool over_ = false;
    std::thread thread_; // last: uses all members above
};

} // namespace lanes::recorder
