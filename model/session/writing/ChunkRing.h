// The chunks of a session that hold its newest stretch, for a file that drops older ones. Definitions are no part of it:
// those that the chunks use are rewritten.
#pragma once

#include "model/base/Time.h"
#include "model/session/FooterCodec.h"
#include "model/session/writing/NameSet.h"

#include <cstdint>
#include <deque>
#include <utility>

namespace lanes::session {

// Bounds on the part of a recording that its file holds.
struct Bounds {
    std::uint64_t bytes = 0; // of the disk, at any moment; 0: no bound
    TimeNs keep = 0;         // of recent time, at least, where the bytes allow it; 0: all
    [[nodiscard]] bool any() const { return bytes > 0 || keep > 0; }
};

// One thread.
class ChunkRing {
public:
    struct Chunk {
        FooterEntry entry;
        std::uint32_t rows = 0;
        bool counts = true;            // true if the number of events includes its rows
        Names names;                   // texts and stacks that it uses
        std::uint64_t definitions = 0; // bytes of definitions that no earlier chunk used
        TimeNs since = 0;              // begin of the time in which its rows were gathered
        TimeNs until = 0;              // end of that time
    };
    // Counts of the contents of dropped chunks.
    struct Gone {
        std::uint64_t events = 0;
        std::uint64_t slices = 0;
        std::uint64_t points = 0;
    };

    // Chunks added from here on were gathered between the last call and `now`. Times rise.
    void gathered(TimeNs now) {
        since_ = until_;
        until_ = now;
    }
    void add(Chunk chunk) {
        chunk.since = since_;
        chunk.until = until_;
        chunks_.push_back(std::move(chunk));
    }

    [[nodiscard]] std::deque<Chunk>& chunks() { return chunks_; }
    [[nodiscard]] TimeNs now() const { return until_; }
    // The time from which the chunks from `first` on are complete. O(1).
    [[nodiscard]] TimeNs begin(std::size_t first) const;
    // The first chunk that was gathered at or after a moment. O(log chunks).
    [[nodiscard]] std::size_t firstSince(TimeNs time) const;
    // The first of the newest chunks that fit so many bytes, with their definitions. It is the first of those gathered
    // together, if such a chunk fits, so that all tracks begin at one moment. O(chunks that fit).
    [[nodiscard]] std::size_t firstWithin(std::uint64_t bytes) const;
    // Counts of the contents in front of a chunk. O(chunks before it).
    [[nodiscard]] Gone before(std::size_t first) const;
    // Drops the chunks in front of a chunk.
    void letGo(std::size_t first);
    [[nodiscard]] const Gone& gone() const { return gone_; }

private:
    std::deque<Chunk> chunks_;
    TimeNs since_ = 0;
    TimeNs until_ = 0;
    Gone gone_;
};

} // namespace lanes::session
