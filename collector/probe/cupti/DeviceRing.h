// The ring for device records: one for the process, written under a lock that no launch takes. Unlike a thread's
// ring, a writer waits while it is full, since the waiting thread is CUPTI's or ours. A writer does not wait if CUPTI
// has hardly any buffers left, which would lose more records.
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
    // `file`: a complete ring file. `buffers`: the buffers whose records are written here; they outlive this.
    DeviceRing(ring::MappedFile file, const ActivityBuffers& buffers);

    // Must be held for all functions below.
    [[nodiscard]] std::mutex& mutex() { return mutex_; }

    // Returns the id of a name, which is copied, since a kernel's name is freed with its module. 0 for an empty name,
    // or if there was no room.
    std::uint32_t nameOf(std::string_view name);
    // Writes one record and makes its header. The record is counted as skipped if there is no room for too long.
    template<class Record>
    void write(ring::RecordType type, Record record, std::uint8_t flags, std::uint32_t key) {
        record.header = ring::recordHeader(type, sizeof record, flags, key);
        writeWithText(record, {});
    }
    // As above, with a text behind the record; the record itself holds the text's length.
    template<class Record>
    void write(ring::RecordType type, Record record, std::uint32_t key, std::string_view text) {
        record.header = ring::recordHeader(type, ring::roundUpToWord(sizeof record + text.size()), 0, key);
        writeWithText(record, text);
    }
    void countSkipped(std::uint64_t count) { skipped_ += count; }
    [[nodiscard]] std::uint64_t skipped() const { return skipped_; }
    // For the child after fork: the ring is the parent's.
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
    // Waits for room while the recorder reads. `needed`: waits even if CUPTI is short of buffers.
    void* reserve(std::size_t bytes, bool needed);

    const ActivityBuffers& buffers_;
    std::mutex mutex_;
    ring::MappedFile file_;
    ring::RingWriter writer_;
    DefinitionTable<WordKey> names_;
    std::int64_t patience_; // remaining ns that may be spent waiting for room
    std::uint64_t skipped_ = 0;
};

} // namespace lanes::probe::cupti
