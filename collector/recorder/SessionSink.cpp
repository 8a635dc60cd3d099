#include "collector/recorder/SessionSink.h"

#include <algorithm>

namespace lanes::recorder {

SessionSink::TrackState& SessionSink::state(TrackId track) {
    if (track.value >= tracks_.size()) {
        tracks_.resize(track.value + 1);
    }
    return tracks_[track.value];
}

SliceHandle SessionSink::addSlice(TrackId track, SliceRecord slice, std::span<const std::int64_t> cells) {
    TrackState& at = state(track);
    const SliceHandle handle{track, at.flushed + static_cast<std::uint32_t>(at.slices.size())};
    slice.start = std::max(slice.start, at.lastStart);
    at.lastStart = slice.start;
    slice.row = rows_.add(cells);
    at.slices.push_back(slice);
    ++pending_;
    ++slices_;
    return handle;
}

void SessionSink::endSlice(SliceHandle slice, TimeNs end) {
    TrackState& at = state(slice.track);
    if (slice.ordinal >= at.flushed) {
        SliceRecord& record = at.slices[slice.ordinal - at.flushed];
        record.duration = std::max<TimeNs>(0, end - record.start);
    } else {
        at.ends.push_back({slice.ordinal, end});
        ++pending_;
    }
}

session::SliceRef SessionSink::positionOf(SliceHandle slice) {
    const TrackState& at = state(slice.track);
    const auto moved = at.moved.find(slice.ordinal);
    return {slice.track, moved == at.moved.end() ? slice.ordinal : moved->second};
}

void SessionSink::check(Result<void> result) {
    if (!result && !error_) {
        error_ = result.error();
    }
}

void SessionSink::flushTrack(TrackId track) {
    TrackState& at = tracks_[track.value];
    if (at.slices.empty() && at.ends.empty()) {
        return;
    }
    if (!failed()) {
        for (session::SliceEnd& end : at.ends) {
            end.position = positionOf({track, end.position}).position;
        }
        const auto positions = writer_.writeSlices(track, at.slices, at.ends, rows_);
        if (!positions) {
            check(positions.error());
        } else {
            for (std::uint32_t i = 0; i < positions.value().size(); ++i) {
                if (positions.value()[i] != at.flushed + i) {
                    at.moved[at.flushed + i] = positions.value()[i];
                }
            }
        }
    }
    at.flushed += static_cast<std::uint32_t>(at.slices.size());
    at.slices.clear();
    at.ends.clear();
}

void SessionSink::flushMemory() {
    std::ranges::stable_sort(memory_, {}, &MemoryChange::time);
    MemoryTable table;
    for (const MemoryChange& change : memory_) {
        table.time.push_back(change.time);
        table.address.push_back(change.address);
        table.bytes.push_back(change.bytes);
        table.totalAllocated.push_back(change.allocated);
        table.totalReserved.push_back(change.reserved);
        table.deviceType.push_back(change.deviceType);
        table.deviceIndex.push_back(change.deviceIndex);
        table.track.push_back(change.track);
        table.stack.push_back(change.stack);
    }
    memoryChanges_ += memory_.size();
    memory_.clear();
    if (table.size() > 0 && !failed()) {
        check(writer_.writeMemory(table));
    }
}

void SessionSink::flush() {
    for (std::uint32_t track = 0; track < tracks_.size(); ++track) {
        flushTrack(TrackId(track));
    }
    rows_.clear();
    flushMemory();
    std::vector<session::SessionLink> links;
    for (const PendingLink& link : links_) {
        links.push_back({positionOf(link.from), positionOf(link.to), link.kind});
    }
    links_.clear();
    pending_ = 0;
    if (!links.empty() && !failed()) {
        check(writer_.writeLinks(links, 0, 0));
    }
    if (!failed()) {
        check(writer_.flush());
    }
}

void SessionSink::finish() {
    flush();
    if (!failed()) {
        check(writer_.finish());
    }
}

} // namespace lanes::recorder
