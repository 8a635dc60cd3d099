#include "model/io/joining/CaptureJoin.h"

#include "model/io/joining/GraphCaptures.h"
#include "model/io/joining/TraceMerge.h"
#include "model/trace/ClockOrigin.h"
#include "model/trace/SliceRebuild.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

// Which trace replays, and what the others captured.
struct Captures {
    struct Source {
        std::size_t trace = 0;
        std::vector<CapturedGraph> graphs;
    };
    std::size_t replaying = 0;
    std::vector<ReplayedGraph> replays;
    std::vector<Source> sources;
};

// One captured graph of one source.
struct Candidate {
    std::size_t source = 0;
    const CapturedGraph* graph = nullptr;
    friend bool operator==(const Candidate&, const Candidate&) = default;
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// Position of a replay's work -> position of the capture's call.
using Order = std::vector<std::uint32_t>;

// The n-th of a name is the n-th of that name; empty where a name is there more often on one side. Branches of a graph run in any
// order.
Order orderByName(const Trace& trace, const ReplayedGraph& replay, const CapturedGraph& graph) {
    std::map<std::string_view, std::vector<std::uint32_t>> calls;
    for (std::uint32_t i = graph.calls.size(); i-- > 0;) {
        if (graph.calls[i].kernel.empty()) {
            return {};
        }
        calls[graph.calls[i].kernel].push_back(i);
    }
    Order order;
    order.reserve(replay.work.size());
    for (const SliceId work : replay.work) {
        const auto left = calls.find(trace.text(trace.slice(work).name));
        if (left == calls.end() || left->second.empty()) {
            return {};
        }
        order.push_back(left->second.back());
        left->second.pop_back();
    }
    return order;
}

// Empty: the replay is not of this capture. A call without a name is any kernel, or any copy or set.
Order orderWithin(const Trace& trace, const ReplayedGraph& replay, const CapturedGraph& graph) {
    if (replay.work.size() != graph.calls.size() ||
        (replay.size >= 0 && graph.size >= 0 && replay.size != graph.size)) {
        return {};
    }
    Order order;
    order.reserve(replay.work.size());
    for (std::uint32_t i = 0; i < replay.work.size(); ++i) {
        const Trace::Slice work = trace.slice(replay.work[i]);
        const CapturedCall& call = graph.calls[i];
        const bool alike = call.kernel.empty() ? !call.isKernel || work.kind == EventKind::Kernel
                                               : trace.text(work.name) == call.kernel;
        if (!alike) {
            return orderByName(trace, replay, graph);
        }
        order.push_back(i);
    }
    return order;
}

bool namesKernels(const CapturedGraph& graph) {
    return std::ranges::all_of(
        graph.calls, [](const CapturedCall& call) { return !call.isKernel || !call.kernel.empty(); });
}

std::vector<std::pair<Candidate, Order>> candidatesOf(const Trace& trace, const ReplayedGraph& replay,
                                                      std::span<const Captures::Source> sources) {
    std::vector<std::pair<Candidate, Order>> found;
    for (std::size_t s = 0; s < sources.size(); ++s) {
        for (const CapturedGraph& graph : sources[s].graphs) {
            if (Order order = orderWithin(trace, replay, graph); !order.empty()) {
                found.emplace_back(Candidate{s, &graph}, std::move(order));
            }
        }
    }
    return found;
}

std::optional<Captures> capturesAmong(const std::vector<std::shared_ptr<const Trace>>& traces,
                                      const std::stop_token& stop) {
    // The one trace that replays. A trace of captures may replay them, too, to warm up.
    std::vector<std::vector<CapturedGraph>> graphs;
    std::vector<std::size_t> replaying;
    std::vector<std::size_t> onlyReplaying;
    Captures found;
    for (std::size_t t = 0; t < traces.size() && !stop.stop_requested(); ++t) {
        graphs.push_back(capturedGraphs(*traces[t], stop));
        if (!replayedGraphs(*traces[t], stop).empty()) {
            replaying.push_back(t);
            if (graphs.back().empty()) {
                onlyReplaying.push_back(t);
            }
        }
    }
    const std::vector<std::size_t>& one = replaying.size() == 1 ? replaying : onlyReplaying;
    if (one.size() != 1 || stop.stop_requested()) {
        return std::nullopt;
    }
    found.replaying = one.front();
    found.replays = replayedGraphs(*traces[found.replaying], stop);
    for (std::size_t t = 0; t < traces.size(); ++t) {
        if (t != found.replaying && !graphs[t].empty()) {
            found.sources.push_back({t, std::move(graphs[t])});
        }
    }
    const Trace& replaysIn = *traces[found.replaying];
    if (found.sources.size() + 1 != traces.size() || stop.stop_requested() ||
        std::ranges::any_of(found.sources, [&](const Captures::Source& source) {
            return ranksOf(*traces[source.trace]) != ranksOf(replaysIn) ||
                   std::ranges::none_of(found.replays, [&](const ReplayedGraph& replay) {
                       return !candidatesOf(replaysIn, replay, {&source, 1}).empty();
                   });
        })) {
        return std::nullopt;
    }
    return found;
}

// A trace of the captures alone: the slices of threads that reach into one, with times moved.
class CapturedPart {
public:
    CapturedPart(const Trace& trace, const std::vector<CapturedGraph>& graphs, const std::stop_token& stop)
        : trace_(trace)
        , stop_(stop)
        , slices_(trace, stop) {
        for (const CapturedGraph& graph : graphs) { // by begin
            if (!windows_.empty() && graph.window.begin < windows_.back().end) {
                windows_.back().end = std::max(windows_.back().end, graph.window.end);
            } else {
                windows_.push_back(graph.window);
            }
        }
    }

    // `before`: where the part ends. `like` gives the clock and the rank. `number` tells parts apart.
    [[nodiscard]] std::shared_ptr<const Trace> make(TimeNs before, const Trace& like, std::size_t number) {
        suffix_ = " captured" + (number > 1 ? " " + std::to_string(number) : std::string());
        std::vector<std::pair<TrackId, std::vector<SliceRebuild::Row>>> kept;
        TimeNs end = std::numeric_limits<TimeNs>::min();
        for (std::uint32_t t = 0; t < trace_.tracks().size(); ++t) {
            const Process& process = trace_.processes()[trace_.tracks()[t].process.value];
            if (process.kind != Process::Kind::Host || process.isProfiler()) {
                continue;
            }
            std::vector<SliceRebuild::Row> rows = slices_.rowsOf(TrackId(t));
            std::erase_if(rows,
                          [&](const SliceRebuild::Row& row) { return !reachesIntoCapture(row.record); });
            for (const SliceRebuild::Row& row : rows) {
                end = std::max(end, row.record.start + row.record.duration);
            }
            if (!rows.empty()) {
                kept.emplace_back(TrackId(t), std::move(rows));
            }
        }
        if (stop_.stop_requested() || kept.empty()) {
            return nullptr;
        }
        TraceData data = describe(like);
        for (auto& [track, rows] : kept) {
            for (SliceRebuild::Row& row : rows) {
                row.record.start += before - end;
            }
            slices_.add(place(track, data), rows);
        }
        slices_.finish(data);
        return stop_.stop_requested() ? nullptr : std::make_shared<const Trace>(std::move(data));
    }
    [[nodiscard]] SliceId placed(SliceId slice) const { return slices_.placed(slice); }

private:
    [[nodiscard]] bool reachesIntoCapture(const SliceRecord& record) const {
        const auto at = std::ranges::lower_bound(windows_, record.start, {}, &TimeRange::end);
        return at != windows_.end() && at->begin < record.start + record.duration;
    }

    [[nodiscard]] TraceData describe(const Trace& like) {
        TraceData data;
        data.info.source = trace_.info().source;
        data.info.producer = trace_.info().producer;
        data.info.host = trace_.info().host;
        data.info.clockOriginUnixNs = clockOriginOf(like).value_or(-1);
        data.strings = trace_.strings();
        data.stacks = trace_.stacks();
        data.args = trace_.args();
        data.ownClasses = trace_.data().ownClasses;
        const std::vector<std::int64_t> ranks = ranksOf(like);
        rank_ = ranks.empty() ? -1 : ranks.front();
        return data;
    }

    TrackId place(TrackId track, TraceData& data) {
        Track made = trace_.tracks()[track.value];
        const auto [found, fresh] =
            processes_.try_emplace(made.process, static_cast<std::uint32_t>(data.processes.size()));
        if (fresh) {
            Process process = trace_.processes()[made.process.value];
            process.key += suffix_;
            process.label = "captured graphs";
            process.rank = rank_;
            data.processes.push_back(std::move(process));
        }
        made.process = found->second;
        data.tracks.push_back(std::move(made));
        return TrackId(static_cast<std::uint32_t>(data.tracks.size() - 1));
    }

    const Trace& trace_;
    const std::stop_token& stop_;
    SliceRebuild slices_;
    std::vector<TimeRange> windows_; // apart from one another
    std::map<ProcessId, ProcessId> processes_;
    std::string suffix_; // of keys of processes
    std::int64_t rank_ = -1;
};

// Which captured call each replayed work is of.
class Matching {
public:
    Matching(const std::vector<std::shared_ptr<const Trace>>& traces, const Captures& captures)
        : traces_(traces)
        , captures_(captures)
        , trace_(*traces[captures.replaying]) {}

    struct Match {
        SliceId work;   // of the trace of the replays
        SliceId origin; // of the source's
        std::size_t source = 0;
    };
    [[nodiscard]] std::vector<Match> match() {
        for (const ReplayedGraph& replay : captures_.replays) {
            match(replay);
        }
        return found_;
    }
    void tell(Diagnostics& diagnostics) const;

private:
    struct Alike { // what is known of all replays with the same work
        std::vector<std::pair<Candidate, Order>> candidates;
        std::vector<bool> same; // by place: all candidates name one operator and its shapes
        std::size_t turn = 0;
    };
    using Key = std::pair<std::int64_t, std::vector<StringId>>; // size and names

    void match(const ReplayedGraph& replay);
    [[nodiscard]] Alike& alikeOf(const ReplayedGraph& replay);
    [[nodiscard]] std::pair<std::string_view, std::string_view> operatorOf(const Candidate& of,
                                                                           std::uint32_t call) const;

    const std::vector<std::shared_ptr<const Trace>>& traces_;
    const Captures& captures_;
    const Trace& trace_;
    std::map<Key, Alike> alike_;
    std::vector<Match> found_;
    std::uint64_t unmatched_ = 0;
    std::uint64_t ambiguous_ = 0;
    std::uint64_t withoutOperator_ = 0;
    std::uint64_t byPlace_ = 0;
    std::uint64_t inTurn_ = 0; // replays
};

// Name and shapes; empty outside of operators.
std::pair<std::string_view, std::string_view> Matching::operatorOf(const Candidate& of,
                                                                   std::uint32_t call) const {
    const Trace& source = *traces_[captures_.sources[of.source].trace];
    const SliceId origin = of.graph->calls[call].origin;
    const Trace::Slice slice = source.slice(origin);
    if (slice.kind != EventKind::Operator) {
        return {};
    }
    const std::optional<ArgValue> shapes = source.arg(origin, "Input Dims");
    return {source.text(slice.name), shapes && shapes->type == ArgValue::Type::Text
                                         ? source.text(StringId(shapes->id))
                                         : std::string_view()};
}

Matching::Alike& Matching::alikeOf(const ReplayedGraph& replay) {
    Key key{replay.size, {}};
    key.second.reserve(replay.work.size());
    for (const SliceId work : replay.work) {
        key.second.push_back(trace_.slice(work).name);
    }
    const auto [found, fresh] = alike_.try_emplace(std::move(key));
    Alike& alike = found->second;
    if (fresh) {
        alike.candidates = candidatesOf(trace_, replay, captures_.sources);
        for (std::size_t i = 0; i < replay.work.size() && !alike.candidates.empty(); ++i) {
            const auto& [first, order] = alike.candidates.front();
            const auto wanted = operatorOf(first, order[i]);
            alike.same.push_back(std::ranges::all_of(alike.candidates, [&](const auto& other) {
                return operatorOf(other.first, other.second[i]) == wanted;
            }));
        }
    }
    return alike;
}

void Matching::match(const ReplayedGraph& replay) {
    Alike& alike = alikeOf(replay);
    if (alike.candidates.empty()) {
        unmatched_ += replay.work.size();
        return;
    }
    const auto& [candidate, order] = alike.candidates[alike.turn++ % alike.candidates.size()];
    inTurn_ += alike.candidates.size() > 1 ? 1 : 0;
    const Trace& source = *traces_[captures_.sources[candidate.source].trace];
    const bool named = namesKernels(*candidate.graph);
    for (std::size_t i = 0; i < replay.work.size(); ++i) {
        if (!alike.same[i]) {
            ++ambiguous_;
            continue;
        }
        const SliceId origin = candidate.graph->calls[order[i]].origin;
        withoutOperator_ += source.slice(origin).kind == EventKind::Operator ? 0 : 1;
        byPlace_ += named ? 0 : 1;
        found_.push_back({replay.work[i], origin, candidate.source});
    }
}

void Matching::tell(Diagnostics& diagnostics) const {
    const auto say = [&](const char* kind, Severity severity, const char* sentence, std::uint64_t count) {
        if (count > 0) {
            diagnostics.add(kind, severity, sentence, -1, count);
        }
    };
    say("captures-joined", Severity::Note,
        "Work that graphs replayed has the operator that was captured. The captures are drawn directly "
        "before "
        "the replays: their times were moved.",
        found_.size());
    say("replays-without-capture", Severity::Warning,
        "Work that graphs replayed has no operator: no capture holds the same kernels.", unmatched_);
    say("replays-of-several", Severity::Warning,
        "Work that graphs replayed has no operator: captures with the same kernels name different operators "
        "or "
        "shapes.",
        ambiguous_);
    say("captured-outside", Severity::Note,
        "Work that graphs replayed was captured outside of operators: only its Python code is known.",
        withoutOperator_);
    say("replays-by-place", Severity::Note,
        "The captures name no kernels: work that graphs replayed was matched by its place alone.", byPlace_);
    say("replays-in-turn", Severity::Note,
        "Graphs with the same kernels and operators were captured several times: replays take these captures "
        "in turn.",
        inTurn_);
}

} // namespace

bool areCapturesOfOne(const std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop) {
    return traces.size() > 1 && capturesAmong(traces, stop).has_value();
}

std::shared_ptr<const Trace> joinCaptures(const std::vector<std::shared_ptr<const Trace>>& traces,
                                          const std::stop_token& stop) {
    const std::optional<Captures> captures = traces.size() > 1 ? capturesAmong(traces, stop) : std::nullopt;
    if (!captures) {
        return nullptr;
    }
    const std::shared_ptr<const Trace>& replaying = traces[captures->replaying];
    Matching matching(traces, *captures);
    const std::vector<Matching::Match> matches = matching.match();
    std::vector<std::shared_ptr<const Trace>> together{replaying};
    std::vector<CapturedPart> parts;
    std::vector<std::uint32_t> bases; // of the slices of each part
    std::uint32_t base = replaying->sliceCount();
    TimeNs before = replaying->span().begin;
    parts.reserve(captures->sources.size());
    for (const Captures::Source& source : captures->sources) {
        parts.emplace_back(*traces[source.trace], source.graphs, stop);
        std::shared_ptr<const Trace> part = parts.back().make(before, *replaying, parts.size());
        if (!part) {
            return nullptr;
        }
        bases.push_back(base);
        base += part->sliceCount();
        before = part->span().begin;
        together.push_back(std::move(part));
    }
    const std::shared_ptr<const Trace> joined = putTogether(together, stop);
    if (!joined) {
        return nullptr;
    }
    TraceData data = joined->data();
    UnwrittenVector<Link> links;
    links.reserve(matches.size());
    for (const Matching::Match& match : matches) {
        const SliceId origin = parts[match.source].placed(match.origin);
        if (origin.valid()) {
            links.push_back({SliceId(origin.value + bases[match.source]), match.work, LinkKind::Captured});
        }
    }
    data.links.add(std::move(links));
    matching.tell(data.diagnostics);
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace lanes
