#include "model/io/joining/BoundaryPairs.h"

#include "model/base/SecretHash.h"
#include "model/io/joining/AsyncRealms.h"
#include "model/io/joining/RangePacker.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace lanes {

namespace {

bool beginsSlice(char phase) {
    return phase == 'B' || phase == 'b' || phase == 'S';
}

bool pairsById(char phase) {
    return phase != 'B' && phase != 'E';
}

struct BoundaryMark {
    TimeNs time;
    std::uint32_t group; // of marks that may belong together
    std::int64_t offset;
    StringId name;
    LayoutId layout;
    std::uint32_t row;
    TrackId track;
    bool begins;
    bool async;
};

// Numbers what may belong together.
class Groups {
public:
    std::uint32_t ofThread(TrackId track) { return number({false, track.value, 0, 0}); }
    std::uint32_t ofAsync(StringId category, std::int64_t id, std::uint32_t realm) {
        return number({true, category.value, id, realm});
    }

    // By number: where the group stands among all by its texts. The ids of these depend on which thread was first, and
    // the order in the file on who wrote it; tracks and lanes should not.
    [[nodiscard]] std::vector<std::uint32_t> places(const SharedIds& ids, const AsyncRealms& realms,
                                                    const StopLook& look) const {
        const auto byContent = [&](const Entry* entry) {
            const auto& [async, place, id, realm] = entry->first;
            const ArgValue value = ArgValue::decode(id);
            const bool text = value.type == ArgValue::Type::Text && StringId(value.id).valid();
            const bool categorized = async && StringId(place).valid();
            return std::tuple(async, async ? 0 : place,
                              categorized ? ids.strings().view(StringId(place)) : std::string_view(), text,
                              text ? ids.strings().view(StringId(value.id)) : std::string_view(),
                              text ? 0 : id, realms.name(realm));
        };
        std::vector<const Entry*> entries;
        entries.reserve(numbers_.size());
        for (const Entry& entry : numbers_) {
            entries.push_back(&entry);
        }
        std::size_t compared = 0;
        std::ranges::sort(entries, lookingAt(look, compared, [&](const Entry* a, const Entry* b) {
                              return byContent(a) < byContent(b);
                          }));
        std::vector<std::uint32_t> places(entries.size());
        for (std::uint32_t i = 0; i < entries.size(); ++i) {
            places[entries[i]->second] = i;
        }
        return places;
    }

private:
    using Key = std::tuple<bool, std::uint32_t, std::int64_t, std::uint32_t>;
    using Entry = std::pair<const Key, std::uint32_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const {
            const auto& [async, place, id, realm] = key;
            return hash.pair(static_cast<std::uint64_t>(id),
                             (std::uint64_t{place} << 32 | realm) ^ (async ? std::uint64_t{1} << 63 : 0));
        }
        SecretHash hash;
    };

    // Marks of one thread mostly follow each other.
    std::uint32_t number(const Key& key) {
        if (!last_ || last_->first != key) {
            last_ = &*numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first;
        }
        return last_->second;
    }

    std::unordered_map<Key, std::uint32_t, Hash> numbers_;
    const Entry* last_ = nullptr;
};

class Pairing {
public:
    Pairing(std::vector<EventRange>& ranges, SharedIds& ids, const StopLook& look)
        : ids_(ids)
        , look_(look) {
        out_.range.worker = ids.ownWorker();
        if (std::vector<BoundaryMark> marks = collect(ranges); !marks.empty()) {
            pair(marks, ranges);
        } else {
            return;
        }
        RangePacker packer;
        packer.pack(events_, ids.places().tracks().size(), out_.range);
        for (std::uint32_t& slice : out_.open) {
            slice = packer.places()[slice];
        }
    }

    PairedEvents result() { return std::move(out_); }

private:
    void pair(std::vector<BoundaryMark>& marks, const std::vector<EventRange>& ranges) {
        traceEnd_ = endOf(ranges, marks);
        // No two stand at one offset: so this is a stable sort that takes no memory.
        std::size_t compared = 0;
        std::ranges::sort(marks, lookingAt(look_, compared, [](const BoundaryMark& a, const BoundaryMark& b) {
                              return std::tuple(a.group, a.time, a.offset) <
                                     std::tuple(b.group, b.time, b.offset);
                          }));
        const auto begins = static_cast<std::size_t>(
            std::ranges::count_if(marks, [](const BoundaryMark& m) { return m.begins; }));
        events_.slices.reserve(begins);
        offsets_.reserve(begins);
        events_.points.reserve(marks.size() - begins);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            look_.at(i);
            if (i > 0 && marks[i].group != marks[i - 1].group) {
                closeAll();
            }
            take(marks[i]);
        }
        closeAll();
    }

    [[nodiscard]] std::vector<BoundaryMark> collect(std::vector<EventRange>& ranges) const {
        std::vector<BoundaryMark> marks;
        std::size_t count = 0;
        for (const EventRange& range : ranges) {
            count += range.boundaries.size();
        }
        marks.reserve(count);
        Groups groups;
        AsyncRealms realms(ids_.args(), ids_.places().tracks(), ids_.strings(),
                           [&](StringId id) { return ids_.strings().view(id); });
        for (EventRange& range : ranges) {
            look_.now();
            for (const EventRange::Boundary& b : range.boundaries) {
                const LayoutId layout = ids_.layout(range.worker, b.shape);
                const char phase = ids_.traits(layout).phase;
                const bool async = pairsById(phase);
                const std::int64_t id = ids_.cell(range.worker, b.id);
                const TrackId track = ids_.track(range.worker, b.track);
                const std::uint32_t group = async ? groups.ofAsync(ids_.traits(layout).category, id,
                                                                   realms.of(layout, b.row, id, track))
                                                  : groups.ofThread(track);
                marks.push_back({b.time, group, range.begin + b.at, ids_.text(range.worker, b.name), layout,
                                 b.row, track, beginsSlice(phase), async});
            }
            range.boundaries = {};
            range.boundaryMemory = nullptr;
        }
        const std::vector<std::uint32_t> places = groups.places(ids_, realms, look_);
        for (BoundaryMark& mark : marks) {
            mark.group = places[mark.group];
        }
        return marks;
    }

    [[nodiscard]] static TimeNs endOf(const std::vector<EventRange>& ranges,
                                      const std::vector<BoundaryMark>& marks) {
        TimeNs end = std::numeric_limits<TimeNs>::min();
        for (const BoundaryMark& m : marks) {
            end = std::max(end, m.time);
        }
        for (const EventRange& range : ranges) {
            for (const EventRange::Slice& slice : range.slices) {
                end = std::max(end, slice.end());
            }
        }
        return end;
    }

    void take(const BoundaryMark& mark) {
        if (mark.begins) {
            const std::uint32_t around = innermost(open_);
            open_.push_back(addSlice(mark));
            around_.push_back(around);
            openOf_[mark.name.value].push_back(open_.back());
            return;
        }
        addPoint(mark);
        const bool anyName = ids_.strings().view(mark.name).empty();
        const std::uint32_t slice = innermost(anyName ? open_ : openOf_[mark.name.value]);
        if (slice == kNone) {
            out_.range.issues.hit(Issue::EndWithoutBegin, mark.offset);
            return;
        }
        events_.slices[slice].duration = mark.time - events_.slices[slice].start;
    }

    // The last that has not ended; those that have are taken off on the way.
    [[nodiscard]] std::uint32_t innermost(std::vector<std::uint32_t>& begun) const {
        while (!begun.empty() && events_.slices[begun.back()].duration != kNotEnded) {
            begun.pop_back();
        }
        return begun.empty() ? kNone : begun.back();
    }

    void closeAll() {
        for (auto slice = groupBegin_; slice < events_.slices.size(); ++slice) {
            if (events_.slices[slice].duration == kNotEnded) {
                out_.range.issues.hit(Issue::MissingEnd, offsets_[slice]);
                out_.open.push_back(slice);
                events_.slices[slice].duration = endAround(slice) - events_.slices[slice].start;
            }
        }
        groupBegin_ = static_cast<std::uint32_t>(events_.slices.size());
        open_.clear();
        openOf_.clear();
    }

    // Where the slice around one without an end does end; those that began before have their ends.
    [[nodiscard]] TimeNs endAround(std::uint32_t slice) const {
        const TimeNs start = events_.slices[slice].start;
        std::uint32_t around = around_[slice];
        while (around != kNone && events_.slices[around].end() < start) {
            around = around_[around];
        }
        return around != kNone ? events_.slices[around].end() : traceEnd_;
    }

    std::uint32_t addSlice(const BoundaryMark& mark) {
        const TrackId track = mark.async ? asyncTrack(mark) : mark.track;
        offsets_.push_back(mark.offset);
        events_.slices.push_back(
            {mark.time, kNotEnded, mark.name.value, mark.layout.value, mark.row, track.value});
        return static_cast<std::uint32_t>(events_.slices.size() - 1);
    }

    void addPoint(const BoundaryMark& mark) {
        events_.points.push_back(
            {mark.time, mark.name.value, mark.layout.value, mark.row, mark.track.value, 0});
    }

    // Asynchronous slices of a process and category share a track; what overlaps goes to sub-lanes.
    TrackId asyncTrack(const BoundaryMark& mark) {
        const std::string process =
            ids_.places().processes()[ids_.places().tracks()[mark.track.value].process.value].key;
        const StringId category = ids_.traits(mark.layout).category;
        const std::string key(category.valid() ? ids_.strings().view(category) : std::string_view());
        const TrackId track = ids_.places().track(process, key, Track::Kind::Async);
        ids_.places().tracks()[track.value].name = key;
        return track;
    }

    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr TimeNs kNotEnded = -1; // as a duration

    SharedIds& ids_;
    const StopLook& look_;
    PairedEvents out_;
    ReadEvents events_;
    TimeNs traceEnd_ = 0;
    std::uint32_t groupBegin_ = 0;    // the group's first slice
    std::vector<std::uint32_t> open_; // slices of the group that have begun; some have ended
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> openOf_; // the same by name
    std::vector<std::uint32_t> around_;                                    // by slice: what it began in
    std::vector<std::int64_t> offsets_;                                    // by slice
};

} // namespace

PairedEvents pairBoundaries(std::vector<EventRange>& ranges, SharedIds& ids, const StopLook& look) {
    return Pairing(ranges, ids, look).result();
}

} // namespace lanes
