// Puts the slices of a session together: gives every chunk its place among the slices, checks that it
// continues what stood before it, and keeps track of slices that have not ended yet.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/session/reading/SliceDecoder.h"
#include "model/session/writing/SessionWriter.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace lanes::session {

// One thread. assign() for every job of a batch, then decode them (in parallel), then append() each in order.
class SliceAssembler {
public:
    static constexpr std::size_t kBytesPerSlice = 34; // of a segment's columns

    // How many lanes the job says that are taken at its head, as far as the slices that there are can take them; `coming`:
    // of the jobs before it in its batch.
    [[nodiscard]] std::size_t lanesAround(const SliceJob& job, std::size_t coming) const;
    // Where the job's slices go, given all jobs assigned before it.
    void assign(SliceJob& job);
    // Forgets what was assigned but not appended: the batch is assigned anew without the chunk that was
    // damaged.
    void unassign();
    // False if the chunk does not continue its track; nothing is changed then.
    bool append(SliceJob& job);

    // Adds segments and open slices to a snapshot. O(open slices' segments x their size), and what is new.
    void snapshot(TraceData& data);
    // The slice at a position of a track, or none.
    [[nodiscard]] SliceId find(SliceRef ref) const;
    // The same for many that mostly follow each other: `near` is where the last one was found, 0 at first.
    [[nodiscard]] SliceId find(SliceRef ref, std::size_t& near) const;

    [[nodiscard]] std::uint32_t sliceCount() const { return count_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    struct Place { // of one chunk on its track
        std::uint32_t firstPosition;
        std::uint32_t count;
        std::uint32_t firstId;
        std::uint32_t until; // how many slices the track has up to the end of the chunk
        std::shared_ptr<const std::vector<std::uint32_t>> moved; // see SliceJob; null: none is
    };
    struct TrackState {
        std::vector<Place> places; // by position
        OpenStack tail;
        TimeNs lastStart = INT64_MIN;
    };

    [[nodiscard]] OpenStack openOf(const SliceJob& job, std::uint32_t slicesBefore) const;
    void close(TrackId track, std::uint32_t position, TimeNs end);
    [[nodiscard]] TrackState& state(TrackId track);
    [[nodiscard]] std::uint32_t segmentOf(SliceId id) const;

    std::vector<TrackState> tracks_;
    Segments segments_;
    std::vector<TimeNs*> durations_;             // per segment, null once it was published:
    std::size_t published_ = 0;                  // so many are
    std::map<std::uint32_t, TimeNs> openStarts_; // by SliceId, so segments come in order
    std::vector<SliceId> unended_;               // they have an end that nobody wrote
    std::deque<std::uint32_t> assignedTracks_;   // of the places that are not appended yet
    std::uint32_t count_ = 0;
    std::uint32_t assigned_ = 0; // slices, beyond count_
    TimeNs lastEnd_ = INT64_MIN;
    std::size_t bytes_ = 0;
};

} // namespace lanes::session
