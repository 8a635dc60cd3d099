#include "model/session/SliceAssembler.h"

#include <algorithm>

namespace lanes::session {

SliceAssembler::TrackState& SliceAssembler::state(TrackId track) {
    if (track.value >= tracks_.size()) {
        tracks_.resize(track.value + 1);
    }
    return tracks_[track.value];
}

SliceId SliceAssembler::find(SliceRef ref) const {
    std::size_t anywhere = 0;
    return find(ref, anywhere);
}

SliceId SliceAssembler::find(SliceRef ref, std::size_t& near) const {
    if (ref.track.value >= tracks_.size()) {
        return {};
    }
    const std::vector<Place>& places = tracks_[ref.track.value].places;
    if (near >= places.size() || ref.position - places[near].firstPosition >= places[near].count) {
        const auto after = std::ranges::upper_bound(places, ref.position, {}, &Place::firstPosition);
        if (after == places.begin()) {
            return {};
        }
        near = static_cast<std::size_t>(after - places.begin()) - 1;
    }
    const std::uint32_t index = ref.position - places[near].firstPosition;
    return index < places[near].count ? SliceId(places[near].firstId + index) : SliceId();
}

void SliceAssembler::assign(SliceJob& job) {
    TrackState& track = state(job.track);
    job.firstId = count_ + assigned_;
    job.open.entries.clear();
    for (std::size_t i = 0; i < job.openPositions.size(); ++i) {
        // Of a lost slice nobody knows the number, but it still holds what is inside it.
        job.open.entries.push_back({find({job.track, job.openPositions[i]}), job.openEnds[i], INT64_MIN});
    }
    // A chunk without slices only brings ends.
    if (job.count > 0) {
        track.places.push_back({job.firstPosition, job.count, job.firstId});
        assigned_ += job.count;
        assignedTracks_.push_back(job.track.value);
    }
}

void SliceAssembler::unassign() {
    for (const std::uint32_t t : assignedTracks_) {
        tracks_[t].places.pop_back();
    }
    assignedTracks_.clear();
    assigned_ = 0;
}

bool SliceAssembler::append(SliceJob& job) {
    TrackState& track = state(job.track);
    if (job.count > 0) {
        const auto place = std::ranges::lower_bound(track.places, job.firstId, {}, &Place::firstId);
        const bool ordered =
            place == track.places.begin() ||
            (place - 1)->firstPosition + std::uint64_t{(place - 1)->count} <= job.firstPosition;
        if (!job.segment || !ordered || job.firstStart < track.lastStart) {
            return false;
        }
    }
    for (std::size_t i = 0; i < job.closed.size(); ++i) {
        close(job.track, job.closed[i], job.closedEnds[i]);
    }
    if (job.count == 0) {
        return true;
    }
    const auto same = [](const OpenStack::Entry& a, const OpenStack::Entry& b) {
        return a.id == b.id && a.end == b.end;
    };
    if (!std::ranges::equal(job.open.entries, track.tail.entries, same)) {
        nestAgain(job, track.tail);
    }
    for (const std::uint32_t i : job.unended) {
        unended_.emplace_back(job.firstId + i);
    }
    track.tail = std::move(job.tail);
    track.lastStart = job.lastStart;
    for (const std::uint32_t i : job.stillOpen) {
        openStarts_[job.firstId + i] = job.segment->start[i];
    }
    segments_.push_back(std::move(job.segment));
    durations_.push_back(job.duration);
    lastEnd_ = std::max({lastEnd_, job.lastEnd, job.lastStart});
    count_ += job.count;
    assigned_ -= job.count;
    assignedTracks_.pop_front();
    bytes_ += job.count * kBytesPerSlice + sizeof(Segment);
    return true;
}

std::uint32_t SliceAssembler::segmentOf(SliceId id) const {
    const auto after =
        std::ranges::upper_bound(segments_, id.value, {}, [](const auto& s) { return s->first; });
    return static_cast<std::uint32_t>(after - segments_.begin()) - 1;
}

void SliceAssembler::close(TrackId track, std::uint32_t position, TimeNs end) {
    const SliceId id = find({track, position});
    const auto open = openStarts_.find(id.value);
    if (open == openStarts_.end()) {
        return;
    }
    end = std::max(end, open->second);
    const TimeNs duration = end - open->second;
    openStarts_.erase(open);
    lastEnd_ = std::max(lastEnd_, end);
    for (OpenStack::Entry& e : tracks_[track.value].tail.entries) {
        if (e.id == id) {
            e.end = end;
        }
    }
    const std::uint32_t at = segmentOf(id);
    if (durations_[at] != nullptr) {
        durations_[at][id.value - segments_[at]->first] = duration;
    } else {
        segments_.set(at, withDurations(segments_[at], {{id, duration}}));
    }
}

void SliceAssembler::snapshot(TraceData& data) {
    data.segments = segments_;
    data.openSlices = unended_; // Trace sorts them
    std::fill(durations_.begin() + static_cast<std::ptrdiff_t>(published_), durations_.end(), nullptr);
    published_ = durations_.size();
    for (auto it = openStarts_.begin(); it != openStarts_.end();) {
        const std::uint32_t at = segmentOf(SliceId(it->first));
        std::vector<std::pair<SliceId, TimeNs>> durations;
        const std::uint32_t end = segments_[at]->first + segments_[at]->size();
        for (; it != openStarts_.end() && it->first < end; ++it) {
            data.openSlices.emplace_back(it->first);
            durations.emplace_back(SliceId(it->first), lastEnd_ - it->second);
        }
        data.segments.set(at, withDurations(segments_[at], durations));
    }
}

} // namespace lanes::session
