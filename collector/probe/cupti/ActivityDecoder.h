// Translates CUPTI's records into records of the device ring. Its only state is the library's record layouts.
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

// The fields of a record that name the place where its work ran.
struct PlaceFields {
    Word device, context, stream, graph;
    Long node;
};
// The fields of both kinds of copies, which have different offsets.
struct CopyFields {
    Byte kind, from, to, flags;
    Long start, end, bytes;
    PlaceFields place;
    Word fromDevice, toDevice, correlation;
};

class ActivityDecoder {
public:
    ActivityDecoder(const Functions& functions, DeviceRing& ring);

    // Sets the length of this kind's records; 0: they cannot be read.
    void setStride(Kind kind, std::size_t bytes) { strides_[static_cast<std::size_t>(kind)] = bytes; }
    // From now on records of this kind belong to another client, which has requested them, and are not written. Any
    // thread.
    void leaveToOthers(std::uint32_t kind) {
        if (kind < kKinds) {
            others_[kind] = true;
        }
    }
    // From now on records of this kind are ours again.
    void takeBack(Kind kind) { others_[static_cast<std::size_t>(kind)] = false; }
    // Writes the records of a buffer that CUPTI has handed back, with the ring's lock held. Unreadable records are
    // skipped and counted. `taken`: offsets of records that have been written before, in order.
    void decode(std::uint8_t* buffer, std::size_t valid, std::span<const std::uint32_t> taken = {});
    // As decode(), for one record. `left`: bytes from `at` to the buffer's end.
    void decodeOne(const std::uint8_t* at, std::size_t left);
    // True if CUPTI has reported a device. Any thread.
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
    std::bitset<kFunctions> noise_[3]; // by domain; for a library that cannot leave functions out itself
};

} // namespace lanes::probe::cupti
