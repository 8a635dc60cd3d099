#include "model/analysis/path/WhatIf.h"

#include "model/analysis/path/CriticalPath.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

using EdgeKind = PathEdge::Kind;

// How much of a thread's time would be saved up to any moment.
class Savings {
public:
    struct Change {
        TimeNs time = 0;
        std::size_t which = 0; // position among the speedups
        int by = 0;            // of the slices that it matches, begin or end
    };

    Savings(std::vector<Change> changes, const std::vector<Speedup>& faster) {
        std::ranges::sort(changes, {}, &Change::time);
        std::vector<int> open(faster.size());
        for (const Change& change : changes) {
            reach(change.time);
            open[change.which] += change.by;
            double times = 1;
            for (std::size_t i = 0; i < faster.size(); ++i) {
                times *= open[i] > 0 ? faster[i].times : 1;
            }
            points_.back().rate = 1 - 1 / times;
        }
    }
    [[nodiscard]] double within(TimeRange range) const { return upTo(range.end) - upTo(range.begin); }

private:
    struct Point {
        TimeNs time = 0;
        double saved = 0; // until then
        double rate = 0;  // from then on
    };
    void reach(TimeNs time) {
        if (points_.empty() || points_.back().time < time) {
            points_.push_back({time, upTo(time), 0});
        }
    }
    [[nodiscard]] double upTo(TimeNs time) const {
        const auto after = std::ranges::upper_bound(points_, time, {}, &Point::time);
        if (after == points_.begin()) {
            return 0;
        }
        const Point& last = *(after - 1);
        return last.saved + last.rate * static_cast<double>(time - last.time);
    }

    std::vector<Point> points_;
};

class Replay {
public:
    Replay(const PathGraph& graph, TimeRange range, const std::vector<Speedup>& faster)
        : graph_(graph)
        , range_(range)
        , faster_(faster)
        , when_(graph.nodes().size())
        , state_(graph.nodes().size()) {
        for (const PathInput& input : graph.inputs()) {
            const LazyContext context(input.trace);
            std::vector<FilterMatcher>& own = matchers_.emplace_back();
            for (const Speedup& speedup : faster) {
                own.emplace_back(speedup.what, input.trace, context);
            }
        }
    }

    std::optional<TimeNs> run(const std::stop_token& stop) {
        for (std::uint32_t place = 0; place < graph_.places().size() && !stop.stop_requested(); ++place) {
            if (!graph_.places()[place].device) {
                readThread(place);
            }
        }
        const PathEnd end = endOfPath(graph_, range_);
        TimeNs last = range_.begin;
        if (end.edge != nullptr) {
            last = std::max(last, crossing(*end.edge, end.target));
        } else if (end.node) {
            last = std::max(last, whenOf(*end.node) + range_.end - graph_.nodes()[*end.node].time);
        } else {
            last = range_.end;
        }
        for (std::uint32_t node = 0; node < graph_.nodes().size(); ++node) {
            const PathNode& own = graph_.nodes()[node];
            if (stop.stop_requested()) {
                return std::nullopt;
            }
            if (own.place == PathNode::kNowhere || own.time <= range_.begin) {
                continue;
            }
            const PathPlace& place = graph_.places()[own.place];
            if (place.leads && own.time <= range_.end) {
                last = std::max(last, whenOf(node));
            } else if (place.device) {
                const PathEdge* edge = awaitedLast(graph_, node);
                const bool runs = edge != nullptr && edge->kind == EdgeKind::Run;
                last = runs && graph_.nodes()[edge->from].time < range_.end
                           ? std::max(last, crossing(*edge, node))
                           : last;
            }
        }
        return last - range_.begin;
    }

private:
    enum State : std::uint8_t { Unknown, InWork, Known };

    void readThread(std::uint32_t place) {
        const PathPlace& own = graph_.places()[place];
        const PathInput& input = graph_.inputs()[own.input];
        const Trace& trace = *input.trace;
        std::vector<Savings::Change> changes;
        const auto [first, last] = trace.lanesOf(own.track);
        for (std::uint32_t lane = first; lane < last; ++lane) {
            for (const LanePiece& piece : trace.lanes()[lane].pieces) {
                const Segment& segment = *trace.segments()[piece.segment];
                for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                    const TimeRange range{input.clock.toFirst(segment.start[i]),
                                          input.clock.toFirst(segment.end(i))};
                    if (!range.overlaps(range_)) {
                        continue;
                    }
                    for (std::size_t which = 0; which < faster_.size(); ++which) {
                        if (matchers_[own.input][which].matches(segment, i)) {
                            changes.push_back({range.begin, which, 1});
                            changes.push_back({range.end, which, -1});
                        }
                    }
                }
            }
        }
        if (!changes.empty()) {
            savings_.emplace(place, Savings(std::move(changes), faster_));
        }
    }

    // What is left of `time`, of which the slice takes the whole.
    [[nodiscard]] TimeNs faster(std::uint32_t input, SliceId slice, TimeNs time) {
        double times = 1;
        for (std::size_t which = 0; which < faster_.size() && slice.valid(); ++which) {
            times *= matchers_[input][which].matches(slice) ? faster_[which].times : 1;
        }
        return times == 1 ? time : std::llround(static_cast<double>(time) / times);
    }

    // The last `lag` of what leads to a moment, if that moment came at `until`.
    [[nodiscard]] TimeNs lagOf(const PathEdge& edge, std::uint32_t target, TimeNs lag, TimeNs until) {
        const PathNode& from = graph_.nodes()[edge.from];
        const PathNode& to = graph_.nodes()[target];
        switch (edge.kind) {
        case EdgeKind::Run:
        case EdgeKind::Meet:
            return faster(graph_.places()[to.place].input, callOf(target), lag);
        case EdgeKind::Order:
        case EdgeKind::Wake: {
            const auto savings = savings_.find(from.place);
            return savings == savings_.end()
                       ? lag
                       : lag -
                             std::llround(savings->second.within({until - std::max<TimeNs>(lag, 0), until}));
        }
        case EdgeKind::Launch:
            return faster(graph_.places()[to.place].input,
                          graph_.traceOf(to.place).links().firstTo(to.slice, LinkKind::Launch), lag);
        case EdgeKind::Wait:
        case EdgeKind::Stream:
            break;
        }
        return lag;
    }

    // Of a collective on a thread the moment before holds the call.
    [[nodiscard]] SliceId callOf(std::uint32_t node) const {
        const PathNode& own = graph_.nodes()[node];
        return graph_.places()[own.place].device || own.slice.valid() || node == 0
                   ? own.slice
                   : graph_.nodes()[node - 1].slice;
    }

    // When what runs at the end of the range would have come to there.
    [[nodiscard]] TimeNs crossing(const PathEdge& edge, std::uint32_t target) {
        const TimeNs begin = std::max(graph_.nodes()[edge.from].time, range_.begin);
        const TimeNs lag = std::max<TimeNs>(range_.end - begin, 0);
        return whenOf(edge.from) + lagOf(edge, target, lag, range_.end);
    }

    // When a moment would have been. What came before the range stays.
    TimeNs whenOf(std::uint32_t node) {
        std::vector<std::uint32_t> stack{node};
        while (!stack.empty()) {
            const std::uint32_t top = stack.back();
            if (state_[top] == Known) {
                stack.pop_back();
                continue;
            }
            if (graph_.nodes()[top].time <= range_.begin) {
                when_[top] = range_.begin;
                state_[top] = Known;
                continue;
            }
            if (state_[top] == Unknown) {
                state_[top] = InWork;
                for (const PathEdge& edge : graph_.into(top)) {
                    if (state_[edge.from] == Unknown) {
                        stack.push_back(edge.from);
                    }
                }
                continue;
            }
            settle(top);
        }
        return when_[node];
    }

    void settle(std::uint32_t node) {
        const TimeNs time = graph_.nodes()[node].time;
        TimeNs now = range_.begin;
        TimeNs then = range_.begin; // as it was recorded
        for (const PathEdge& edge : graph_.into(node)) {
            if (state_[edge.from] != Known) {
                continue; // at one moment with itself
            }
            const TimeNs from = graph_.nodes()[edge.from].time;
            const TimeNs lag =
                from >= range_.begin ? edge.lag : std::max<TimeNs>(from + edge.lag - range_.begin, 0);
            then = std::max(then, std::max(from, range_.begin) + lag);
            now = std::max(now, when_[edge.from] + lagOf(edge, node, lag, time));
        }
        when_[node] = std::max(now + std::max<TimeNs>(time - then, 0), range_.begin);
        state_[node] = Known;
    }

    const PathGraph& graph_;
    TimeRange range_;
    const std::vector<Speedup>& faster_;
    std::vector<std::vector<FilterMatcher>> matchers_; // by input, speedup
    std::map<std::uint32_t, Savings> savings_;         // by place
    std::vector<TimeNs> when_;
    std::vector<State> state_;
};

} // namespace

Result<Speedup> parseSpeedup(std::string_view text) {
    const std::size_t blank = text.find_last_of(' ');
    const std::string_view times = blank == std::string_view::npos ? text : text.substr(blank + 1);
    double factor = 0;
    const auto [at, error] = std::from_chars(times.data(), times.data() + times.size(), factor);
    constexpr double kMost = 1e6;
    const bool good =
        error == std::errc() &&
        std::string_view(at, static_cast<std::size_t>(times.data() + times.size() - at)) == "x" &&
        factor >= 1 / kMost && factor <= kMost;
    if (!good || blank == std::string_view::npos) {
        return Error{"\"" + std::string(text) +
                     "\" does not say what is how much faster; write it like 'kernel:/gemm/ 2x'."};
    }
    auto filter = Filter::parse(text.substr(0, blank));
    if (!filter) {
        return filter.error();
    }
    return Speedup{std::move(filter).value(), factor};
}

std::optional<TimeNs> rangeIfFaster(const PathGraph& graph, TimeRange range,
                                    const std::vector<Speedup>& faster, const std::stop_token& stop) {
    return Replay(graph, range, faster).run(stop);
}

} // namespace lanes
