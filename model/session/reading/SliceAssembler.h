// Puts the slices of a session together. It gives every chunk its place among the slices and checks that the chunk
// continues its track. It also keeps track of slices that have not ended yet.
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

    // Number of lanes that are taken at the job's head, as the file claims, bounded by the number of slices that could
    // take them. `coming`: slices of earlier jobs in the same batch.
    [[nodiscard]] std::size_t lanesAround(const SliceJob& job, std::size_t coming) const;
    // Assigns ids to the job's slices, after those of all jobs assigned before it.
    void assign(SliceJob& job);
    // Forgets the jobs that were assigned but not appended: the batch is assigned anew without the damaged chunk.
    void unassign();
    // Appends a decoded job. False if the chunk does not continue its track; nothing changes then.
    bool append(SliceJob& job);

    // Adds segments and open slices to a snapshot. O(open slices' segments x their size + new segments).
    void snapshot(TraceData& data);
    // The slice at a position of a track, or none.
    [[nodiscard]] SliceId find(SliceRef ref) const;
    // find() for many slices that mostly follow each other: `near` is where the last one was found, 0 at first.
    [[nodiscard]] SliceId find(SliceRef ref, std::size_t& near) const;

    [[nodiscard]] std::uint32_t sliceCount() const { return count_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    struct Place { // of one chunk on its track
        std::uint32_t firstPosition;
        std::uint32_t count;
        std::uint32_t firstId;
        std::uint32_t until; // number of slices of the track up to the end of the chunk
        std::shared_ptr<const std::vector<std::uint32_t>> moved; // see SliceJob; null: no slice is moved
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
    std::vector<TimeNs*> durations_;             // per segment, null once it was published
    std::size_t published_ = 0;                  // number of published segments
    std::map<std::uint32_t, TimeNs> openStarts_; // by SliceId, so segments come in order
    std::vector<SliceId> unended_;               // slices with an end that was not recorded
    std::deque<std::uint32_t> assignedTracks_;   // of the places that are not appended yet
    std::uint32_t count_ = 0;
    std::uint32_t assigned_ = 0; // slices, beyond count_
    TimeNs lastEnd_ = INT64_MIN;
    std::size_t bytes_ = 0;
};

} // namespace lanes::session
