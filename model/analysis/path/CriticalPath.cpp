#include "model/analysis/path/CriticalPath.h"

#include "model/analysis/path/PathGraph.h"
#include "model/analysis/path/PathThreads.h"
#include "model/trace/KernelClasses.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes {

namespace {

// What a thread did in a stretch of time, cut where the innermost slice changes.
struct CoverPiece {
    TimeRange range; // by the first input's clock
    SliceId slice;   // the innermost; none where there is none
};

// The same for many stretches of a range, one after the other. A thread whose calls nest deeply would cost its depth with
// each of them: it is covered once, as a whole.
class ThreadCovers {
public:
    explicit ThreadCovers(TimeRange range)
        : range_(range) {}

    [[nodiscard]] std::vector<CoverPiece> of(const PathInput& input, TrackId track, TimeRange stretch);

private:
    TimeRange range_;
    std::map<std::pair<const Trace*, TrackId>, std::vector<CoverPiece>> whole_;
};

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

// By time, without holes. O(lanes log slices + n log n) in the slices within the stretch.
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

using EdgeKind = PathEdge::Kind;

TimeNs arrival(const PathGraph& graph, const PathEdge& edge) {
    return graph.nodes()[edge.from].time + edge.lag;
}

bool isWork(EdgeKind kind) {
    return kind == EdgeKind::Run || kind == EdgeKind::Meet;
}

class Walk {
public:
    Walk(const PathGraph& graph, TimeRange range)
        : graph_(graph)
        , range_(range)
        , at_(range.end)
        , covers_(range)
        , visited_(graph.nodes().size()) {}

    CriticalPath walk(const std::stop_token& stop) {
        const PathEnd end = endOfPath(graph_, range_);
        std::optional<std::uint32_t> node = end.node;
        if (end.edge != nullptr) {
            follow(*end.edge, end.target);
            node = end.edge->from;
        } else if (node) {
            add(graph_.nodes()[*node].time, PathKind::Gap, PathNode::kNowhere, {});
        }
        while (node && at_ > range_.begin && !visited_[*node] && !stop.stop_requested()) {
            visited_[*node] = true;
            const PathEdge* edge = awaitedLast(graph_, *node);
            if (edge == nullptr) {
                break;
            }
            slack_ = slackOf(*node, *edge);
            follow(*edge, *node);
            node = edge->from;
        }
        flush();
        add(range_.begin, PathKind::Gap, PathNode::kNowhere, {});
        return stop.stop_requested() ? CriticalPath{range_, {}, {}} : finish();
    }

private:
    // What a thread did is told once the path has left it.
    struct Stretch {
        std::uint32_t place = PathNode::kNowhere;
        TimeNs begin = 0;
        TimeNs end = 0;
        std::optional<TimeNs> slack;
    };

    // From where the path stands back to where the edge begins.
    void follow(const PathEdge& edge, std::uint32_t target) {
        const PathNode& from = graph_.nodes()[edge.from];
        const PathNode& to = graph_.nodes()[target];
        switch (edge.kind) {
        case EdgeKind::Order:
        case EdgeKind::Wait:
            if (to.place != PathNode::kNowhere) {
                onThread(to.place, from.time);
            }
            return;
        case EdgeKind::Wake:
            onThread(doesAnything(from.place, {from.time, at_}) ? from.place : to.place, from.time);
            return;
        case EdgeKind::Launch:
            add(from.time, PathKind::Launch, from.place,
                graph_.traceOf(to.place).links().firstTo(to.slice, LinkKind::Launch));
            return;
        case EdgeKind::Stream:
            add(from.time, PathKind::Gap, to.place, {});
            return;
        case EdgeKind::Run:
            add(from.time, workKind(to), to.place, to.slice);
            return;
        case EdgeKind::Meet:
            add(from.time, PathKind::Collective, to.place, callThatEnds(target));
            return;
        }
    }

    [[nodiscard]] bool doesAnything(std::uint32_t place, TimeRange range) {
        const PathPlace& own = graph_.places()[place];
        return std::ranges::any_of(covers_.of(graph_.inputs()[own.input], own.track, range),
                                   [](const CoverPiece& piece) { return piece.slice.valid(); });
    }

    // Of a collective's end: work carries its slice, a thread's call the moment it began.
    [[nodiscard]] SliceId callThatEnds(std::uint32_t node) const {
        const PathNode& end = graph_.nodes()[node];
        if (graph_.places()[end.place].device) {
            return end.slice;
        }
        for (const PathEdge& edge : graph_.into(node)) {
            if (edge.kind == EdgeKind::Order) {
                return graph_.nodes()[edge.from].slice;
            }
        }
        return {};
    }

    [[nodiscard]] PathKind workKind(const PathNode& node) {
        const Trace& trace = graph_.traceOf(node.place);
        const Trace::Slice slice = trace.slice(node.slice);
        const auto [known, isNew] = workKinds_.try_emplace({&trace, slice.name, slice.kind});
        if (isNew) {
            const std::string_view name = trace.text(slice.name);
            known->second = isCollective(slice.kind, name, trace.ownClasses()) ? PathKind::Collective
                            : workOf(slice.kind, name) == EventKind::Kernel    ? PathKind::Kernel
                                                                               : PathKind::Copy;
        }
        return known->second;
    }

    // The next edge's end: by how much it was later than what else the node waited for.
    [[nodiscard]] std::optional<TimeNs> slackOf(std::uint32_t node, const PathEdge& decided) const {
        std::optional<TimeNs> next;
        for (const PathEdge& edge : graph_.into(node)) {
            if (&edge != &decided) {
                next = std::max(next.value_or(arrival(graph_, edge)), arrival(graph_, edge));
            }
        }
        return next ? std::optional(graph_.nodes()[node].time - *next) : std::nullopt;
    }

    void onThread(std::uint32_t place, TimeNs begin) {
        const TimeNs from = std::max(begin, range_.begin);
        if (stretch_.place == place) {
            stretch_.begin = std::min(stretch_.begin, from);
            at_ = std::min(at_, from);
            return;
        }
        flush();
        stretch_ = {place, from, at_, slack_};
        at_ = std::min(at_, from);
    }

    // Backwards: what was done last comes first.
    void flush() {
        const Stretch stretch = std::exchange(stretch_, {});
        if (stretch.place == PathNode::kNowhere || stretch.begin >= stretch.end) {
            return;
        }
        const PathPlace& place = graph_.places()[stretch.place];
        const PathInput& input = graph_.inputs()[place.input];
        std::vector<CoverPiece> pieces = covers_.of(input, place.track, {stretch.begin, stretch.end});
        std::ranges::reverse(pieces);
        for (const CoverPiece& piece : pieces) {
            backwards_.push_back({piece.range, hostKind(*input.trace, piece.slice), stretch.place,
                                  piece.slice, stretch.slack});
        }
    }

    static PathKind hostKind(const Trace& trace, SliceId id) {
        if (!id.valid()) {
            return PathKind::Gap;
        }
        const Trace::Slice slice = trace.slice(id);
        if (isHostCollective(trace, id)) {
            return PathKind::Collective;
        }
        if (slice.kind != EventKind::Runtime) {
            return PathKind::Host;
        }
        const std::string_view name = trace.text(slice.name);
        const auto has = [name](std::string_view word) { return name.find(word) != std::string_view::npos; };
        return has("Synchronize")                                ? PathKind::Sync
               : has("Launch") || has("Memcpy") || has("Memset") ? PathKind::Launch
                                                                 : PathKind::Host;
    }

    void add(TimeNs begin, PathKind kind, std::uint32_t place, SliceId slice) {
        flush();
        const TimeNs from = std::max(begin, range_.begin);
        if (from < at_) {
            backwards_.push_back({{from, at_}, kind, place, slice, slack_});
            at_ = from;
        }
    }

    // In place: a path may have more segments than the range has events.
    CriticalPath finish() {
        CriticalPath path{range_, {}, {}};
        std::ranges::reverse(backwards_);
        std::size_t kept = 0;
        for (const PathSegment& segment : backwards_) {
            path.byKind[static_cast<std::size_t>(segment.kind)] += segment.range.length();
            PathSegment* last = kept == 0 ? nullptr : &backwards_[kept - 1];
            if (last != nullptr && last->kind == segment.kind && last->place == segment.place &&
                last->slice == segment.slice) {
                last->range.end = segment.range.end;
            } else {
                backwards_[kept++] = segment;
            }
        }
        backwards_.resize(kept);
        path.segments = std::move(backwards_);
        return path;
    }

    const PathGraph& graph_;
    TimeRange range_;
    TimeNs at_; // up to where, from the end on, the path is known
    std::optional<TimeNs> slack_;
    Stretch stretch_;
    ThreadCovers covers_;
    std::vector<bool> visited_;
    HugeVector<PathSegment> backwards_;
    std::map<std::tuple<const Trace*, StringId, EventKind>, PathKind> workKinds_; // by name: looked at once
};

} // namespace

std::string_view pathKindKey(PathKind kind) {
    static constexpr std::array<std::string_view, kPathKinds> kKeys{"host", "launch",     "kernel", "copy",
                                                                    "sync", "collective", "gap"};
    return kKeys[static_cast<std::size_t>(kind)];
}

const PathEdge* awaitedLast(const PathGraph& graph, std::uint32_t node) {
    const PathEdge* last = nullptr;
    for (const PathEdge& edge : graph.into(node)) {
        const auto rank = [&](const PathEdge& e) {
            return std::pair(arrival(graph, e), -static_cast<int>(e.kind));
        };
        if (last == nullptr || rank(edge) > rank(*last)) {
            last = &edge;
        }
    }
    return last;
}

PathEnd endOfPath(const PathGraph& graph, TimeRange range) {
    PathEnd end;
    std::tuple<int, TimeNs, std::uint32_t> best;
    for (std::uint32_t node = 0; node < graph.nodes().size(); ++node) {
        const PathNode& own = graph.nodes()[node];
        if (own.time <= range.end) {
            const bool leads = own.place != PathNode::kNowhere && graph.places()[own.place].leads;
            const bool later = !end.node || own.time >= graph.nodes()[*end.node].time;
            end.node = leads && own.time >= range.begin && later ? node : end.node;
            continue;
        }
        const PathEdge* edge = awaitedLast(graph, node);
        if (edge == nullptr || graph.nodes()[edge->from].time >= range.end ||
            own.place == PathNode::kNowhere) {
            continue;
        }
        const PathPlace& place = graph.places()[own.place];
        if (place.weight == 0 && !place.leads) {
            continue; // a thread that only waits, as those of progress bars do
        }
        const int level = isWork(edge->kind) ? 2 : place.device ? 1 : 0;
        const std::tuple rank(level, level == 2 ? own.time : 0, place.weight);
        if (end.edge == nullptr || rank > best) {
            best = rank;
            end.edge = edge;
            end.target = node;
        }
    }
    return end;
}

CriticalPath criticalPath(const PathGraph& graph, TimeRange range, const std::stop_token& stop) {
    return Walk(graph, range).walk(stop);
}

} // namespace lanes
