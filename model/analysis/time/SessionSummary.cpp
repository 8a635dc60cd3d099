#include "model/analysis/time/SessionSummary.h"

#include "model/trace/RecordingKey.h"
#include "model/trace/ThreadRows.h"
#include "model/trace/slices/InstantRule.h"
#include "model/trace/slices/Nesting.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace lanes {

namespace {

// What does not count as a slice: asynchronous ones (b, e), and begins without an end.
class Uncounted {
public:
    explicit Uncounted(const Trace& trace)
        : trace_(trace) {
        for (const auto& layout : trace.args().layouts) {
            phases_.push_back(layout->phase);
        }
    }
    [[nodiscard]] bool has(const Segment& s, std::uint32_t i) const {
        const std::uint32_t layout = s.layout[i].value;
        const char phase = layout < phases_.size() ? phases_[layout] : 'X';
        return phase == 'b' || (phase == 'B' && trace_.isOpen(SliceId(s.first + i)));
    }

private:
    const Trace& trace_;
    std::vector<char> phases_; // by layout
};

// How many lanes a track takes without the slices that do not count.
std::uint32_t depthWithout(const Uncounted& uncounted, const Trace& trace, TrackId track) {
    std::vector<std::pair<TimeNs, TimeNs>> slices; // start and duration
    const auto [first, last] = trace.lanesOf(track);
    for (const Lane& lane : std::span(trace.lanes()).subspan(first, last - first)) {
        for (const LanePiece& piece : lane.pieces) {
            const Segment& s = *trace.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                if (!uncounted.has(s, i)) {
                    slices.emplace_back(s.start[i], s.duration[i]);
                }
            }
        }
    }
    std::ranges::sort(slices, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    std::uint32_t deepest = 0;
    Nesting nesting;
    for (const auto& [start, duration] : slices) {
        deepest = std::max(deepest, nesting.place(start, start + duration) + 1);
    }
    return deepest;
}

std::uint32_t maxDepthOf(const Trace& trace, const Uncounted& uncounted) {
    std::vector<bool> odd(trace.tracks().size(), false); // begins without an end hold what nothing holds
    for (const SliceId open : trace.openSlices()) {
        const Trace::Position at = trace.locate(open);
        const Segment& segment = *trace.segments()[at.segment];
        if (uncounted.has(segment, at.index)) {
            odd[segment.track.value] = true;
        }
    }
    std::uint32_t deepest = 0;
    for (std::uint32_t t = 0; t < odd.size(); ++t) {
        if (odd[t]) {
            deepest = std::max(deepest, depthWithout(uncounted, trace, TrackId(t)));
        }
    }
    for (const auto& s : trace.segments()) {
        const Track& track = trace.tracks()[s->track.value];
        if (!odd[s->track.value] && track.kind != Track::Kind::Async && !countsNowhere(track)) {
            deepest = std::max(deepest, s->depths());
        }
    }
    return deepest;
}

// By layout and by track first, as their texts are looked up once then.
struct SliceSums {
    std::vector<SessionSummary::Sum> byLayout; // and of none
    std::vector<SessionSummary::Sum> byTrack;
    std::vector<bool> named; // by string
    TimeNs first = std::numeric_limits<TimeNs>::max();
    TimeNs last = std::numeric_limits<TimeNs>::min();

    explicit SliceSums(const Trace& trace)
        : byLayout(trace.args().layouts.size() + 1)
        , byTrack(trace.tracks().size())
        , named(trace.strings().size()) {}

    void add(const Segment& s, std::uint32_t i) {
        SessionSummary::Sum& layout = byLayout[std::min<std::size_t>(s.layout[i].value, byLayout.size() - 1)];
        ++layout.count;
        layout.total += s.duration[i];
        SessionSummary::Sum& track = byTrack[s.track.value];
        ++track.count;
        track.total += s.duration[i];
        if (s.name[i].value < named.size()) {
            named[s.name[i].value] = true;
        }
        first = std::min(first, s.start[i]);
        last = std::max(last, s.end(i));
    }
};

void add(SessionSummary::Sum& to, const SessionSummary::Sum& sum) {
    to.count += sum.count;
    to.total += sum.total;
}

void addCategories(const Trace& trace, const SliceSums& sums, SessionSummary& out) {
    const std::size_t layouts = trace.args().layouts.size();
    for (std::size_t l = 0; l <= layouts; ++l) {
        if (sums.byLayout[l].count > 0) {
            const auto category =
                l < layouts ? trace.text(trace.args().layouts[l]->category) : std::string_view();
            add(out.categories[std::string(category)], sums.byLayout[l]);
            out.duration += sums.byLayout[l].total;
        }
    }
}

void addThreads(const Trace& trace, const SliceSums& sums, SessionSummary& out) {
    for (std::size_t t = 0; t < sums.byTrack.size(); ++t) {
        const SessionSummary::Sum& sum = sums.byTrack[t];
        if (sum.count == 0) {
            continue;
        }
        const Track& track = trace.tracks()[t];
        const bool known = track.process.value < trace.processes().size();
        if (known && trace.processes()[track.process.value].key == kRecordingKey &&
            trace.processes()[track.process.value].kind == Process::Kind::Other) {
            add(track.key == kOutsideKey ? out.outside : out.paused, sum);
        }
        add(out.threads[(known ? trace.processes()[track.process.value].key : "") + "/" + track.key], sum);
        out.slices += sum.count;
    }
}

void addSlices(const Trace& trace, SessionSummary& out) {
    SliceSums sums(trace);
    const Uncounted uncounted(trace);
    for (const auto& s : trace.segments()) {
        if (countsNowhere(trace.tracks()[s->track.value])) {
            continue;
        }
        for (std::uint32_t i = 0; i < s->size(); ++i) {
            if (!uncounted.has(*s, i)) {
                sums.add(*s, i);
            }
        }
    }
    out.maxDepth = maxDepthOf(trace, uncounted);
    addCategories(trace, sums, out);
    addThreads(trace, sums, out);
    out.span = out.slices > 0 ? sums.last - sums.first : trace.span().length();
    out.distinctNames = static_cast<std::uint64_t>(std::ranges::count(sums.named, true));
}

void addPoints(const Trace& trace, SessionSummary& out) {
    const PointTable& points = trace.points();
    const InstantRule rule(points, trace.args(), trace.strings());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        out.memoryEvents += rule.isMemory(i) ? 1 : 0;
        out.instants += rule.isInstant(i) ? 1 : 0;
    }
    // Own captures have no instants for memory, only the table.
    if (out.memoryEvents == 0) {
        out.memoryEvents = trace.memory().size();
    }
}

} // namespace

SessionSummary summarize(const Trace& trace) {
    SessionSummary out;
    addSlices(trace, out);
    addPoints(trace, out);
    out.flows = trace.flowStarts();
    out.flowsLinked = trace.flowsLinked();
    out.openSlices = trace.openSlices().size();
    return out;
}

} // namespace lanes
