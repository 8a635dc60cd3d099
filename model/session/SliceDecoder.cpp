#include "model/session/SliceDecoder.h"

#include "model/session/session.pb.h"

#include <algorithm>
#include <limits>

namespace lanes::session {

namespace {

constexpr TimeNs kForever = std::numeric_limits<TimeNs>::max();

// The columns of one segment in one piece of memory, widest first.
class Storage {
public:
    explicit Storage(std::size_t n)
        : bytes_(std::make_unique_for_overwrite<std::byte[]>(n * kBytesPerSlice)) {
        std::byte* at = bytes_.get();
        const auto take = [&]<class T>(std::span<T>& column) {
            column = {reinterpret_cast<T*>(at), n};
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

    std::span<TimeNs> start;
    std::span<TimeNs> duration;
    std::span<StringId> name;
    std::span<SliceId> parent;
    std::span<LayoutId> layout;
    std::span<std::uint32_t> row;
    std::span<EventKind> kind;
    std::span<Hue> hue;

private:
    static constexpr std::size_t kBytesPerSlice = 2 * sizeof(TimeNs) + 4 * sizeof(std::uint32_t) + 2;
    std::unique_ptr<std::byte[]> bytes_;
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

void SliceDecoder::place(SliceJob& job, const SliceTables& tables) {
    std::uint32_t sum = 0;
    for (std::uint32_t& lane : laneBegin_) {
        sum += std::exchange(lane, sum);
    }
    std::vector<std::uint32_t> next = laneBegin_;
    laneBegin_.push_back(count_);

    auto storage = std::make_shared<Storage>(count_);
    std::vector<OpenStack::Entry>& open = job.tail.entries;
    open = job.open.entries;
    job.stillOpen.clear();
    job.lastEnd = std::numeric_limits<TimeNs>::min();
    const auto text = [&](StringId id) { return tables.strings->view(id); };
    for (std::uint32_t i = 0; i < count_; ++i) {
        const std::uint32_t depth = depth_[i];
        const std::uint32_t at = next[depth]++;
        const TimeNs end = endOf(start_[i], duration_[i]);
        const StringId name(idFromPlus1(name_[i]));
        const LayoutId layout(idFromPlus1(layout_[i]));
        const EventKind kind = !kind_.empty()   ? static_cast<EventKind>(kind_[i])
                               : layout.valid() ? (*tables.kindOfLayout)[layout.value]
                                                : EventKind::Other;
        open.resize(depth); // what is deeper has ended
        storage->start[at] = start_[i];
        storage->duration[at] = duration_[i] < 0 ? 0 : end - start_[i];
        storage->name[at] = name;
        storage->parent[at] = depth == 0 ? SliceId() : open.back().id;
        storage->layout[at] = layout;
        storage->row[at] = layout.valid() ? rows_[layout.value]++ : 0;
        storage->kind[at] = kind;
        storage->hue[at] = hue_.empty() ? hues_.get(kind, name, text) : static_cast<Hue>(hue_[i]);
        open.push_back({SliceId(job.firstId + at), end, start_[i]});
        if (duration_[i] < 0) {
            job.stillOpen.push_back(at);
        } else {
            job.lastEnd = std::max(job.lastEnd, end);
        }
    }
    job.firstStart = start_.front();
    job.lastStart = start_.back();

    auto segment = std::make_shared<Segment>();
    segment->track = job.track;
    segment->first = job.firstId;
    segment->start = storage->start;
    segment->duration = storage->duration;
    segment->name = storage->name;
    segment->parent = storage->parent;
    segment->layout = storage->layout;
    segment->row = storage->row;
    segment->kind = storage->kind;
    segment->hue = storage->hue;
    segment->laneBegin = std::move(laneBegin_);
    job.duration = storage->duration.data();
    segment->storage = std::move(storage);
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
