// The process groups of torch.distributed in this process, by the addresses of their objects, which the arguments of its
// operators lead to. Python names them as they are made (lanescope_probe/process_groups.py).
#pragma once

#include "collector/probe/torch/BackendCounter.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanes::probe {

struct ProcessGroup {
    std::uint64_t address = 0; // of c10d::ProcessGroup
    std::string name;
    std::int32_t rank = -1; // of this process in it
    std::int32_t size = -1;
    bool numbered = false;     // the number of the last collective is known, and none has been missed since
    std::int64_t sequence = 0; // of the last one
    BackendCounter counter;    // what the group knows of it itself
    bool ended = false;        // another object may take its address
};

// Whoever has it guards it.
class ProcessGroups {
public:
    // One takes the place of an older one at the same address, or is it, named again. Bounded: further ones are not known.
    void add(ProcessGroup group);
    // The group at the address has ended: no object there is it.
    void end(std::uint64_t address);
    // The one that an object of torch's own class system wraps: its number, nothing for any other object. Guarded.
    [[nodiscard]] int find(std::uint64_t object);
    [[nodiscard]] ProcessGroup& operator[](int number) { return groups_[static_cast<std::size_t>(number)]; }
    [[nodiscard]] std::size_t size() const { return groups_.size(); }
    // Some collective of any of them has not been seen.
    void stopNumbering();

    static constexpr int kNone = -1;

private:
    static constexpr std::size_t kMost = 1024;
    static constexpr std::int64_t kObjectBytes = 192; // of c10::ivalue::Object, and more

    [[nodiscard]] int groupInSlot(std::uint64_t slots) const;

    std::vector<ProcessGroup> groups_;
    std::int64_t slotsAt_ = 0; // where an object points to what it wraps; 0: no group has been met yet
};

} // namespace lanes::probe
