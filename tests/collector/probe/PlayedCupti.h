// A CUPTI for tests of what we do with one: it knows what is on, and makes a record for each launch while its kind is. Records
// of work that runs are held back until it is over, whatever is flushed meanwhile. Any thread, as CUPTI itself.
#pragma once

#include "collector/probe/cupti/ActivityLayout.h"
#include "collector/probe/cupti/CallbackLayout.h"
#include "collector/probe/cupti/CuptiFunctions.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace lanes::test {

namespace cupti = probe::cupti;

class PlayedCupti {
public:
    static constexpr std::size_t kStride = 256; // of all kinds
    static constexpr std::uint32_t kLaunch = 211;
    static constexpr cupti::Domain kDomain = cupti::Domain::Runtime;

    // There is one, as in a process. `slow`: what turns something on or off lets other threads run.
    static PlayedCupti& only() {
        static PlayedCupti it;
        return it;
    }
    void reset(bool slow) {
        const std::lock_guard lock(mutex_);
        slow_ = slow;
        for (std::atomic<bool>& kind : on_) {
            kind = false;
        }
        callbacks_.clear();
        subscriber_ = {};
        buffer_ = {};
        running_.clear();
    }

    [[nodiscard]] bool isOn(cupti::Kind kind) const { return on_[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] bool anyOn() const {
        return std::ranges::any_of(on_, [](const std::atomic<bool>& kind) { return kind.load(); });
    }
    [[nodiscard]] bool tellsOfLaunches() {
        const std::lock_guard lock(mutex_);
        return subscriber_.first != nullptr && callbacks_.contains({kDomain, kLaunch});
    }

    // A kernel; its number. `runs`: it is over with finish().
    std::uint32_t launch(bool runs = false) {
        const std::uint32_t correlation = ++launched_;
        std::pair<cupti::Callback, void*> subscriber;
        {
            const std::lock_guard lock(mutex_);
            subscriber =
                callbacks_.contains({kDomain, kLaunch}) ? subscriber_ : std::pair<cupti::Callback, void*>{};
        }
        if (subscriber.first != nullptr) {
            cupti::CallData data{};
            data.correlation = correlation;
            subscriber.first(subscriber.second, kDomain, kLaunch, &data);
        }
        const std::lock_guard lock(mutex_);
        if (isOn(cupti::Kind::Kernel)) {
            runs ? running_.push_back(correlation) : put(correlation);
        }
        return correlation;
    }
    void finish() {
        const std::lock_guard lock(mutex_);
        for (const std::uint32_t correlation : std::exchange(running_, {})) {
            put(correlation);
        }
    }
    // As a thread of CUPTI's does before it hands a buffer over, and then that.
    struct Buffer {
        std::uint8_t* at = nullptr;
        std::size_t bytes = 0, used = 0;
    };
    Buffer takeFilled() {
        const std::lock_guard lock(mutex_);
        return std::exchange(buffer_, {});
    }
    void handOver(const Buffer& buffer) {
        if (buffer.at != nullptr) {
            complete_(nullptr, 0, buffer.at, buffer.bytes, buffer.used);
        }
    }

    static cupti::Functions functions() {
        cupti::Functions all{};
        all.subscribe = [](void** subscriber, cupti::Callback callback, void* user) {
            return only().subscribe(subscriber, callback, user);
        };
        all.unsubscribe = [](void*) {
            only().rest();
            const std::lock_guard lock(only().mutex_);
            only().subscriber_ = {};
            only().callbacks_.clear();
            return 0;
        };
        all.enableCallback = [](std::uint32_t on, void*, cupti::Domain domain, std::uint32_t function) {
            return only().turnCallback(on != 0, domain, function);
        };
        all.registerBuffers = [](cupti::RequestBuffer request, cupti::CompleteBuffer complete) {
            only().request_ = request;
            only().complete_ = complete;
            return 0;
        };
        all.enable = [](std::uint32_t kind) { return only().turn(kind, true); };
        all.disable = [](std::uint32_t kind) { return only().turn(kind, false); };
        all.nextRecord = &nextRecord;
        all.droppedRecords = [](void*, std::uint32_t, std::size_t* count) { return *count = 0, 0; };
        all.flush = [](std::uint32_t) { return only().handOver(only().takeFilled()), 0; };
        all.timestamp = [](std::uint64_t* ns) { return *ns = ++only().time_, 0; };
        all.callbackName = [](cupti::Domain, std::uint32_t, const char** name) {
            return *name = "cudaLaunchKernel_v7000", 0;
        };
        all.structSize = [](std::uint32_t, std::uint32_t, std::size_t* bytes) { return *bytes = kStride, 0; };
        return all;
    }

private:
    cupti::Result subscribe(void** subscriber, cupti::Callback callback, void* user) {
        const std::lock_guard lock(mutex_);
        if (subscriber_.first != nullptr) {
            return cupti::kOtherSubscriber;
        }
        subscriber_ = {callback, user};
        *subscriber = this;
        return 0;
    }
    cupti::Result turnCallback(bool on, cupti::Domain domain, std::uint32_t function) {
        const std::lock_guard lock(mutex_);
        if (on) {
            callbacks_.emplace(domain, function);
        } else {
            callbacks_.erase({domain, function});
        }
        return 0;
    }
    cupti::Result turn(std::uint32_t kind, bool on) {
        rest();
        on_.at(kind) = on;
        return 0;
    }
    void rest() const {
        if (slow_) {
            std::this_thread::sleep_for(std::chrono::microseconds(30));
        }
    }
    static cupti::Result nextRecord(std::uint8_t* buffer, std::size_t valid, std::uint8_t** record) {
        std::uint8_t* at = *record == nullptr ? buffer : *record + kStride;
        if (at + kStride > buffer + valid) {
            return 12;
        }
        *record = at;
        return 0;
    }
    void put(std::uint32_t correlation) {
        if (buffer_.at == nullptr) {
            std::size_t most = 0;
            request_(&buffer_.at, &buffer_.bytes, &most);
        }
        if (buffer_.used + kStride > buffer_.bytes) {
            return; // tests flush in time
        }
        std::uint8_t* at = buffer_.at + buffer_.used;
        std::memset(at, 0, kStride);
        const auto kind = static_cast<std::uint32_t>(cupti::Kind::Kernel);
        std::memcpy(at, &kind, sizeof kind);
        std::memcpy(at + cupti::kernel::kCorrelation.offset, &correlation, sizeof correlation);
        buffer_.used += kStride;
    }

    std::mutex mutex_; // of all below; callbacks of ours are called without
    std::set<std::pair<cupti::Domain, std::uint32_t>> callbacks_;
    std::pair<cupti::Callback, void*> subscriber_;
    Buffer buffer_;
    std::vector<std::uint32_t> running_;
    cupti::RequestBuffer request_ = nullptr;
    cupti::CompleteBuffer complete_ = nullptr;
    std::array<std::atomic<bool>, 256> on_{};
    std::atomic<std::uint32_t> launched_{0};
    std::atomic<std::uint64_t> time_{1'000};
    std::atomic<bool> slow_{false};
};

} // namespace lanes::test
