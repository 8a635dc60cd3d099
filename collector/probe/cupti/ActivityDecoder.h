// CUPTI's records as records of the device ring. Holds no state but what the library's layouts are.
#pragma once

#include "collector/probe/cupti/ActivityLayout.h"
#include "collector/probe/cupti/CallIds.h"
#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/DeviceRing.h"

#include <array>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <span>

namespace lanes::probe::cupti {

// Where a record says on what it ran.
struct PlaceFields {
    Word device, context, stream, graph;
    Long node;
};
// What both kinds of copies say, in places of their own.
struct CopyFields {
    Byte kind, from, to, flags;
    Long start, end, bytes;
    PlaceFields place;
    Word fromDevice, toDevice, correlation;
};

class ActivityDecoder {
public:
    ActivityDecoder(const Functions& functions, DeviceRing& ring);

    // Records of that kind are so long; 0: they cannot be read.
    void setStride(Kind kind, std::size_t bytes) { strides_[static_cast<std::size_t>(kind)] = bytes; }
    // Records of that kind may come that somebody else has asked for: they are none of ours. Any thread.
    void leaveToOthers(std::uint32_t kind) {
        if (kind < kKinds) {
            others_[kind] = true;
        }
    }
    // They are ours again.
    void takeBack(Kind kind) { others_[static_cast<std::size_t>(kind)] = false; }
    // Writes what is in a buffer that CUPTI has handed back, with the ring's lock held. What cannot be read is skipped, and
    // counted. `taken`: offsets of records that have been written before, in order.
    void decode(std::uint8_t* buffer, std::size_t valid, std::span<const std::uint32_t> taken = {});
    // The same for one record. `left`: bytes from there on.
    void decodeOne(const std::uint8_t* at, std::size_t left);
    // Whether CUPTI has told of a device. Any thread.
    [[nodiscard]] bool hasDevices() const { return hasDevices_; }

private:
    void write(Kind kind, const ActivityRecord& record);
    void writeKernel(const ActivityRecord& record);
    void writeCopy(const ActivityRecord& record, const CopyFields& fields);
    void writeFill(const ActivityRecord& record);
    void writeCall(Domain domain, const ActivityRecord& record);
    void writeSynchronization(const ActivityRecord& record);
    void writeEvent(const ActivityRecord& record);
    void writeOverhead(const ActivityRecord& record);
    void writeGraph(const ActivityRecord& record);
    void writeMemory(const ActivityRecord& record);
    void writePool(const ActivityRecord& record);
    void writeCompilation(const ActivityRecord& record);
    void writeLink(const ActivityRecord& record);
    void writeDevice(const ActivityRecord& record);
    void writeContext(const ActivityRecord& record);
    void writeStream(const ActivityRecord& record);

    const Functions& functions_;
    DeviceRing& ring_;
    std::array<std::size_t, kKinds> strides_{};
    std::array<std::atomic<bool>, kKinds> others_{};
    std::atomic<bool> hasDevices_{false};
    std::bitset<kFunctions> noise_[3]; // by domain; of a library that cannot leave functions out itself
};

} // namespace lanes::probe::cupti
