// A ring that may be emptied into memory before its records are read. The program then finds room in it while the
// recorder is busy.
#pragma once

#include "collector/ring/RingReader.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

namespace lanes::recorder {

// drain(): one thread. All other functions: any thread.
class PumpedRing {
public:
    // `held`: bytes that all rings of the recorder hold in memory.
    PumpedRing(ring::RingReader reader, std::atomic<std::size_t>& held)
        : reader_(std::move(reader))
        , capacity_(reader_.capacity())
        , held_(held) {}
    ~PumpedRing();
    PumpedRing(const PumpedRing&) = delete;
    PumpedRing& operator=(const PumpedRing&) = delete;

    // Passes each present record to `take(const ring::RecordView&)`, oldest first, and perhaps some newer ones.
    // Returns the bytes.
    template<class Take>
    std::size_t drain(Take&& take) {
        // A program may write faster than this reads.
        const std::size_t goal = waiting();
        std::size_t done = 0;
        while (done < goal) {
            const ring::RingReader::Bytes bytes = next();
            if (bytes.size == 0) {
                break; // the ring's numbers were wrong
            }
            done += bytes.size;
            const std::size_t damaged = ring::RingReader::read(bytes, take);
            const std::lock_guard lock(mutex_);
            damagedBytes_ += damaged;
        }
        return done;
    }
    // Moves the waiting bytes into memory if they are more than a few, and if no more than `most` bytes are held
    // then.
    void pump(std::size_t most);

    // Returns the used share of the ring, 0 to 1.
    [[nodiscard]] double pressure() const;
    [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
    // As RingReader's.
    [[nodiscard]] std::uint64_t dropped() const;
    [[nodiscard]] std::uint64_t damagedBytes() const;

private:
    [[nodiscard]] std::size_t waiting() const; // bytes, in memory and in the ring
    [[nodiscard]] ring::RingReader::Bytes next();

    mutable std::mutex mutex_; // guards what follows
    ring::RingReader reader_;
    std::deque<ring::RingReader::Bytes> taken_; // oldest first
    std::size_t takenBytes_ = 0;
    std::uint64_t damagedBytes_ = 0; // in what was taken
    const std::uint64_t capacity_;
    std::atomic<std::size_t>& held_;
};

} // namespace lanes::recorder
