// The ring of whoever delivers a device's records: one for the process, written under a lock, which no launch takes. Unlike a
// thread's it is waited for when it is full, because who waits is CUPTI's thread or ours; but not while CUPTI has hardly any
// buffers left, which would lose more.
#pragma once

#include "collector/probe/DefinitionTable.h"
#include "collector/probe/cupti/ActivityBuffers.h"
#include "collector/ring/DeviceRecords.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/RingWriter.h"

#include <cstdint>
#include <mutex>
#include <string_view>

namespace lanes::probe::cupti {

class DeviceRing {
public:
    // `file`: a complete ring file. `buffers`: those that are emptied into it; outlive this.
    DeviceRing(ring::MappedFile file, const ActivityBuffers& buffers);

    // Held around everything below.
    [[nodiscard]] std::mutex& mutex() { return mutex_; }

    // The id of a name, which is copied: those of kernels go with their module. 0 for an empty one, or if there was no room.
    std::uint32_t nameOf(std::string_view name);
    // One record, whose header is made here; counted as skipped if there is no room for it for too long.
    template<class Record>
    void write(ring::RecordType type, Record record, std::uint8_t flags, std::uint32_t key) {
        record.header = ring::recordHeader(type, sizeof record, flags, key);
        writeWithText(record, {});
    }
    // With a text behind it, whose length the record says itself.
    template<class Record>
    void write(ring::RecordType type, Record record, std::uint32_t key, std::string_view text) {
        record.header = ring::recordHeader(type, ring::roundUpToWord(sizeof record + text.size()), 0, key);
        writeWithText(record, text);
    }
    void countSkipped(std::uint64_t count) { skipped_ += count; }
    [[nodiscard]] std::uint64_t skipped() const { return skipped_; }
    // In the child after fork: the ring is the parent's.
    void abandon() { file_.unmap(); }

private:
    template<class Record>
    void writeWithText(const Record& record, std::string_view text) {
        if (void* place = reserve(std::size_t{record.header.words} * 8, false)) {
            std::memcpy(place, &record, sizeof record);
            text.copy(static_cast<char*>(place) + sizeof record, text.size());
            writer_.commit(std::size_t{record.header.words} * 8);
        } else {
            ++skipped_;
        }
    }
    // Waits for room while somebody reads; `needed`: also if buffers are short.
    void* reserve(std::size_t bytes, bool needed);

    const ActivityBuffers& buffers_;
    std::mutex mutex_;
    ring::MappedFile file_;
    ring::RingWriter writer_;
    DefinitionTable<WordKey> names_;
    std::int64_t patience_; // ns that may still be waited for room
    std::uint64_t skipped_ = 0;
};

} // namespace lanes::probe::cupti
