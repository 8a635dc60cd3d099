#include "collector/probe/torch/ProcessGroups.h"

#include "collector/probe/ForeignMemory.h"

#include <algorithm>
#include <utility>

namespace lanes::probe {

void ProcessGroups::add(ProcessGroup group) {
    const auto known = std::ranges::find(groups_, group.address, &ProcessGroup::address);
    if (known != groups_.end()) {
        if (!known->ended && !group.numbered && known->name == group.name &&
            known->counter.isOfSame(group.counter)) {
            group.counter = std::move(known->counter); // what was found out in an earlier recording holds
            group.counter.miss();
        }
        *known = std::move(group);
    } else if (groups_.size() < kMost) {
        groups_.push_back(std::move(group));
    }
}

void ProcessGroups::end(std::uint64_t address) {
    if (const auto known = std::ranges::find(groups_, address, &ProcessGroup::address);
        known != groups_.end()) {
        known->ended = true;
    }
}

int ProcessGroups::groupInSlot(std::uint64_t slots) const {
    constexpr std::uint64_t kLowest = 4096;
    if (slots < kLowest || slots % alignof(void*) != 0) {
        return kNone;
    }
    const auto address = GuardedMemory::load<std::uint64_t>(reinterpret_cast<const void*>(slots));
    const auto found = std::ranges::find(groups_, address, &ProcessGroup::address);
    return address != 0 && found != groups_.end() && !found->ended ? static_cast<int>(found - groups_.begin())
                                                                   : kNone;
}

int ProcessGroups::find(std::uint64_t object) {
    const auto at = [&](std::int64_t offset) {
        return groupInSlot(GuardedMemory::load<std::uint64_t>(reinterpret_cast<const void*>(object), offset));
    };
    if (groups_.empty() || object == 0) {
        return kNone;
    }
    if (slotsAt_ != 0) {
        return at(slotsAt_);
    }
    for (std::int64_t offset = sizeof(void*); offset < kObjectBytes; offset += sizeof(void*)) {
        if (const int group = at(offset); group != kNone) {
            slotsAt_ = offset;
            return group;
        }
    }
    return kNone;
}

void ProcessGroups::stopNumbering() {
    for (ProcessGroup& group : groups_) {
        group.numbered = false;
        group.counter.miss();
    }
}

} // namespace lanes::probe
