#include "model/io/joining/Untimed.h"

#include "model/io/joining/RangePacker.h"
#include "model/trace/args/ArgReader.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace lanes {

namespace {

constexpr TimeNs kSecond = 1'000'000'000;
constexpr TimeNs kNever = std::numeric_limits<TimeNs>::max();

// Which of its times cannot be, and what it has in their place.
struct Doubt {
    std::size_t range = 0;
    std::uint32_t slice = 0;
    bool start = false; // else only its duration
    TimeNs at = 0;
    friend bool operator<(const Doubt& a, const Doubt& b) {
        return std::pair(a.range, a.slice) < std::pair(b.range, b.slice);
    }
};

class Doubts {
public:
    Doubts(const std::vector<EventRange>& ranges, const SharedIds& ids, const StopLook& look,
           ImportIssues& issues)
        : ranges_(ranges)
        , ids_(ids)
        , look_(look)
        , issues_(issues) {
        measure();
        findOutside();
        findAroundOthers();
        std::stable_sort(found_.begin(), found_.end());
        const auto twice = std::ranges::unique(
            found_, [](const Doubt& a, const Doubt& b) { return a.range == b.range && a.slice == b.slice; });
        found_.erase(twice.begin(), twice.end());
    }

    std::vector<Doubt> take() { return std::move(found_); }

private:
    // Of a stream, as its work comes.
    struct Running {
        std::size_t range;
        std::uint32_t slice;
        TimeNs end;
        std::uint32_t inside;
    };
    struct Stream {
        std::vector<Running> running; // the innermost behind
        TimeNs last = std::numeric_limits<TimeNs>::min();
    };

    [[nodiscard]] bool isComplete(const EventRange& range) const { return range.worker != ids_.ownWorker(); }

    [[nodiscard]] EventKind kindOf(const EventRange& range, const EventRange::Slice& slice) const {
        return ids_.traits(ids_.layout(range.worker, slice.shape)).kind;
    }

    void measure() {
        const StringId mark = ids_.strings().find("Record Window End");
        for (const EventRange& range : ranges_) {
            look_.now();
            for (const EventRange::Slice& slice : range.slices) {
                zeros_ += slice.start == 0 ? 1 : 0;
                if (slice.start != 0) {
                    begin_ = std::min(begin_, slice.start);
                    lastBegin_ = std::max(lastBegin_, slice.start);
                }
            }
            for (const EventRange::Point& point : mark.valid() ? range.points : decltype(range.points)()) {
                if (ids_.text(range.worker, point.name) == mark) {
                    windowEnd_ = windowEnd_ == kNever ? point.time : std::max(windowEnd_, point.time);
                }
            }
        }
    }

    // The profiler notes the end of its window last of all, so little can reach beyond it.
    [[nodiscard]] TimeNs latestEnd() const {
        constexpr TimeNs kLeast = 1'000'000;
        constexpr TimeNs kPart = 100;
        return windowEnd_ == kNever || windowEnd_ <= begin_
                   ? kNever
                   : windowEnd_ + std::max(kLeast, (windowEnd_ - begin_) / kPart);
    }

    // A mark that many events lie behind is itself at a time that cannot be.
    [[nodiscard]] TimeNs believed(TimeNs latest) const {
        constexpr std::uint64_t kFew = 10; // one in so many
        constexpr std::uint64_t kLeastMany = 3;
        std::uint64_t all = 0;
        std::uint64_t behind = 0;
        for (const EventRange& range :
             latest != kNever ? std::span(ranges_) : std::span<const EventRange>()) {
            for (const EventRange::Slice& slice : range.slices) {
                ++all;
                behind += slice.end() > latest ? 1 : 0;
            }
        }
        return behind > std::max(kLeastMany, all / kFew) ? kNever : latest;
    }

    void findOutside() {
        constexpr TimeNs kFar = 100; // times as far as the others are from each other
        constexpr TimeNs kLong = 3600 * kSecond;
        constexpr TimeNs kMuch = 1000;
        if (begin_ == kNever) {
            return;
        }
        const TimeNs others = lastBegin_ - begin_;
        const bool zeroIsFar = zeros_ > 0 && begin_ > kSecond && begin_ / kFar > others;
        const TimeNs latest = believed(latestEnd());
        const TimeNs absurd = others < kNever / (2 * kMuch) && lastBegin_ < kNever / 4
                                  ? lastBegin_ + std::max(kLong, others * kMuch)
                                  : kNever;
        for (std::size_t r = 0; r < ranges_.size(); ++r) {
            look_.now();
            if (!isComplete(ranges_[r])) {
                continue;
            }
            for (std::uint32_t i = 0; i < ranges_[r].slices.size(); ++i) {
                const EventRange::Slice& slice = ranges_[r].slices[i];
                if (zeroIsFar && slice.start == 0) {
                    found_.push_back({r, i, true, begin_});
                    issues_.hit(Issue::EventAtZero, -1);
                } else if (slice.end() > latest ||
                           (slice.end() > absurd && isDeviceWork(kindOf(ranges_[r], slice)))) {
                    const bool late = slice.start > latest;
                    found_.push_back({r, i, late, late ? windowEnd_ : slice.start});
                    issues_.hit(Issue::BeyondWindow, -1);
                }
            }
        }
    }

    void findAroundOthers() {
        std::vector<Stream> streams(ids_.places().tracks().size());
        for (std::size_t r = 0; r < ranges_.size(); ++r) {
            look_.now();
            for (const EventRange::Run& run : ranges_[r].runs) {
                if (isComplete(ranges_[r]) &&
                    runsOnDevice(kindOf(ranges_[r], ranges_[r].slices[run.begin]))) {
                    follow(r, run, streams[ids_.track(ranges_[r].worker, run.track).value]);
                }
            }
        }
        for (Stream& stream : streams) {
            endBefore(stream, kNever);
        }
    }

    void follow(std::size_t r, const EventRange::Run& run, Stream& stream) {
        for (std::uint32_t i = run.begin; i < run.end; ++i) {
            const EventRange::Slice& slice = ranges_[r].slices[i];
            if (!isDeviceWork(kindOf(ranges_[r], slice))) {
                continue;
            }
            if (slice.start < stream.last) { // another part of the file, which stands before this one in time
                endBefore(stream, kNever);
            }
            stream.last = slice.start;
            endBefore(stream, slice.start);
            if (!stream.running.empty() && slice.end() <= stream.running.back().end) {
                ++stream.running.back().inside;
            }
            stream.running.push_back({r, i, slice.end(), 0});
        }
    }

    // Takes off what has ended; the work of a graph may run side by side.
    void endBefore(Stream& stream, TimeNs time) {
        constexpr std::uint32_t kSeveral = 3; // real traces have one inside another now and then
        while (!stream.running.empty() && stream.running.back().end <= time) {
            const Running done = stream.running.back();
            stream.running.pop_back();
            if (done.inside >= kSeveral && !isOfGraph(done)) {
                found_.push_back(
                    {done.range, done.slice, false, ranges_[done.range].slices[done.slice].start});
                issues_.hit(Issue::KernelAroundKernels, -1, std::uint64_t{done.inside} + 1);
            }
        }
    }

    [[nodiscard]] bool isOfGraph(const Running& work) const {
        const EventRange& range = ranges_[work.range];
        const EventRange::Slice& slice = range.slices[work.slice];
        const StringTable texts = ids_.strings().snapshot();
        ArgReader node(ids_.args(), texts, "graph node id", ArgReader::Level::Args);
        return node.integer(ids_.layout(range.worker, slice.shape), slice.row, texts, 0) != 0;
    }

    const std::vector<EventRange>& ranges_;
    const SharedIds& ids_;
    const StopLook& look_;
    ImportIssues& issues_;
    std::uint64_t zeros_ = 0;
    TimeNs begin_ = kNever; // of the slices that do not begin at 0
    TimeNs lastBegin_ = std::numeric_limits<TimeNs>::min();
    TimeNs windowEnd_ = kNever;
    std::vector<Doubt> found_;
};

// Takes slices out of their ranges, into one of their own with the fields that the file has.
class Moving {
public:
    Moving(std::vector<EventRange>& ranges, SharedIds& ids, const StopLook& look)
        : ranges_(ranges)
        , ids_(ids)
        , look_(look)
        , start_(ids.strings().intern("ts"))
        , duration_(ids.strings().intern("dur")) {}

    void move(std::vector<Doubt> doubts) {
        for (auto first = doubts.begin(); first != doubts.end();) {
            look_.now();
            const auto last =
                std::find_if(first, doubts.end(), [&](const Doubt& d) { return d.range != first->range; });
            moveFrom(ranges_[first->range], {first, last});
            first = last;
        }
        EventRange own;
        own.worker = ids_.ownWorker();
        RangePacker packer;
        packer.pack(moved_, ids_.places().tracks().size(), own);
        ranges_.push_back(std::move(own));
        for (auto& [from, layout] : layouts_) {
            ids_.fillLayout(layout.id, layout.cells);
        }
    }

private:
    struct Layout {
        LayoutId id;
        std::vector<std::int64_t> cells;
        std::uint32_t rows = 0;
    };

    void moveFrom(EventRange& range, std::span<const Doubt> doubts) {
        ReadEvents rest;
        std::vector<std::uint32_t> places(range.slices.size());
        std::vector<bool> isMoved(range.slices.size(), false);
        const Doubt* doubt = doubts.data();
        for (std::uint32_t i = 0; i < range.slices.size(); ++i) {
            isMoved[i] = doubt != doubts.data() + doubts.size() && doubt->slice == i;
            places[i] = static_cast<std::uint32_t>(isMoved[i] ? moved_.slices.size() : rest.slices.size());
            if (isMoved[i]) {
                moved_.slices.push_back(untimed(range, range.slices[i], *doubt++));
            } else {
                rest.slices.push_back(range.slices[i]);
            }
        }
        for (EventRange::Correlation c : range.correlations) {
            const bool isOut = isMoved[c.slice];
            c.slice = places[c.slice];
            c.id = isOut ? ids_.cell(range.worker, c.id) : c.id;
            (isOut ? moved_ : rest).correlations.push_back(c);
        }
        rest.points.assign(range.points.begin(), range.points.end());
        rest.flows.assign(range.flows.begin(), range.flows.end());
        range.runs.clear();
        RangePacker packer;
        packer.pack(rest, ids_.tracksOf(range.worker), range);
    }

    EventRange::Slice untimed(const EventRange& range, const EventRange::Slice& slice, const Doubt& doubt) {
        const LayoutId from = ids_.layout(range.worker, slice.shape);
        Layout& to = layouts_[{from, doubt.start}];
        if (!to.id.valid()) {
            to.id =
                ids_.addLayout(from, doubt.start ? std::vector{start_, duration_} : std::vector{duration_});
        }
        const ArgLayout& layout = *ids_.args().layouts[from.value];
        const std::vector<ArgColumn>& columns = ids_.args().layouts[to.id.value]->columns;
        for (std::uint32_t c = 0; c < columns.size(); ++c) {
            if (columns[c].topLevel && columns[c].key == duration_) {
                to.cells.push_back(written(slice.duration));
            } else if (columns[c].topLevel && columns[c].key == start_ && doubt.start) {
                to.cells.push_back(written(slice.start));
            } else {
                const bool constant = columns[c].form == ArgColumn::Form::Constant;
                to.cells.push_back(constant ? 0 : ids_.cell(range.worker, layout.cell(slice.row, c)));
            }
        }
        const StringId name = ids_.text(range.worker, slice.name);
        return {doubt.at, 0, name.value, to.id.value, to.rows++, ids_.track(range.worker, slice.track).value};
    }

    // A time as the file has it, as the cell of a text.
    std::int64_t written(TimeNs time) {
        std::string text;
        JsonWriter(text, 0).microseconds(time);
        return ArgValue::ofText(ids_.strings().intern(text)).encode();
    }

    std::vector<EventRange>& ranges_;
    SharedIds& ids_;
    const StopLook& look_;
    StringId start_; // the keys
    StringId duration_;
    ReadEvents moved_;
    std::map<std::pair<LayoutId, bool>, Layout> layouts_;
};

} // namespace

void setUntimed(std::vector<EventRange>& ranges, SharedIds& ids, const StopLook& look, ImportIssues& issues) {
    std::vector<Doubt> doubts = Doubts(ranges, ids, look, issues).take();
    if (!doubts.empty()) {
        Moving(ranges, ids, look).move(std::move(doubts));
    }
}

} // namespace lanes
