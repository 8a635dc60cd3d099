// Which chunks of a session hold its newest stretch: for a file that lets go of older ones. Definitions are no part of
// this: those that the chunks use are written anew.
#pragma once

#include "model/base/Time.h"
#include "model/session/FooterCodec.h"
#include "model/session/writing/NameSet.h"

#include <cstdint>
#include <deque>
#include <utility>

namespace lanes::session {

// How much of a recording its file holds.
struct Bounds {
    std::uint64_t bytes = 0; // of the disk, at any moment; 0: no bound
    TimeNs keep = 0;         // of time, at least, where the bytes allow it; 0: all
    [[nodiscard]] bool any() const { return bytes > 0 || keep > 0; }
};

// One thread.
class ChunkRing {
public:
    struct Chunk {
        FooterEntry entry;
        std::uint32_t rows = 0;
        bool counts = true;            // its rows are events, as the number of them is told
        Names names;                   // that it uses
        std::uint64_t definitions = 0; // bytes of those that stood in no chunk before it
        TimeNs since = 0;              // it was gathered from here
        TimeNs until = 0;              // to here
    };
    // What stood in chunks that are gone.
    struct Gone {
        std::uint64_t events = 0;
        std::uint64_t slices = 0;
        std::uint64_t points = 0;
    };

    // What comes now was gathered since the last call. Times rise.
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
    // From when on the chunks from `first` on hold all. O(1).
    [[nodiscard]] TimeNs begin(std::size_t first) const;
    // The first chunk that was gathered at or after a moment. O(log chunks).
    [[nodiscard]] std::size_t firstSince(TimeNs time) const;
    // The first of the newest chunks that fit so many bytes, with their definitions: where one is among them, the first of what was gathered
    // together, so that all tracks begin at one moment. O(chunks that fit).
    [[nodiscard]] std::size_t firstWithin(std::uint64_t bytes) const;
    // What stands in front of a chunk. O(chunks before it).
    [[nodiscard]] Gone before(std::size_t first) const;
    // Forgets what stands in front of a chunk.
    void letGo(std::size_t first);
    [[nodiscard]] const Gone& gone() const { return gone_; }

private:
    std::deque<Chunk> chunks_;
    TimeNs since_ = 0;
    TimeNs until_ = 0;
    Gone gone_;
};

} // namespace lanes::session
