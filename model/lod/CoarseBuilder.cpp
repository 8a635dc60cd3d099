#include "model/lod/CoarseBuilder.h"

#include "model/lod/RowLanes.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace lanes {

namespace {

// Where a slice that has not ended yet ends, for what stands inside it.
constexpr TimeNs kNotYet = std::numeric_limits<TimeNs>::max() / 4;

template<class T>
void keepEverySecond(std::vector<T>& items) {
    for (std::size_t i = 0; i * 2 < items.size(); ++i) {
        items[i] = items[i * 2];
    }
    items.resize((items.size() + 1) / 2);
}

} // namespace

CoarseLaneBuilder::Column& CoarseLaneBuilder::column(Hue hue) {
    const auto at = std::ranges::lower_bound(columns_, hue, {}, &Column::hue);
    return at != columns_.end() && at->hue == hue
               ? *at
               : *columns_.insert(at, {hue, 0, std::vector<TimeNs>(times_.size())});
}

void CoarseLaneBuilder::add(TimeNs start, TimeNs duration, Hue hue) {
    Column& own = column(hue);
    if (untilNext_ == 0) {
        times_.push_back(start);
        for (Column& each : columns_) {
            each.busy.push_back(each.total);
        }
        untilNext_ = stride_;
        if (times_.size() > kMostRecords) {
            halve();
        }
    }
    --untilNext_;
    ++slices_;
    own.total += duration;
    end_ = std::max(end_, start + duration);
}

void CoarseLaneBuilder::addLate(TimeNs start, TimeNs duration, Hue hue) {
    Column& own = column(hue);
    const TimeNs end = start + duration;
    for (std::size_t i = times_.size(); i > 0 && times_[i - 1] >= end; --i) {
        own.busy[i - 1] += duration;
    }
    own.total += duration;
    end_ = std::max(end_, end);
}

void CoarseLaneBuilder::halve() {
    // With an odd number the last one stays, and the one that was due next is one of those that go.
    const bool nextGoes = times_.size() % 2 == 1;
    keepEverySecond(times_);
    for (Column& each : columns_) {
        keepEverySecond(each.busy);
    }
    untilNext_ += nextGoes ? stride_ : 0;
    stride_ *= 2;
}

CoarseLane CoarseLaneBuilder::result() const {
    CoarseLane lane;
    lane.slices = slices_;
    for (const Column& each : columns_) {
        lane.hues.push_back(each.hue);
    }
    lane.records.reserve((times_.size() + 1) * lane.width());
    for (std::size_t i = 0; i < times_.size(); ++i) {
        lane.records.push_back(times_[i]);
        for (const Column& each : columns_) {
            lane.records.push_back(each.busy[i]);
        }
    }
    lane.records.push_back(end_);
    for (const Column& each : columns_) {
        lane.records.push_back(each.total);
    }
    return lane;
}

std::size_t CoarseBuilder::laneOf(Track& track, LaneGroup group, std::uint32_t depth) {
    const auto [known, isNew] = track.laneOf.try_emplace({group, depth}, track.lanes.size());
    if (isNew) {
        track.lanes.push_back({group, depth, {}});
    }
    return known->second;
}

void CoarseBuilder::keepNesting(Track& track, NestingState& nesting) {
    track.nesting.clear();
    for (std::size_t group = 0; group < nesting.size(); ++group) {
        if (!nesting[group].around.empty() || !nesting[group].beside.empty()) {
            track.nesting.emplace_back(static_cast<LaneGroup>(group), std::move(nesting[group]));
        }
    }
}

void CoarseBuilder::add(const std::shared_ptr<const Segment>& segment, std::span<const SliceId> open) {
    if (segment->size() == 0) {
        return;
    }
    if (segment->track.value >= tracks_.size()) {
        tracks_.resize(segment->track.value + 1);
    }
    Track& track = tracks_[segment->track.value];
    std::vector<std::pair<SliceId, TimeNs>> reaching;
    for (const SliceId slice : open) {
        const TimeNs start = segment->start[slice.value - segment->first];
        reaching.emplace_back(slice, kNotYet - std::min(start, kNotYet));
    }
    const auto placed = reaching.empty() ? segment : withDurations(segment, reaching);
    NestingState nesting;
    for (auto& [group, state] : track.nesting) {
        nesting[static_cast<std::size_t>(group)] = std::move(state);
    }
    const std::vector<RowLane> rows = rowLanesOf(*placed, nesting);
    keepNesting(track, nesting);
    for (const RowLane& from : rows) {
        const std::size_t lane = laneOf(track, from.group, from.depth);
        CoarseLaneBuilder& cells = track.lanes[lane].cells;
        for (std::uint32_t i = 0; i < from.count; ++i) {
            const std::uint32_t at = from.at(i);
            const SliceId id(segment->first + at);
            const bool isOpen = !open.empty() && std::ranges::find(open, id) != open.end();
            const TimeNs start = segment->start[at];
            const TimeNs duration = isOpen ? 0 : segment->duration[at];
            cells.add(start, duration, segment->hue[at]);
            span_.begin = std::min(span_.begin, start);
            span_.end = std::max(span_.end, start + duration);
            if (isOpen) {
                const auto depth = std::ranges::upper_bound(segment->laneBegin, at);
                track.open.push_back({id, static_cast<std::uint32_t>(depth - segment->laneBegin.begin()) - 1,
                                      lane, start, segment->hue[at]});
            }
        }
    }
    slices_ += segment->size();
}

void CoarseBuilder::close(TrackId id, SliceId slice, TimeNs end) {
    if (id.value >= tracks_.size()) {
        return;
    }
    Track& track = tracks_[id.value];
    const auto open = std::ranges::find(track.open, slice, &Open::slice);
    if (open == track.open.end()) {
        return;
    }
    end = std::max(end, open->start);
    track.lanes[open->lane].cells.addLate(open->start, end - open->start, open->hue);
    span_.end = std::max(span_.end, end);
    for (auto& [group, state] : track.nesting) {
        for (Nesting::Entry& entry : state.around) {
            if (group == track.lanes[open->lane].group && entry.tag == open->depth) {
                entry.end = end;
            }
        }
    }
    track.open.erase(open);
}

void CoarseBuilder::thinOut(std::size_t mostRecords) {
    for (std::size_t most = CoarseLaneBuilder::kMostRecords; most > 1; most /= 2) {
        std::size_t records = 0;
        for (Track& track : tracks_) {
            for (Lane& lane : track.lanes) {
                while (lane.cells.count() > most) {
                    lane.cells.halve();
                }
                records += lane.cells.count();
            }
        }
        if (records <= mostRecords) {
            return;
        }
    }
}

CoarseLanes CoarseBuilder::result(std::size_t mostRecords) {
    for (std::uint32_t t = 0; t < tracks_.size(); ++t) {
        while (!tracks_[t].open.empty()) {
            close(TrackId(t), tracks_[t].open.back().slice, span_.end);
        }
    }
    thinOut(mostRecords);
    CoarseLanes all;
    all.slices = slices_;
    if (slices_ == 0) {
        return all;
    }
    all.span = span_;
    for (std::uint32_t t = 0; t < tracks_.size(); ++t) {
        for (const Lane& lane : tracks_[t].lanes) {
            CoarseLane& made = all.lanes.emplace_back(lane.cells.result());
            made.track = TrackId(t);
            made.group = lane.group;
            made.depth = lane.depth;
        }
    }
    std::ranges::sort(all.lanes, {},
                      [](const CoarseLane& lane) { return std::tuple(lane.track, lane.group, lane.depth); });
    return all;
}

} // namespace lanes
