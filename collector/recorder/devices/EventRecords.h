// The records of a process's events, for the waits that come behind them: an event is recorded again and again, and who waits
// for it waits for the last time before.
#pragma once

#include "collector/recorder/devices/DeviceRows.h"
#include "collector/ring/DeviceRecords.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace lanes::recorder {

// One process, one thread. The newest kMost are remembered at least.
class EventRecords {
public:
    static constexpr std::size_t kMost = 1u << 16;

    void add(const ring::DeviceEvent& event) {
        if (byCall_.size() >= kMost || byNumber_.size() >= kMost) {
            older_ = std::exchange(byCall_, {});
            olderNumbers_ = std::exchange(byNumber_, {});
        }
        const AwaitedRecord record{event.stream, event.header.key};
        byCall_[{key(event.context, event.event), record.correlation}] = record;
        if (event.record != 0) {
            byNumber_[event.record] = record;
        }
    }
    // Of none: nobody has told of it. O(log kMost).
    [[nodiscard]] AwaitedRecord awaited(const ring::Synchronization& wait) const {
        for (const auto* numbers : {&byNumber_, &olderNumbers_}) {
            const auto exact = numbers->find(wait.eventRecord);
            if (wait.eventRecord != 0 && exact != numbers->end()) {
                return exact->second;
            }
        }
        // CUPTI before CUDA 12.8 does not say which: calls have numbers in their order.
        const Call call{key(wait.context, wait.event), wait.header.key};
        for (const auto* calls : {&byCall_, &older_}) {
            const auto behind = calls->lower_bound(call);
            if (behind != calls->begin() && std::prev(behind)->first.first == call.first) {
                return std::prev(behind)->second;
            }
        }
        return {};
    }

private:
    using Call = std::pair<std::uint64_t, std::uint32_t>; // event and correlation

    static std::uint64_t key(std::uint32_t context, std::uint32_t event) {
        return std::uint64_t{context} << 32 | event;
    }

    std::map<Call, AwaitedRecord> byCall_;
    std::map<Call, AwaitedRecord> older_; // the generation before
    std::unordered_map<std::uint64_t, AwaitedRecord> byNumber_;
    std::unordered_map<std::uint64_t, AwaitedRecord> olderNumbers_;
};

} // namespace lanes::recorder
