#include "collector/recorder/sink/SessionSink.h"

#include "collector/recorder/sink/PendingRows.h"
#include "model/session/writing/SessionWriter.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

namespace {

// Equal calls one after the other on a thread, as those that ask in a loop whether work is over: they become one slice with a count.
// What slices of such a layout hold where: a number that tells calls apart, and how many calls a slice is of, which is 1.
struct RepeatedCells {
    static constexpr std::size_t kNumber = 0;
    static constexpr std::size_t kCalls = 1;
    static constexpr std::size_t kEqual = 2; // from here on cells are equal, or calls are not
};

constexpr TimeNs kMostBetween = 100'000;

class Folding {
public:
    Folding(std::span<SliceRecord> slices, std::span<const session::SliceEnd> ends,
            std::span<const LayoutId> canRepeat, PendingRows& rows)
        : slices_(slices)
        , canRepeat_(canRepeat)
        , rows_(rows)
        , into_(slices.size()) {
        std::iota(into_.begin(), into_.end(), 0U);
        std::ranges::transform(ends, std::back_inserter(ends_), &session::SliceEnd::end);
        std::ranges::sort(ends_);
    }

    std::vector<std::uint32_t> run() {
        std::vector<std::uint32_t> order = into_;
        std::ranges::sort(order, [this](std::uint32_t one, std::uint32_t other) {
            const SliceRecord& a = slices_[one];
            const SliceRecord& b = slices_[other];
            return a.start != b.start     ? a.start < b.start
                   : endOf(a) != endOf(b) ? endOf(a) > endOf(b)
                                          : one < other;
        });
        for (const std::uint32_t number : order) {
            place(number);
        }
        return std::move(into_);
    }

private:
    static TimeNs endOf(const SliceRecord& slice) {
        return slice.duration < 0 ? std::numeric_limits<TimeNs>::max() : slice.start + slice.duration;
    }

    void place(std::uint32_t number) {
        SliceRecord& slice = slices_[number];
        const std::size_t open = around_.size();
        while (!around_.empty() && around_.back() <= slice.start) {
            around_.pop_back();
        }
        if (around_.size() != open) {
            first_.reset(); // something has ended
        }
        const bool can =
            slice.duration >= 0 && std::ranges::find(canRepeat_, slice.layout) != canRepeat_.end();
        if (can && first_ && follows(slices_[*first_], slice)) {
            SliceRecord& first = slices_[*first_];
            first.duration = endOf(slice) - first.start;
            rows_.set(first.row, RepeatedCells::kCalls, ArgValue::ofInteger(++calls_).encode());
            into_[number] = *first_;
            return;
        }
        first_.reset();
        if (can) {
            first_ = number; // has nothing within, or that comes next
            calls_ = 1;
        } else {
            around_.push_back(endOf(slice));
        }
    }

    bool follows(const SliceRecord& first, const SliceRecord& slice) const {
        const TimeNs over = endOf(first);
        const auto end = std::ranges::lower_bound(ends_, over);
        return first.layout == slice.layout && first.name == slice.name && slice.start >= over &&
               slice.start - over <= kMostBetween && (end == ends_.end() || *end > slice.start) &&
               std::ranges::equal(rows_.row(first.row).subspan(RepeatedCells::kEqual),
                                  rows_.row(slice.row).subspan(RepeatedCells::kEqual));
    }

    std::span<SliceRecord> slices_;
    std::span<const LayoutId> canRepeat_;
    PendingRows& rows_;
    std::vector<std::uint32_t> into_;
    std::vector<TimeNs> ends_;
    std::vector<TimeNs> around_; // when what is open ends, the innermost last
    std::optional<std::uint32_t> first_;
    std::int64_t calls_ = 0; // of the first one, so far
};

// Of a track's slices, in any order: for each that another one takes in, which that is; for all others their own numbers. The other
// lasts until the last one ends, and its cell counts. Nothing else on the track begins or ends between calls that become one; they
// follow within 0.1 ms. `ends`: of slices that are not among these. `canRepeat`: the layouts concerned. O(n log n).
std::vector<std::uint32_t> foldRepeated(std::span<SliceRecord> slices,
                                        std::span<const session::SliceEnd> ends,
                                        std::span<const LayoutId> canRepeat, PendingRows& rows) {
    return Folding(slices, ends, canRepeat, rows).run();
}

// More than it takes until every ring has been drained once.
constexpr TimeNs kHeldBack = 500'000'000;

} // namespace

SessionSink::TrackState& SessionSink::state(TrackId track) {
    if (track.value >= tracks_.size()) {
        tracks_.resize(track.value + 1);
    }
    return tracks_[track.value];
}

SliceHandle SessionSink::addSlice(TrackId track, SliceRecord slice, std::span<const std::int64_t> cells) {
    if (failed()) {
        return {};
    }
    TrackState& at = state(track);
    slices_ += at.counted ? 1 : 0;
    ++pending_;
    at.unordered = at.unordered || slice.start < at.newestStart;
    at.newestStart = std::max(at.newestStart, slice.start);
    slice.row = rows_.add(cells);
    at.slices.push_back(slice);
    at.handles.emplace_back(
        places_, SlicePlace{.track = track, .at = static_cast<std::uint32_t>(at.slices.size() - 1)});
    return at.handles.back();
}

void SessionSink::addPoint(TrackId track, TimeNs time, StringId name, LayoutId layout,
                           std::span<const std::int64_t> cells) {
    if (failed()) {
        return;
    }
    ++pending_;
    pendingPoints_.time.push_back(time);
    pendingPoints_.name.push_back(name);
    pendingPoints_.track.push_back(track);
    pendingPoints_.layout.push_back(layout);
    pendingPoints_.row.push_back(rows_.add(cells));
}

void SessionSink::endSlice(const SliceHandle& slice, TimeNs end) {
    if (!slice || failed()) {
        return;
    }
    const SlicePlace& place = slice.place();
    TrackState& at = state(place.track);
    if (place.state == SlicePlace::State::Written) {
        at.ends.push_back({place.at, end});
        ++pending_;
    } else if (place.state == SlicePlace::State::Waiting) {
        SliceRecord& record = at.slices[place.at];
        record.duration = std::max<TimeNs>(0, end - record.start);
    }
}

std::optional<TimeNs> SessionSink::endOf(const SliceHandle& slice) const {
    if (!slice || slice.place().state != SlicePlace::State::Waiting) {
        return {};
    }
    const SliceRecord& record = tracks_[slice.place().track.value].slices[slice.place().at];
    return record.duration < 0 ? std::nullopt : std::optional(record.start + record.duration);
}

std::optional<SessionSink::Waiting> SessionSink::argumentsOf(const SliceHandle& slice) const {
    if (!slice || failed() || slice.place().state != SlicePlace::State::Waiting) {
        return {};
    }
    const SliceRecord& record = tracks_[slice.place().track.value].slices[slice.place().at];
    return Waiting{record.start, record.name, record.layout, rows_.row(record.row)};
}

void SessionSink::setArguments(const SliceHandle& slice, LayoutId layout,
                               std::span<const std::int64_t> cells) {
    SliceRecord& record = state(slice.place().track).slices[slice.place().at];
    record.layout = layout;
    record.row = rows_.add(cells);
}

void SessionSink::drained(TrackId track, TimeNs at) {
    TimeNs& upTo = state(track).drainedUpTo;
    upTo = std::max(upTo, at - kHeldBack);
}

void SessionSink::addLink(SliceHandle from, SliceHandle to, LinkKind kind) {
    if (from && to) {
        links_.push_back({std::move(from), std::move(to), kind});
    }
}

void SessionSink::check(const Result<void>& result) {
    if (!result && !error_) {
        error_ = result.error();
    }
}

template<class Which>
SessionSink::TrackState SessionSink::takeOut(TrackState& track, Which which) {
    TrackState taken;
    if (std::ranges::none_of(track.slices, which)) {
        return taken;
    }
    TrackState left;
    for (std::size_t i = 0; i < track.slices.size(); ++i) {
        TrackState& to = which(track.slices[i]) ? taken : left;
        to.slices.push_back(track.slices[i]);
        to.handles.push_back(std::move(track.handles[i]));
    }
    track.slices = std::move(left.slices);
    track.handles = std::move(left.handles);
    return taken;
}

SessionSink::TrackState SessionSink::holdBack(TrackState& track) {
    if (track.heldFrom == INT64_MAX && !track.unordered) {
        return {};
    }
    const TimeNs from = track.heldFrom != INT64_MAX ? track.heldFrom : track.newestStart - kHeldBack;
    return takeOut(track, [from](const SliceRecord& slice) { return slice.start > from; });
}

void SessionSink::keep(TrackState& track, TrackState held, const PendingRows& rows) {
    for (std::size_t i = 0; i < held.slices.size(); ++i) {
        held.slices[i].row = rows_.add(rows.row(held.slices[i].row));
        held.handles[i].place().at = static_cast<std::uint32_t>(i);
    }
    track.slices = std::move(held.slices);
    track.handles = std::move(held.handles);
}

void SessionSink::leaveOut(TrackState& track) {
    for (SliceHandle& handle : track.handles) {
        handle.place().state = SlicePlace::State::LeftOut;
    }
    for (const auto& [handle, into] : track.folded) {
        handle.place().state = SlicePlace::State::LeftOut;
    }
    track.folded.clear();
    const std::size_t counted = track.counted ? track.slices.size() : 0;
    slices_ -= counted;
    leftOut_ += counted;
    track.slices.clear();
    track.handles.clear();
}

TrackId SessionSink::lateTrack(TrackId id, TimeNs start) {
    const auto fits = [&](TrackId late) { return start >= state(late).wholeUpTo; };
    const std::vector<TrackId>& known = state(id).late;
    if (const auto found = std::ranges::find_if(known, fits); found != known.end()) {
        return *found;
    }
    const std::string number = known.empty() ? "" : " " + std::to_string(known.size() + 1);
    Track track = writer_.track(id);
    track.key += " late" + number;
    track.name += " (late" + number + ")";
    const TrackId made = writer_.addTrack(std::move(track));
    state(id).late.push_back(made);
    return made;
}

void SessionSink::sortOutLate(TrackId id) {
    const TimeNs wholeUpTo = state(id).wholeUpTo;
    TrackState late = takeOut(state(id), [&](const SliceRecord& slice) { return slice.start < wholeUpTo; });
    if (late.slices.empty()) {
        return;
    }
    // Where the earliest one fits, the others do.
    const TrackId to = lateTrack(id, std::ranges::min(late.slices, {}, &SliceRecord::start).start);
    for (std::size_t i = 0; i < late.handles.size(); ++i) {
        late.handles[i].place().track = to;
        late.handles[i].place().at = static_cast<std::uint32_t>(i);
    }
    late_ += late.slices.size();
    state(to).slices = std::move(late.slices);
    state(to).handles = std::move(late.handles);
}

void SessionSink::promise() {
    for (std::uint32_t i = 0; i < tracks_.size(); ++i) {
        TrackState& track = tracks_[i];
        track.wholeUpTo = std::max(track.wholeUpTo, track.drainedUpTo);
        if (track.wholeUpTo > track.promised) {
            writer_.setWholeUpTo(TrackId(i), track.wholeUpTo);
            track.promised = track.wholeUpTo;
        }
    }
}

void SessionSink::flushTrack(TrackId id, const PendingRows& rows) {
    TrackState& track = tracks_[id.value];
    if (track.slices.empty() && track.ends.empty()) {
        return;
    }
    if (failed()) {
        return leaveOut(track); // who still holds their handles must not look for them here
    }
    for (const SliceRecord& slice : track.slices) {
        track.wholeUpTo = std::max(track.wholeUpTo, slice.start);
    }
    auto places = writer_.writeSlices(id, track.slices, track.ends, rows);
    track.ends.clear();
    if (!places) {
        check(places.error());
        return leaveOut(track);
    }
    for (std::size_t i = 0; i < track.handles.size(); ++i) {
        SlicePlace& place = track.handles[i].place();
        place.at = places.value()[i];
        place.state = SlicePlace::State::Written;
    }
    for (const auto& [handle, into] : track.folded) {
        handle.place().at = places.value()[into];
        handle.place().state = SlicePlace::State::Written;
    }
    track.slices.clear();
    track.handles.clear();
    track.folded.clear();
}

void SessionSink::foldRepeated(LayoutId layout) {
    if (std::ranges::find(canRepeat_, layout) == canRepeat_.end()) {
        canRepeat_.push_back(layout);
    }
}

void SessionSink::fold(TrackState& track, PendingRows& rows) {
    const auto can = [this](const SliceRecord& slice) {
        return std::ranges::find(canRepeat_, slice.layout) != canRepeat_.end();
    };
    if (std::ranges::none_of(track.slices, can)) {
        return;
    }
    const std::vector<std::uint32_t> into =
        recorder::foldRepeated(track.slices, track.ends, canRepeat_, rows);
    std::vector<std::uint32_t> kept(into.size());
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < into.size(); ++i) {
        if (into[i] == i) {
            kept[i] = count;
            track.slices[count] = track.slices[i];
            std::swap(track.handles[count++], track.handles[i]);
        } else {
            track.folded.emplace_back(std::move(track.handles[i]), into[i]);
        }
    }
    for (auto& [handle, target] : track.folded) {
        target = kept[target];
    }
    const std::size_t gone = track.slices.size() - count;
    slices_ -= track.counted ? gone : 0;
    track.slices.resize(count);
    track.handles.resize(count);
}

void SessionSink::flushPoints(const PendingRows& rows, bool slow) {
    const PointRows points = std::exchange(pendingPoints_, {});
    (slow ? leftOut_ : points_) += points.size();
    if (points.size() > 0 && !slow && !failed()) {
        check(writer_.writePoints(points, rows));
    }
}

void SessionSink::flushMemory(bool all, bool slow) {
    std::ranges::stable_sort(memory_, {}, &MemoryChange::time);
    const TimeNs until = all || memory_.empty() ? INT64_MAX : memory_.back().time - kHeldBack;
    const auto end = std::ranges::upper_bound(memory_, until, {}, &MemoryChange::time);
    MemoryRows table;
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
    (slow ? leftOut_ : memoryChanges_) += table.size();
    memory_.erase(memory_.begin(), end);
    forgetEndedProcesses();
    if (table.size() > 0 && !slow && !failed()) {
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
    using State = SlicePlace::State;
    std::vector<session::SessionLink> links;
    std::erase_if(links_, [&](const PendingLink& link) {
        const SlicePlace& from = link.from.place();
        const SlicePlace& to = link.to.place();
        if (from.state == State::Written && to.state == State::Written) {
            links.push_back({{from.track, from.at}, {to.track, to.at}, link.kind});
        }
        return from.state != State::Waiting && to.state != State::Waiting;
    });
    if (!links.empty() && !failed()) {
        check(writer_.writeLinks(links, links.size(), links.size()));
    }
}

void SessionSink::write(bool all) {
    const bool slow = disk_.full();
    const std::uint64_t before = writer_.bytesWritten();
    PendingRows rows = std::exchange(rows_, {});
    pending_ = 0;
    // Before the slices: where all of it is too much for the session, these are what is left.
    flushPoints(rows, slow);
    flushMemory(all, slow);
    for (std::uint32_t i = 0; i < tracks_.size(); ++i) { // the tracks for what is late come behind all others
        if (slow) {
            leaveOut(tracks_[i]);
        }
        sortOutLate(TrackId(i));
        TrackState held = all ? TrackState{} : holdBack(tracks_[i]);
        fold(tracks_[i], rows);
        flushTrack(TrackId(i), rows);
        keep(tracks_[i], std::move(held), rows);
    }
    flushLinks();
    if (failed()) {
        return;
    }
    // Time that goes on is not worth a chunk.
    if (!all && writer_.bytesWritten() > before) {
        promise();
    }
    check(writer_.flush());
}

void SessionSink::holdNames(session::NameCollector& held) const {
    for (const TrackState& track : tracks_) {
        for (const SliceRecord& slice : track.slices) {
            held.add(slice.name);
        }
    }
    for (const StringId name : pendingPoints_.name) {
        held.add(name);
    }
    for (const MemoryChange& change : memory_) {
        held.add(change.stack);
    }
    for (const std::int64_t cell : rows_.all()) {
        held.addCell(cell);
    }
}

void SessionSink::writeCounters(std::span<const CounterSeries> counters) {
    if (!failed()) {
        check(writer_.writeCounters(counters));
    }
}

void SessionSink::flush() {
    write(false);
}

void SessionSink::flushAll() {
    write(true);
}

void SessionSink::save(TimeNs from, std::string saveAs,
                       std::function<void(const Result<std::string>&)> saved) {
    if (failed()) {
        return saved(*error_);
    }
    check(writer_.save(from, std::move(saveAs), std::move(saved)));
}

void SessionSink::finish() {
    if (!failed()) {
        check(writer_.finish());
    }
}

} // namespace lanes::recorder
