#include "model/session/SliceDecoder.h"

#include "model/session/session.pb.h"

#include <algorithm>
#include <limits>

namespace lanes::session {

namespace {

constexpr TimeNs kForever = std::numeric_limits<TimeNs>::max();

// The columns of one segment in one piece of memory, widest first.
struct Columns {
    TimeNs* start;
    TimeNs* duration;
    StringId* name;
    SliceId* parent;
    LayoutId* layout;
    std::uint32_t* row;
    EventKind* kind;
    Hue* hue;

    static constexpr std::size_t kBytesPerSlice = 2 * sizeof(TimeNs) + 4 * sizeof(std::uint32_t) + 2;

    Columns(std::byte* at, std::size_t n) {
        const auto take = [&]<class T>(T*& column) {
            column = reinterpret_cast<T*>(at);
            at += n * sizeof(T);
        };
        take(start);
        take(duration);
        take(name);
        take(parent);
        take(layout);
        take(row);
        take(kind);
        take(hue);
    }
};

TimeNs endOf(TimeNs start, TimeNs duration) {
    if (duration < 0) {
        return kForever;
    }
    return start > kForever - duration ? kForever : start + duration;
}

std::uint32_t idFromPlus1(std::int64_t plus1) {
    return static_cast<std::uint32_t>(plus1) - 1; // 0 wraps to "none"
}

} // namespace

SliceDecoder::SliceDecoder() = default;
SliceDecoder::~SliceDecoder() = default;
SliceDecoder::SliceDecoder(SliceDecoder&&) noexcept = default;
SliceDecoder& SliceDecoder::operator=(SliceDecoder&&) noexcept = default;

void SliceDecoder::decode(SliceJob& job, const SliceTables& tables) {
    count_ = job.count;
    job.segment = nullptr;
    if (count_ == 0 || !unpack(*job.message, tables) || !nest(job.open)) {
        return;
    }
    rows_.assign(tables.kindOfLayout->size(), 0);
    for (std::size_t i = 0; i < job.rowLayouts.size(); ++i) {
        rows_[job.rowLayouts[i]] = job.rowBases[i];
    }
    place(job, tables);
}

bool SliceDecoder::unpack(const proto::Slices& message, const SliceTables& tables) {
    const auto column = [&](const std::string& coded, std::vector<std::int64_t>& values) {
        values.resize(count_);
        return decoder_.decode(coded, values);
    };
    if (!column(message.start(), start_) || !column(message.duration(), duration_) ||
        !column(message.name_plus1(), name_) || !column(message.layout_plus1(), layout_)) {
        return false;
    }
    kind_.clear();
    hue_.clear();
    if ((!message.kind().empty() && !column(message.kind(), kind_)) ||
        (!message.hue().empty() && !column(message.hue(), hue_))) {
        return false;
    }
    const auto known = [](std::int64_t v, std::int64_t end) { return v >= 0 && v < end; };
    const auto layouts = static_cast<std::int64_t>(tables.kindOfLayout->size());
    return std::ranges::all_of(layout_, [&](std::int64_t v) { return known(v, layouts + 1); }) &&
           std::ranges::all_of(kind_, [&](std::int64_t v) { return known(v, kEventKinds); }) &&
           std::ranges::all_of(hue_, [&](std::int64_t v) { return known(v, kHueCount); });
}

bool SliceDecoder::nest(const OpenStack& open) {
    ends_.clear();
    for (const OpenStack::Entry& e : open.entries) {
        ends_.push_back(e.end);
    }
    depth_.resize(count_);
    laneBegin_.clear();
    TimeNs last = std::numeric_limits<TimeNs>::min();
    for (std::uint32_t i = 0; i < count_; ++i) {
        const TimeNs start = start_[i];
        if (start < last) {
            return false;
        }
        last = start;
        while (!ends_.empty() && ends_.back() <= start) {
            ends_.pop_back();
        }
        const std::size_t depth = ends_.size();
        depth_[i] = static_cast<std::uint32_t>(depth);
        if (depth >= laneBegin_.size()) {
            laneBegin_.resize(depth + 1, 0);
        }
        ++laneBegin_[depth];
        ends_.push_back(endOf(start, duration_[i]));
    }
    return true;
}

// The hottest loop of opening a session: works on local pointers only, so that nothing is read twice.
void SliceDecoder::place(SliceJob& job, const SliceTables& tables) {
    std::uint32_t sum = 0;
    for (std::uint32_t& lane : laneBegin_) {
        sum += std::exchange(lane, sum);
    }
    std::vector<std::uint32_t> nextOfLane = laneBegin_;
    laneBegin_.push_back(count_);
    // The innermost slice at each depth; those above a slice's own depth are around it.
    std::vector<SliceId> around(std::max(nextOfLane.size(), job.open.entries.size()));
    std::ranges::transform(job.open.entries, around.begin(), &OpenStack::Entry::id);

    const ColumnArena::Piece memory = arena_.take(count_ * Columns::kBytesPerSlice);
    const Columns columns(memory.data, count_);
    const EventKind* kinds = tables.kindOfLayout->data();
    std::uint32_t* next = nextOfLane.data();
    SliceId* inner = around.data();
    std::uint32_t* const rows = rows_.data();
    const auto text = [&](StringId id) { return tables.strings->view(id); };
    job.stillOpen.clear();
    TimeNs lastEnd = std::numeric_limits<TimeNs>::min();
    for (std::uint32_t i = 0; i < count_; ++i) {
        const std::uint32_t depth = depth_[i];
        const std::uint32_t at = next[depth]++;
        const TimeNs start = start_[i];
        const TimeNs duration = duration_[i];
        const StringId name(idFromPlus1(name_[i]));
        const LayoutId layout(idFromPlus1(layout_[i]));
        EventKind kind = layout.valid() ? kinds[layout.value] : EventKind::Other;
        if (!kind_.empty()) {
            kind = static_cast<EventKind>(kind_[i]);
        }
        columns.start[at] = start;
        columns.duration[at] = duration < 0 ? 0 : endOf(start, duration) - start;
        columns.name[at] = name;
        columns.parent[at] = depth == 0 ? SliceId() : inner[depth - 1];
        columns.layout[at] = layout;
        columns.row[at] = layout.valid() ? rows[layout.value]++ : 0;
        columns.kind[at] = kind;
        columns.hue[at] = hue_.empty() ? hues_.get(kind, name, text) : static_cast<Hue>(hue_[i]);
        inner[depth] = SliceId(job.firstId + at);
        if (duration < 0) {
            job.stillOpen.push_back(at);
        } else {
            lastEnd = std::max(lastEnd, endOf(start, duration));
        }
    }
    job.lastEnd = lastEnd;
    job.firstStart = start_.front();
    job.lastStart = start_.back();
    // What nest() left is what is open now.
    job.tail.entries.clear();
    for (std::size_t d = 0; d < ends_.size(); ++d) {
        job.tail.entries.push_back({around[d], ends_[d], std::numeric_limits<TimeNs>::min()});
    }

    auto segment = std::make_shared<Segment>();
    segment->track = job.track;
    segment->first = job.firstId;
    segment->start = {columns.start, count_};
    segment->duration = {columns.duration, count_};
    segment->name = {columns.name, count_};
    segment->parent = {columns.parent, count_};
    segment->layout = {columns.layout, count_};
    segment->row = {columns.row, count_};
    segment->kind = {columns.kind, count_};
    segment->hue = {columns.hue, count_};
    segment->laneBegin = std::move(laneBegin_);
    segment->storage = memory.owner;
    job.duration = columns.duration;
    job.segment = std::move(segment);
}

void nestAgain(SliceJob& job, OpenStack open) {
    const Segment& s = *job.segment;
    std::vector<SliceRecord> records;
    records.reserve(s.size());
    for (std::uint32_t i = 0; i < s.size(); ++i) {
        records.push_back({s.start[i], s.duration[i], s.name[i], s.layout[i], s.row[i], s.kind[i], s.hue[i]});
    }
    for (const std::uint32_t i : job.stillOpen) {
        records[i].duration = -1;
    }
    std::vector<SliceId> placed;
    job.open = open;
    job.segment = buildSegment(job.track, job.firstId, records, open, &placed);
    job.tail = std::move(open);
    for (std::uint32_t& i : job.stillOpen) {
        i = placed[i].value - job.firstId;
    }
    // The column belongs to the segment that was just made and nobody else has seen yet.
    job.duration = const_cast<TimeNs*>(job.segment->duration.data());
}

} // namespace lanes::session
