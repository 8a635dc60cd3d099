// The writing end of one ring: wait-free, no system calls. Used by one thread at a time, except countDrop().
#pragma once

#include "collector/ring/Records.h"
#include "collector/ring/RingLayout.h"

#include <cstring>

namespace lanes::ring {

class RingWriter {
public:
    // `header` is the start of a mapped ring file and must outlive the writer.
    explicit RingWriter(RingHeader* header)
        : header_(header)
        , data_(reinterpret_cast<std::byte*>(header) + kRingHeaderBytes)
        , capacity_(header->capacity)
        , head_(header->head.load(std::memory_order_relaxed))
        , tail_(header->tail.load(std::memory_order_acquire)) {}

    // Returns room for a record of `bytes` (a multiple of 8, at most kMaxRecordBytes), with `spare` bytes free behind
    // it. Returns nullptr if the ring is too full, or shut. Nothing is visible to the reader before commit().
    [[nodiscard]] void* reserve(std::size_t bytes, std::size_t spare = 0) {
        if (header_->shut.load(std::memory_order_relaxed) != 0) {
            return nullptr;
        }
        const std::uint64_t at = head_ & (capacity_ - 1);
        const std::uint64_t toEnd = capacity_ - at;
        const std::uint64_t pad = bytes <= toEnd ? 0 : toEnd;
        // Behind the spare part there may be another pad of up to one record.
        const std::uint64_t need = pad + bytes + spare + (spare != 0 ? kMaxSpareRecordBytes : 0);
        if (head_ + need - tail_ > capacity_) {
            // An invalid tail must not feign room, neither now nor next time.
            const std::uint64_t tail = header_->tail.load(std::memory_order_acquire);
            if (head_ - tail > capacity_) {
                return nullptr;
            }
            tail_ = tail;
            if (head_ + need - tail_ > capacity_) {
                return nullptr;
            }
        }
        if (pad != 0) {
            const RecordHeader filler{static_cast<std::uint16_t>(pad / 8), RecordType::Pad, 0, 0};
            std::memcpy(data_ + at, &filler, sizeof filler);
            head_ += pad;
        }
        return data_ + (head_ & (capacity_ - 1));
    }

    // Publishes the record that was just filled in.
    void commit(std::size_t bytes) {
        head_ += bytes;
        header_->head.store(head_, std::memory_order_release);
    }

    // Counts a record that did not fit. Callable from any thread.
    void countDrop() {
        // A record that is written after the reader has left is no loss of the recording.
        if (header_->shut.load(std::memory_order_relaxed) == 0) {
            header_->dropped.fetch_add(1, std::memory_order_relaxed);
        }
    }

    // Copies one fixed record without trailing bytes; false (not counted) if it does not fit.
    template<class Record>
    [[nodiscard]] bool write(const Record& record, std::size_t spare = 0) {
        static_assert(sizeof(Record) % 8 == 0);
        void* place = reserve(sizeof(Record), spare);
        if (place == nullptr) {
            return false;
        }
        std::memcpy(place, &record, sizeof record);
        commit(sizeof record);
        return true;
    }

private:
    static constexpr std::size_t kMaxSpareRecordBytes = 64;

    RingHeader* header_;
    std::byte* data_;
    std::uint64_t capacity_;
    std::uint64_t head_; // own copy: the value in shared memory may be anything
    std::uint64_t tail_; // as last seen
};

// The header of a record of `bytes` bytes.
constexpr RecordHeader recordHeader(RecordType type, std::size_t bytes, std::uint8_t flags,
                                    std::uint32_t key) {
    return {static_cast<std::uint16_t>(bytes / 8), type, flags, key};
}

constexpr std::size_t roundUpToWord(std::size_t bytes) {
    return (bytes + 7) & ~std::size_t{7};
}

} // namespace lanes::ring
