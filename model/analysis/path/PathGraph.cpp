#include "model/analysis/path/PathGraph.h"

#include "model/analysis/path/PathStreams.h"
#include "model/analysis/path/PathThreads.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

namespace {

// The moments of threads that others depend on: collected in any order, then each gets its node, and what the thread needs
// from one to the next.
// Of all threads of a graph. Times by the first input's clock. One thread.
class PathMoments {
public:
    // Returns its number. Its first and its last event are moments.
    std::uint32_t addThread(std::uint32_t place, TimeRange range);
    [[nodiscard]] std::uint32_t placeOf(std::uint32_t thread) const { return threads_[thread].place; }
    void add(std::uint32_t thread, TimeNs time, SliceId slice = {});
    // The thread waited between two of its moments; `lag` of that time it needs in any case.
    void addIdle(std::uint32_t thread, TimeRange waited, TimeNs lag);

    // Behind the nodes that are there, thread by thread, by time; moments at once are one node. Nothing is added afterwards
    // but by others, and `nodes` outlives this. O(moments log moments).
    void makeNodes(HugeVector<PathNode>& nodes, std::size_t places);
    // After makeNodes(). The node of a moment that was added, else the first behind that time. O(log moments).
    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t place, TimeNs time) const;
    [[nodiscard]] std::uint32_t endOf(std::uint32_t place) const; // one past the last node of a thread's
    // take(node, next node, what the thread needs from one to the other at least). O(moments log waits).
    template<class Take>
    void join(const Take& take) const {
        for (const Thread& thread : threads_) {
            for (std::uint32_t node = thread.firstNode + 1; node < thread.endNode; ++node) {
                take(node - 1, node, lagBetween(thread, node - 1, node));
            }
        }
    }
    // take(node) for each that has one before it: what join() says of the second. O(moments).
    template<class Take>
    void eachNext(const Take& take) const {
        for (const Thread& thread : threads_) {
            for (std::uint32_t node = thread.firstNode + 1; node < thread.endNode; ++node) {
                take(node);
            }
        }
    }

private:
    struct Idle {
        TimeRange range;
        TimeNs lag = 0;
    };
    struct Thread {
        std::uint32_t place = 0;
        std::vector<std::pair<TimeNs, SliceId>> moments;
        std::vector<Idle> idle; // by end, once there are nodes
        std::uint32_t firstNode = 0;
        std::uint32_t endNode = 0;
    };
    [[nodiscard]] TimeNs lagBetween(const Thread& thread, std::uint32_t from, std::uint32_t to) const;

    std::vector<Thread> threads_;
    std::vector<std::uint32_t> ofPlace_; // thread of each place that is one
    const HugeVector<PathNode>* nodes_ = nullptr;
};

std::uint32_t PathMoments::addThread(std::uint32_t place, TimeRange range) {
    Thread& thread = threads_.emplace_back();
    thread.place = place;
    thread.moments.emplace_back(range.begin, SliceId());
    thread.moments.emplace_back(range.end, SliceId());
    return static_cast<std::uint32_t>(threads_.size() - 1);
}

void PathMoments::add(std::uint32_t thread, TimeNs time, SliceId slice) {
    threads_[thread].moments.emplace_back(time, slice);
}

void PathMoments::addIdle(std::uint32_t thread, TimeRange waited, TimeNs lag) {
    threads_[thread].idle.push_back({waited, lag});
}

void PathMoments::makeNodes(HugeVector<PathNode>& nodes, std::size_t places) {
    nodes_ = &nodes;
    ofPlace_.assign(places, 0);
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        Thread& thread = threads_[t];
        std::ranges::sort(thread.moments, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : a.second < b.second;
        });
        std::ranges::sort(thread.idle, {}, [](const Idle& idle) { return idle.range.end; });
        thread.firstNode = static_cast<std::uint32_t>(nodes.size());
        for (const auto& [time, slice] : thread.moments) {
            if (nodes.size() == thread.firstNode || nodes.back().time != time) {
                nodes.push_back({time, thread.place, slice});
            }
        }
        thread.endNode = static_cast<std::uint32_t>(nodes.size());
        ofPlace_[thread.place] = static_cast<std::uint32_t>(t);
    }
}

std::uint32_t PathMoments::nodeOf(std::uint32_t place, TimeNs time) const {
    const Thread& thread = threads_[ofPlace_[place]];
    const auto found = std::ranges::lower_bound(nodes_->begin() + thread.firstNode,
                                                nodes_->begin() + thread.endNode, time, {}, &PathNode::time);
    return static_cast<std::uint32_t>(found - nodes_->begin());
}

std::uint32_t PathMoments::endOf(std::uint32_t place) const {
    return threads_[ofPlace_[place]].endNode;
}

TimeNs PathMoments::lagBetween(const Thread& thread, std::uint32_t from, std::uint32_t to) const {
    const TimeNs begin = (*nodes_)[from].time;
    const TimeNs end = (*nodes_)[to].time;
    TimeNs lag = end - begin;
    auto idle = std::ranges::lower_bound(thread.idle, end, {}, [](const Idle& i) { return i.range.end; });
    for (; idle != thread.idle.end() && idle->range.end == end; ++idle) {
        if (idle->range.begin <= begin) {
            lag = std::min(lag, idle->lag);
        }
    }
    return lag;
}

constexpr TimeNs kStreamHandover =
    20'000; // from the end of one stream's work to what waits for it on another
constexpr std::size_t kTiesOfWork = 4;
constexpr TimeNs kOwnWay = 5'000; // from work to work of one stream that waits for nothing else

} // namespace

class PathGraphBuilder {
public:
    PathGraphBuilder(std::vector<PathInput> inputs, const std::stop_token& stop)
        : stop_(stop) {
        graph_.inputs_ = std::move(inputs);
    }

    std::shared_ptr<const PathGraph> build(const std::vector<PathMeeting>& meetings) {
        for (input_ = 0; input_ < graph_.inputs_.size() && !stop_.stop_requested(); ++input_) {
            addInput();
        }
        moments_.makeNodes(graph_.nodes_, graph_.places_.size());
        meet(meetings);
        if (stop_.stop_requested()) {
            return nullptr;
        }
        sortEdges();
        return std::shared_ptr<const PathGraph>(new PathGraph(std::move(graph_)));
    }

private:
    // A moment of a thread, which gets its node when all of them are known; or a node.
    struct Moment {
        std::uint32_t place = PathNode::kNowhere;
        TimeNs time = 0; // by the first input's clock
        std::uint32_t node = PathNode::kNowhere;
    };
    struct Tie {
        Moment from;
        Moment to;
        TimeNs lag = 0;
        PathEdge::Kind kind = PathEdge::Kind::Order;
    };

    [[nodiscard]] TimeNs toFirst(TimeNs time) const { return graph_.inputs_[input_].clock.toFirst(time); }
    [[nodiscard]] const Trace& trace() const { return *graph_.inputs_[input_].trace; }

    void addInput() {
        std::vector<PathThread> threads;
        std::optional<PathStreams> streams;
        const std::array<std::function<void()>, 2> parts{[&] { threads = pathThreads(trace(), stop_); },
                                                         [&] { streams.emplace(trace(), stop_); }};
        forEachOnThreads(threadsFor(trace().sliceCount()), parts.size(),
                         [&](std::size_t part) { parts[part](); });
        ofTrack_.emplace_back();
        std::vector<std::uint32_t> own;
        own.reserve(threads.size());
        for (const PathThread& thread : threads) {
            own.push_back(addThread(thread));
        }
        findLeader(threads, own);
        for (const PathHandover& handover : pathHandovers(threads)) {
            handOver(own[handover.from], own[handover.to], handover);
        }
        addStreams(*streams);
        addBlockedCalls(*streams);
        addHostCollectives(threads);
    }

    std::uint32_t addThread(const PathThread& own) {
        const auto place = static_cast<std::uint32_t>(graph_.places_.size());
        graph_.places_.push_back({input_, own.track, false, own.works, false});
        const std::uint32_t thread =
            moments_.addThread(place, {toFirst(own.range.begin), toFirst(own.range.end)});
        ofTrack_[input_][own.track] = thread;
        return thread;
    }

    // Of threads that only run Python, the one with most of it.
    void findLeader(const std::vector<PathThread>& threads, const std::vector<std::uint32_t>& own) {
        const auto most = std::ranges::max_element(
            threads, {}, [](const PathThread& thread) { return std::pair(thread.works, thread.slices); });
        if (most != threads.end()) {
            const std::uint32_t thread = own[static_cast<std::size_t>(most - threads.begin())];
            graph_.places_[moments_.placeOf(thread)].leads = true;
        }
    }

    // A moment of the thread that a slice stands on; nothing of a place that is no thread.
    std::optional<Moment> momentOf(TrackId track, TimeNs time, SliceId slice = {}) {
        const auto found = ofTrack_[input_].find(track);
        if (found == ofTrack_[input_].end()) {
            return std::nullopt;
        }
        moments_.add(found->second, toFirst(time), slice);
        return Moment{moments_.placeOf(found->second), toFirst(time)};
    }

    void handOver(std::uint32_t from, std::uint32_t to, const PathHandover& handover) {
        const TimeNs done = toFirst(handover.done);
        const TimeNs resumed = toFirst(handover.resumed);
        moments_.add(from, done);
        moments_.add(to, resumed);
        if (!handover.first) {
            moments_.add(to, toFirst(handover.silent));
            moments_.addIdle(to, {toFirst(handover.silent), resumed}, 0);
        }
        ties_.push_back({{moments_.placeOf(from), done},
                         {moments_.placeOf(to), resumed},
                         resumed - done,
                         PathEdge::Kind::Wake});
    }

    // --- devices

    void addStreams(const PathStreams& streams) {
        std::vector<std::uint32_t> first; // node of each stream
        for (const PathStream& stream : streams.all()) {
            const auto place = static_cast<std::uint32_t>(graph_.places_.size());
            graph_.places_.push_back(
                {input_, stream.track, true, static_cast<std::uint32_t>(stream.works.size()), true});
            first.push_back(static_cast<std::uint32_t>(graph_.nodes_.size()));
            worksOf_[{input_, stream.track}] = {first.back(),
                                                static_cast<std::uint32_t>(stream.works.size())};
            for (const PathWork& work : stream.works) {
                graph_.nodes_.push_back({toFirst(work.range.begin), place, work.slice});
                graph_.nodes_.push_back({toFirst(work.range.end), place, work.slice});
            }
        }
        firstOfStream_ = std::move(first);
        ties_.reserve(ties_.size() + kTiesOfWork * (graph_.nodes_.size() / 2)); // works have two nodes each
        for (std::uint32_t s = 0; s < streams.all().size() && !stop_.stop_requested(); ++s) {
            for (std::uint32_t i = 0; i < streams.all()[s].works.size(); ++i) {
                tieWork(streams, {s, i});
            }
        }
    }

    [[nodiscard]] Moment beginOf(PathWorkId id) const {
        return {PathNode::kNowhere, 0, firstOfStream_[id.stream] + 2 * id.work};
    }
    [[nodiscard]] Moment endOf(PathWorkId id) const {
        return {PathNode::kNowhere, 0, firstOfStream_[id.stream] + 2 * id.work + 1};
    }

    void tieWork(const PathStreams& streams, PathWorkId id) {
        const PathWork& work = streams.work(id);
        const TimeNs begin = work.range.begin;
        const std::size_t first = ties_.size();
        ties_.push_back({beginOf(id), endOf(id), work.range.length(), PathEdge::Kind::Run});
        std::optional<TimeNs> ready; // by what is known to have kept it
        const auto after = [&](PathWorkId other, TimeNs pause = 0) {
            const TimeNs end = streams.work(other).range.end;
            const TimeNs lag = std::min(pause, begin - end);
            ready = std::max(ready.value_or(end + lag), end + lag);
            ties_.push_back({endOf(other), beginOf(id), lag, PathEdge::Kind::Stream});
        };
        if (const auto before = predecessor(streams, id)) {
            after(*before, streams.usualPause());
        }
        for (const PathWorkId awaited : streams.toldToAwait(id)) {
            if (streams.work(awaited).range.end <= begin) {
                after(awaited);
            }
        }
        if (work.launch.valid() && work.launched <= begin) {
            const auto call = momentOf(trace().slice(work.launch).track, work.launched, work.launch);
            const TimeNs way = std::min(begin - work.launched, streams.usualWay());
            if (call) {
                ready = std::max(ready.value_or(work.launched + way), work.launched + way);
                ties_.push_back({*call, beginOf(id), way, PathEdge::Kind::Launch});
            }
        }
        if (!ready || begin - *ready > kOwnWay) {
            const TimeNs from = std::max(ready.value_or(begin - kStreamHandover), begin - kStreamHandover);
            if (const auto other = streams.endedBefore(id.stream, from, begin)) {
                after(*other);
            }
        }
        stretchLatest(first, toFirst(begin));
    }

    // The one of a work's ties that was met last accounts for all of the time until the work began.
    void stretchLatest(std::size_t first, TimeNs begin) {
        Tie* latest = nullptr;
        TimeNs met = 0;
        for (std::size_t i = first; i < ties_.size(); ++i) {
            Tie& tie = ties_[i];
            const TimeNs at =
                (tie.from.node == PathNode::kNowhere ? tie.from.time : graph_.nodes_[tie.from.node].time) +
                tie.lag;
            if (tie.kind != PathEdge::Kind::Run && (latest == nullptr || at > met)) {
                latest = &tie;
                met = at;
            }
        }
        if (latest != nullptr) {
            latest->lag += std::max<TimeNs>(begin - met, 0);
        }
    }

    // The work of the same stream that ended last before it began.
    [[nodiscard]] static std::optional<PathWorkId> predecessor(const PathStreams& streams, PathWorkId id) {
        constexpr std::uint32_t kBack = 4; // lanes of one stream may overlap a little
        const std::vector<PathWork>& works = streams.all()[id.stream].works;
        std::optional<PathWorkId> found;
        for (std::uint32_t back = 1; back <= kBack && back <= id.work; ++back) {
            const std::uint32_t i = id.work - back;
            if (works[i].range.end <= works[id.work].range.begin &&
                (!found || works[i].range.end > works[found->work].range.end)) {
                found = PathWorkId{id.stream, i};
            }
        }
        return found;
    }

    // --- threads that wait

    void addBlockedCalls(const PathStreams& streams) {
        for (const auto& segment : trace().segments()) {
            for (std::uint32_t i = segment->next(EventKind::Runtime, 0);
                 i < segment->size() && !stop_.stop_requested() && !streams.all().empty();
                 i = segment->next(EventKind::Runtime, i + 1)) {
                if (mayBlock(trace().text(segment->name[i]))) {
                    addBlockedCall(streams, SliceId(segment->first + i));
                }
            }
        }
    }

    static bool mayBlock(std::string_view name) {
        const auto has = [name](std::string_view word) { return name.find(word) != std::string_view::npos; };
        return has("Synchronize") || has("Memcpy") || has("Memset");
    }

    void addBlockedCall(const PathStreams& streams, SliceId call) {
        const std::vector<PathWorkId> awaited = streams.awaitedBy(call);
        if (awaited.empty()) {
            return;
        }
        const Trace::Slice slice = trace().slice(call);
        const auto begin = momentOf(slice.track, slice.start, call);
        const auto end = momentOf(slice.track, slice.end(), call);
        if (!begin || !end) {
            return;
        }
        TimeNs done = begin->time;
        for (const PathWorkId id : awaited) {
            done = std::max(done, toFirst(streams.work(id).range.end));
        }
        // What is left of the call once the device is done, it takes in any case.
        const TimeNs rest = std::max<TimeNs>(end->time - done, 0);
        moments_.addIdle(ofTrack_[input_][slice.track], {begin->time, end->time}, rest);
        for (const PathWorkId id : awaited) {
            const TimeNs own = toFirst(streams.work(id).range.end);
            ties_.push_back({endOf(id), *end, own == done ? end->time - own : rest, PathEdge::Kind::Wait});
        }
    }

    // What gloo and its like carry out on threads of their own was handed to them by the thread of their process that did most.
    void addHostCollectives(const std::vector<PathThread>& all) {
        std::map<ProcessId, std::vector<PathThread>> threads; // of each process, those that did most first
        for (const PathThread& thread : all) {
            threads[thread.process].push_back(thread);
        }
        for (auto& [process, own] : threads) {
            std::ranges::stable_sort(own, std::greater(), &PathThread::works);
        }
        for (const auto& segment : trace().segments()) {
            for (const EventKind kind : {EventKind::UserRange, EventKind::Communication}) {
                for (std::uint32_t i = segment->next(kind, 0); i < segment->size() && !stop_.stop_requested();
                     i = segment->next(kind, i + 1)) {
                    const SliceId slice(segment->first + i);
                    if (isHostCollective(trace(), slice)) {
                        addHostCollective(threads[processOf(trace(), segment->track)], slice);
                    }
                }
            }
        }
    }

    void addHostCollective(const std::vector<PathThread>& threads, SliceId slice) {
        const Trace::Slice own = trace().slice(slice);
        const auto begin = momentOf(own.track, own.start, slice);
        const auto end = momentOf(own.track, own.end(), slice);
        const auto by = std::ranges::find_if(threads, [&](const PathThread& thread) {
            return thread.range.begin <= own.start && own.start <= thread.range.end;
        });
        if (begin && end && by != threads.end() && by->track != own.track) {
            const auto handed = momentOf(by->track, own.start);
            ties_.push_back({*handed, *begin, 0, PathEdge::Kind::Wake});
        }
    }

    // --- all together

    [[nodiscard]] std::uint32_t nodeOf(const Moment& moment) const {
        return moment.node != PathNode::kNowhere ? moment.node : moments_.nodeOf(moment.place, moment.time);
    }

    // A collective goes on when the last of its ranks has entered it.
    void meet(const std::vector<PathMeeting>& meetings) {
        for (const PathMeeting& meeting : meetings) {
            std::vector<std::pair<std::uint32_t, std::uint32_t>> calls; // nodes of begin and end
            for (const PathMeeting::Call& call : meeting.calls) {
                if (const auto nodes = nodesOf(call)) {
                    calls.push_back(*nodes);
                }
            }
            if (calls.size() > 1) {
                meet(calls);
            }
        }
    }

    void meet(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& calls) {
        std::uint32_t last = calls.front().first;
        for (const auto& [begin, end] : calls) {
            last = graph_.nodes_[begin].time > graph_.nodes_[last].time ? begin : last;
        }
        const auto all = static_cast<std::uint32_t>(graph_.nodes_.size());
        const TimeNs entered = graph_.nodes_[last].time;
        graph_.nodes_.push_back({entered, PathNode::kNowhere, {}});
        for (const auto& [begin, end] : calls) {
            const TimeNs transfer = std::max<TimeNs>(graph_.nodes_[end].time - entered, 0);
            ties_.push_back({{0, 0, begin}, {0, 0, all}, 0, PathEdge::Kind::Order});
            ties_.push_back({{0, 0, all}, {0, 0, end}, transfer, PathEdge::Kind::Meet});
            shortened_[{begin, end}] = transfer;
        }
    }

    // Where a call of a collective begins and ends.
    [[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint32_t>>
    nodesOf(const PathMeeting::Call& call) const {
        const PathInput& input = graph_.inputs_[call.input];
        const Trace::Slice slice = input.trace->slice(call.slice);
        if (const auto works = worksOf_.find({call.input, slice.track}); works != worksOf_.end()) {
            const auto all = std::views::iota(0u, works->second.second);
            const auto nodeAt = [&](std::uint32_t i) -> const PathNode& {
                return graph_.nodes_[works->second.first + 2 * i];
            };
            const auto begun = std::ranges::equal_range(all, input.clock.toFirst(slice.start), {},
                                                        [&](std::uint32_t i) { return nodeAt(i).time; });
            const auto at =
                std::ranges::find(begun, call.slice, [&](std::uint32_t i) { return nodeAt(i).slice; });
            const std::uint32_t node = works->second.first + 2 * static_cast<std::uint32_t>(at - all.begin());
            return at != begun.end() ? std::optional(std::pair(node, node + 1)) : std::nullopt;
        }
        const auto thread = ofTrack_[call.input].find(slice.track);
        if (thread == ofTrack_[call.input].end()) {
            return std::nullopt;
        }
        const std::uint32_t place = moments_.placeOf(thread->second);
        const std::uint32_t begin = nodeOf({place, input.clock.toFirst(slice.start)});
        const std::uint32_t end = nodeOf({place, input.clock.toFirst(slice.end())});
        return begin < end && end < moments_.endOf(place) ? std::optional(std::pair(begin, end))
                                                          : std::nullopt;
    }

    // By the node that they lead to: the ties, then what threads do between two moments.
    void sortEdges() {
        graph_.edgeBegin_.assign(graph_.nodes_.size() + 1, 0);
        HugeVector<std::uint32_t> to;
        to.reserve(ties_.size());
        for (const Tie& tie : ties_) {
            to.push_back(nodeOf(tie.to));
            ++graph_.edgeBegin_[to.back() + 1];
        }
        moments_.eachNext([&](std::uint32_t node) { ++graph_.edgeBegin_[node + 1]; });
        std::partial_sum(graph_.edgeBegin_.begin(), graph_.edgeBegin_.end(), graph_.edgeBegin_.begin());
        graph_.edges_.resize(graph_.edgeBegin_.back());
        HugeVector<std::uint32_t> at(graph_.edgeBegin_.begin(), graph_.edgeBegin_.end() - 1);
        for (std::size_t i = 0; i < ties_.size(); ++i) {
            const Tie& tie = ties_[i];
            graph_.edges_[at[to[i]]++] = bounded({nodeOf(tie.from), tie.lag, tie.kind}, to[i]);
        }
        moments_.join([&](std::uint32_t from, std::uint32_t target, TimeNs lag) {
            graph_.edges_[at[target]++] = bounded({from, lag, PathEdge::Kind::Order}, target);
        });
    }

    // What a node waits for can be no later than itself, whatever clocks say.
    [[nodiscard]] PathEdge bounded(PathEdge edge, std::uint32_t to) const {
        if (edge.kind != PathEdge::Kind::Meet && !shortened_.empty()) {
            if (const auto shorter = shortened_.find({edge.from, to}); shorter != shortened_.end()) {
                edge.lag = std::min(edge.lag, shorter->second);
            }
        }
        edge.lag = std::min(edge.lag, graph_.nodes_[to].time - graph_.nodes_[edge.from].time);
        return edge;
    }

    const std::stop_token& stop_;
    PathGraph graph_;
    std::uint32_t input_ = 0;
    PathMoments moments_;                                   // of threads
    std::vector<std::map<TrackId, std::uint32_t>> ofTrack_; // by input: number among the moments' threads
    std::vector<std::uint32_t> firstOfStream_;              // of the input that is being added
    // By input and track: the first node of a stream's works, and how many these are.
    std::map<std::pair<std::uint32_t, TrackId>, std::pair<std::uint32_t, std::uint32_t>> worksOf_;
    HugeVector<Tie> ties_;
    // Of a rank that waited in a collective.
    std::map<std::pair<std::uint32_t, std::uint32_t>, TimeNs> shortened_;
};

std::shared_ptr<const PathGraph> PathGraph::build(std::vector<PathInput> inputs,
                                                  const std::vector<PathMeeting>& meetings,
                                                  const std::stop_token& stop) {
    return PathGraphBuilder(std::move(inputs), stop).build(meetings);
}

} // namespace lanes
