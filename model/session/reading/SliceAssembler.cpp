#include "model/session/reading/SliceAssembler.h"

#include "model/session/session.pb.h"

#include <algorithm>
#include <ranges>

namespace lanes::session {

namespace {

// Whether both say the same of what still runs at `t`.
bool isSame(const OpenStack& a, const OpenStack& b, TimeNs t) {
    const auto running = [&](const auto& e) { return e.end > t; };
    const auto open = std::views::filter(running);
    const auto same = [](const OpenStack::Entry& x, const OpenStack::Entry& y) {
        return x.id == y.id && x.end == y.end && x.lane == y.lane;
    };
    const auto sameBeside = [](const Nesting::Entry& x, const Nesting::Entry& y) {
        return x.end == y.end && x.lane == y.lane;
    };
    return std::ranges::equal(a.entries | open, b.entries | open, same) &&
           std::ranges::equal(a.beside | open, b.beside | open, sameBeside);
}

} // namespace

SliceAssembler::TrackState& SliceAssembler::state(TrackId track) {
    if (track.value >= tracks_.size()) {
        bytes_ += (track.value + 1 - tracks_.size()) * sizeof(TrackState);
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
    const Place& place = places[near];
    const std::uint32_t index = ref.position - place.firstPosition;
    if (index >= place.count) {
        return {};
    }
    return SliceId(place.firstId + (place.moved ? (*place.moved)[index] : index));
}

std::size_t SliceAssembler::lanesAround(const SliceJob& job, std::size_t coming) const {
    const proto::Slices& m = *job.message;
    std::size_t lanes = job.openPositions.size();
    for (const auto* said : {&m.open_lane(), &m.beside_lane()}) {
        for (const std::uint32_t lane : *said) {
            lanes = std::max<std::size_t>(lanes, lane);
        }
    }
    return std::min(lanes, count_ + coming + job.openPositions.size());
}

void SliceAssembler::assign(SliceJob& job) {
    TrackState& track = state(job.track);
    job.firstId = count_ + assigned_;
    const std::uint32_t before = track.places.empty() ? 0 : track.places.back().until;
    job.open = openOf(job, before);
    // A chunk without slices only brings ends.
    if (job.count > 0) {
        track.places.push_back({job.firstPosition, job.count, job.firstId, before + job.count, {}});
        assigned_ += job.count;
        assignedTracks_.push_back(job.track.value);
    }
}

// What runs at the head of a chunk, as far as it may be believed: a lane that the track's slices cannot have filled would
// only cost memory, and lanes rise. What is wrong here shows when the chunk is appended.
OpenStack SliceAssembler::openOf(const SliceJob& job, std::uint32_t slicesBefore) const {
    const proto::Slices& m = *job.message;
    const std::uint64_t most = std::uint64_t{slicesBefore} + job.openPositions.size();
    OpenStack open;
    for (std::uint32_t i = 0; i < job.openPositions.size(); ++i) {
        const auto at = static_cast<int>(i);
        const std::uint32_t lane = m.open_lane().empty() ? i : m.open_lane(at);
        // Of a lost slice nobody knows the number, but it still holds what is inside it.
        const bool rises = open.entries.empty() || lane > open.entries.back().lane;
        if (lane <= most && rises) {
            open.entries.push_back(
                {find({job.track, job.openPositions[i]}), m.open_end(at), INT64_MIN, lane});
        }
    }
    for (int i = 0; i < m.beside_end_size(); ++i) {
        if (m.beside_lane(i) <= most) {
            open.beside.push_back({m.beside_end(i), m.beside_lane(i), 0});
        }
    }
    return open;
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
    if (!isSame(job.open, track.tail, job.firstStart)) {
        nestAgain(job, track.tail);
    }
    if (!job.moved.empty()) {
        const auto place = std::ranges::lower_bound(track.places, job.firstId, {}, &Place::firstId);
        bytes_ += job.moved.size() * sizeof(std::uint32_t);
        place->moved = std::make_shared<const std::vector<std::uint32_t>>(std::move(job.moved));
    }
    for (const std::uint32_t i : job.unended) {
        unended_.emplace_back(job.firstId + i);
    }
    track.tail = std::move(job.tail);
    track.lastStart = job.lastStart;
    for (const std::uint32_t i : job.stillOpen) {
        openStarts_[job.firstId + i] = job.segment->start[i];
    }
    segments_.push_back(job.segment);
    durations_.push_back(job.duration);
    lastEnd_ = std::max({lastEnd_, job.lastEnd, job.lastStart});
    count_ += job.count;
    assigned_ -= job.count;
    assignedTracks_.pop_front();
    bytes_ += job.count * kBytesPerSlice + sizeof(Segment) + sizeof(Place) +
              segments_.back()->laneBegin.size() * sizeof(std::uint32_t);
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
    end = std::clamp(end, open->second, 2 * kMostTime);
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
