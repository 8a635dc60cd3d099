#include "model/analysis/path/ThreadCover.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lanes {

namespace {

struct Span {
    TimeRange range;
    std::uint32_t depth = 0;
    SliceId slice;
};

// A time of the input that is not after `time` by the first one's clock.
TimeNs before(const RankClock& clock, TimeNs time) {
    constexpr TimeNs kRounding = 2;
    const auto since = static_cast<double>(time - clock.offset - clock.begin);
    return clock.begin + static_cast<TimeNs>(std::floor(since / (1 + clock.drift))) - kRounding;
}

class Cover {
public:
    explicit Cover(TimeRange stretch)
        : stretch_(stretch)
        , at_(stretch.begin) {}

    void add(const Span& span) {
        closeUntil(span.range.begin);
        reach(span.range.begin);
        open_.push_back(span);
    }
    std::vector<CoverPiece> take() {
        closeUntil(stretch_.end);
        reach(stretch_.end);
        return std::move(pieces_);
    }

private:
    void closeUntil(TimeNs time) {
        while (!open_.empty() && open_.back().range.end <= time) {
            reach(open_.back().range.end);
            open_.pop_back();
        }
    }
    // The innermost that is open has the time until then.
    void reach(TimeNs time) {
        const TimeNs end = std::min(time, stretch_.end);
        if (end <= at_) {
            return;
        }
        const SliceId slice = open_.empty() ? SliceId() : open_.back().slice;
        if (!pieces_.empty() && pieces_.back().slice == slice) {
            pieces_.back().range.end = end;
        } else {
            pieces_.push_back({{at_, end}, slice});
        }
        at_ = end;
    }

    TimeRange stretch_;
    TimeNs at_;
    std::vector<Span> open_;
    std::vector<CoverPiece> pieces_;
};

// Slices of a lane that lie in the stretch, from a position on.
void addLane(const PathInput& input, const Lane& lane, Trace::Position from, TimeRange stretch,
             std::vector<Span>& spans) {
    const auto piece = std::ranges::lower_bound(lane.pieces, from.segment, {}, &LanePiece::segment);
    for (auto at = piece; at != lane.pieces.end(); ++at) {
        const Segment& segment = *input.trace->segments()[at->segment];
        for (std::uint32_t i = at == piece ? from.index : at->begin; i < at->end; ++i) {
            const TimeRange range{input.clock.toFirst(segment.start[i]), input.clock.toFirst(segment.end(i))};
            if (range.begin >= stretch.end) {
                return;
            }
            const EventKind kind = segment.kind[i];
            if (range.end > stretch.begin && kind != EventKind::Overhead && !runsOnDevice(kind)) {
                spans.push_back({range, lane.depth, SliceId(segment.first + i)});
            }
        }
    }
}

} // namespace

std::vector<CoverPiece> threadCover(const PathInput& input, TrackId track, TimeRange stretch) {
    const Trace& trace = *input.trace;
    std::vector<Span> spans;
    const auto [first, last] = trace.lanesOf(track);
    for (std::uint32_t lane = first; lane < last; ++lane) {
        const SliceId begin = trace.firstEndingAfter(LaneId(lane), before(input.clock, stretch.begin));
        if (begin.valid()) {
            addLane(input, trace.lanes()[lane], trace.locate(begin), stretch, spans);
        }
    }
    std::ranges::sort(spans, {}, [](const Span& s) { return std::tuple(s.range.begin, s.depth); });
    Cover cover(stretch);
    for (const Span& span : spans) {
        cover.add(span);
    }
    return cover.take();
}

std::vector<CoverPiece> ThreadCovers::of(const PathInput& input, TrackId track, TimeRange stretch) {
    constexpr std::uint32_t kDeep = 256; // lanes
    const auto [first, last] = input.trace->lanesOf(track);
    if (last - first <= kDeep || stretch.begin < range_.begin || stretch.end > range_.end) {
        return threadCover(input, track, stretch);
    }
    const auto [whole, isNew] = whole_.try_emplace({input.trace.get(), track});
    if (isNew) {
        whole->second = threadCover(input, track, range_);
    }
    const std::vector<CoverPiece>& all = whole->second;
    std::vector<CoverPiece> pieces;
    for (auto at = std::ranges::upper_bound(all, stretch.begin, {},
                                            [](const CoverPiece& p) { return p.range.end; });
         at != all.end() && at->range.begin < stretch.end; ++at) {
        pieces.push_back(
            {{std::max(at->range.begin, stretch.begin), std::min(at->range.end, stretch.end)}, at->slice});
    }
    return pieces;
}

} // namespace lanes
