#include "collector/recorder/SessionSink.h"

#include <algorithm>

namespace lanes::recorder {

namespace {

// More than it takes until every ring has been drained once.
constexpr TimeNs kMemoryHeldBack = 500'000'000;

} // namespace

SessionSink::TrackState& SessionSink::state(TrackId track) {
    if (track.value >= tracks_.size()) {
        tracks_.resize(track.value + 1);
    }
    return tracks_[track.value];
}

SliceHandle SessionSink::addSlice(TrackId track, SliceRecord slice, std::span<const std::int64_t> cells) {
    TrackState& at = state(track);
    ++slices_;
    if (failed()) {
        return {track, 0, false};
    }
    slice.start = std::max(slice.start, at.lastStart);
    at.lastStart = slice.start;
    slice.row = rows_.add(cells);
    at.slices.push_back(slice);
    ++pending_;
    return {track, static_cast<std::uint32_t>(at.slices.size() - 1), false};
}

void SessionSink::endSlice(SliceHandle slice, TimeNs end) {
    TrackState& at = state(slice.track);
    if (failed()) {
        return;
    }
    if (slice.written) {
        at.ends.push_back({slice.index, end});
        ++pending_;
    } else {
        SliceRecord& record = at.slices[slice.index];
        record.duration = std::max<TimeNs>(0, end - record.start);
    }
}

void SessionSink::resolve(SliceHandle& slice) const {
    if (!slice.written && slice.track.value < tracks_.size() &&
        slice.index < tracks_[slice.track.value].places.size()) {
        slice = {slice.track, tracks_[slice.track.value].places[slice.index], true};
    }
}

void SessionSink::forgetPlaces() {
    for (TrackState& track : tracks_) {
        track.places.clear();
    }
}

void SessionSink::check(const Result<void>& result) {
    if (!result && !error_) {
        error_ = result.error();
    }
}

void SessionSink::flushTrack(TrackId track) {
    TrackState& at = tracks_[track.value];
    if (!failed() && !(at.slices.empty() && at.ends.empty())) {
        auto places = writer_.writeSlices(track, at.slices, at.ends, rows_);
        if (places) {
            at.places = std::move(places).value();
        } else {
            check(places.error());
        }
    }
    at.slices.clear();
    at.ends.clear();
}

void SessionSink::flushMemory(bool all) {
    std::ranges::stable_sort(memory_, {}, &MemoryChange::time);
    const TimeNs until = all || memory_.empty() ? INT64_MAX : memory_.back().time - kMemoryHeldBack;
    const auto end = std::ranges::upper_bound(memory_, until, {}, &MemoryChange::time);
    MemoryTable table;
    for (auto change = memory_.begin(); change != end; ++change) {
        if (!completeMemory(*change)) {
            continue;
        }
        table.time.push_back(change->time);
        table.address.push_back(change->address);
        table.bytes.push_back(change->bytes);
        table.totalAllocated.push_back(change->allocated);
        table.totalReserved.push_back(change->reserved);
        table.deviceType.push_back(change->deviceType);
        table.deviceIndex.push_back(change->deviceIndex);
        table.track.push_back(change->track);
        table.stack.push_back(change->stack);
    }
    memoryChanges_ += table.size();
    memory_.erase(memory_.begin(), end);
    forgetEndedProcesses();
    if (table.size() > 0 && !failed()) {
        check(writer_.writeMemory(table));
    }
}

bool SessionSink::completeMemory(MemoryChange& change) {
    if (change.deviceType != 0) {
        return change.bytes != 0;
    }
    auto& blocks = blocks_[writer_.track(change.track).process];
    if (change.bytes > 0) {
        blocks[change.address] = change.bytes;
        return true;
    }
    const auto known = blocks.find(change.address);
    if (known == blocks.end()) {
        return change.bytes != 0;
    }
    if (change.bytes == 0) {
        change.bytes = -known->second;
    }
    blocks.erase(known);
    return true;
}

void SessionSink::forgetEndedProcesses() {
    std::erase_if(ended_, [this](ProcessId process) {
        if (std::ranges::any_of(memory_, [&](const MemoryChange& change) {
                return writer_.track(change.track).process == process;
            })) {
            return false;
        }
        blocks_.erase(process);
        return true;
    });
}

void SessionSink::flushLinks() {
    std::vector<session::SessionLink> links;
    for (PendingLink& link : links_) {
        resolve(link.from);
        resolve(link.to);
        links.push_back({{link.from.track, link.from.index}, {link.to.track, link.to.index}, link.kind});
    }
    links_.clear();
    if (!links.empty() && !failed()) {
        check(writer_.writeLinks(links, links.size(), links.size()));
    }
}

void SessionSink::write(bool all) {
    for (std::uint32_t track = 0; track < tracks_.size(); ++track) {
        flushTrack(TrackId(track));
    }
    rows_.clear();
    pending_ = 0;
    flushMemory(all);
    flushLinks();
    if (!failed()) {
        check(writer_.flush());
    }
}

void SessionSink::flush() {
    write(false);
}

void SessionSink::finish() {
    write(true);
    if (!failed()) {
        check(writer_.finish());
    }
}

} // namespace lanes::recorder
