#include "model/session/writing/ChunkRing.h"

#include <algorithm>

namespace lanes::session {

std::size_t ChunkRing::firstSince(TimeNs time) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(chunks_, time, {}, &Chunk::until) -
                                    chunks_.begin());
}

TimeNs ChunkRing::begin(std::size_t first) const {
    if (first == chunks_.size()) {
        return until_;
    }
    const bool whole = first == 0 || chunks_[first - 1].until != chunks_[first].until;
    return whole ? chunks_[first].since : chunks_[first].until;
}

std::size_t ChunkRing::firstWithin(std::uint64_t bytes) const {
    std::size_t first = chunks_.size();
    std::size_t together = first; // the first chunk of the oldest group that fits whole
    for (std::uint64_t sum = 0; first > 0; --first) {
        const Chunk& chunk = chunks_[first - 1];
        sum += kChunkHeaderBytes + chunk.entry.stored + chunk.definitions;
        if (sum > bytes) {
            break;
        }
        if (first == 1 || chunks_[first - 2].until != chunks_[first - 1].until) {
            together = first - 1;
        }
    }
    return together < chunks_.size() ? together : first;
}

ChunkRing::Gone ChunkRing::before(std::size_t first) const {
    Gone gone = gone_;
    for (std::size_t i = 0; i < first; ++i) {
        const Chunk& chunk = chunks_[i];
        gone.events += chunk.counts ? chunk.rows : 0;
        gone.slices += chunk.entry.type == ChunkType::Slices ? chunk.rows : 0;
        gone.points += chunk.entry.type == ChunkType::Points ? chunk.rows : 0;
    }
    return gone;
}

void ChunkRing::letGo(std::size_t first) {
    gone_ = before(first);
    chunks_.erase(chunks_.begin(), chunks_.begin() + static_cast<std::ptrdiff_t>(first));
}

} // namespace lanes::session
