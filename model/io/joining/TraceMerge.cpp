#include "model/io/joining/TraceMerge.h"

#include "model/base/MemoryLimit.h"
#include "model/base/StopEvery.h"
#include "model/io/TracePaths.h"
#include "model/io/containers/ByteStream.h"
#include "model/io/joining/CaptureJoin.h"
#include "model/trace/ClockOrigin.h"
#include "model/trace/slices/SortByTime.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace lanes {

namespace {

std::string rankText(std::int64_t rank) {
    return "rank " + std::to_string(rank);
}

// What one trace's ids become, and its columns that hold ids.
class Merger {
public:
    explicit Merger(std::stop_token stop)
        : stop_(std::move(stop)) {}

    // `rank` -1: the trace is of no single one; its processes may have theirs. No `suffix`: places keep their names. Asked to stop, what is left is left out.
    void add(const Trace& trace, std::int64_t rank, const std::string& suffix,
             const std::optional<ClockLine>& clock) {
        clock_ = clock.value_or(ClockLine());
        if (!clock) {
            data_.diagnostics.add(
                "unaligned-rank", Severity::Warning,
                "The clock of " + suffix +
                    " cannot be tied to the first rank's, as one of the two names no origin: "
                    "its times stand as recorded, and must not be compared with the others'.");
        }
        mapStrings(trace);
        mapStacks(trace);
        layoutBase_ = static_cast<std::uint32_t>(data_.args.layouts.size());
        trackBase_ = static_cast<std::uint32_t>(data_.tracks.size());
        sliceBase_ = slices_;
        data_.ownClasses = trace.data().ownClasses;
        addLayouts(trace);
        addPlaces(trace, rank, suffix);
        for (const auto& segment : trace.segments()) {
            if (stop_.stop_requested()) {
                return;
            }
            addSegment(*segment);
        }
        addPoints(trace.points());
        addMemory(trace.memory());
        addCounters(trace.counters());
        for (const Link& link : trace.links().all()) {
            if (goesOn(links_.size())) {
                links_.push_back({moved(link.from), moved(link.to), link.kind});
            }
        }
        for (const SliceId open : trace.openSlices()) {
            data_.openSlices.push_back(moved(open));
        }
        data_.diagnostics.merge(trace.diagnostics());
        data_.flowStarts += trace.flowStarts();
        data_.flowsLinked += trace.flowsLinked();
    }

    // Of the trace that was added last.
    void addClock(const Trace& trace, const TraceClock& known) {
        const auto& own = trace.processes();
        const auto host = std::ranges::find(own, Process::Kind::Host, &Process::kind);
        if (own.empty()) {
            return;
        }
        const auto number = static_cast<std::size_t>(host == own.end() ? 0 : host - own.begin());
        const TimeNs begin = trace.span().begin;
        data_.clocks.push_back(
            {.process = ProcessId(static_cast<std::uint32_t>(data_.processes.size() - own.size() + number)),
             .offset = known.moved(begin) - begin,
             .driftPerBillion = known.driftPerBillion(),
             .error = known.error,
             .method = known.method,
             .applied = true,
             .samples = {{.clock = begin, .session = known.moved(begin), .error = known.error}}});
    }

    // Null: asked to stop.
    std::shared_ptr<const Trace> finish(SessionInfo info) {
        if (stop_.stop_requested()) {
            return nullptr;
        }
        sortByTime(memory_);
        data_.info = std::move(info);
        data_.strings = strings_.snapshot();
        data_.stacks = stacks_.snapshot();
        takeRows(data_.points, std::move(points_));
        takeRows(data_.memory, std::move(memory_));
        if (stop_.stop_requested()) {
            return nullptr;
        }
        data_.links.add(std::move(links_));
        return std::make_shared<const Trace>(std::move(data_));
    }

private:
    struct Columns {
        std::vector<TimeNs> start;
        std::vector<TimeNs> duration; // where the clock drifts
        std::vector<StringId> name;
        std::vector<SliceId> parent;
        std::vector<LayoutId> layout;
        std::shared_ptr<const void> original; // the columns that stay as they are
    };

    // Asks now and then; a stop that was asked for once stays so.
    [[nodiscard]] bool goesOn(std::size_t done) {
        stopped_ = stopped_ || (done % kStopEvery == 0 && stop_.stop_requested());
        return !stopped_;
    }
    [[nodiscard]] StringId text(StringId id) const {
        return id.value < texts_.size() ? StringId(texts_[id.value]) : id;
    }
    [[nodiscard]] SliceId moved(SliceId id) const { return id.valid() ? SliceId(id.value + sliceBase_) : id; }
    [[nodiscard]] LayoutId moved(LayoutId id) const {
        return id.valid() ? LayoutId(id.value + layoutBase_) : id;
    }
    [[nodiscard]] TrackId moved(TrackId id) const { return id.valid() ? TrackId(id.value + trackBase_) : id; }

    void mapStrings(const Trace& trace) {
        texts_.clear();
        for (std::uint32_t i = 0; i < trace.strings().size() && goesOn(i); ++i) {
            texts_.push_back(strings_.intern(trace.strings().view(StringId(i))).value);
        }
        sharedTexts_ = std::make_shared<const std::vector<std::uint32_t>>(texts_);
    }

    void mapStacks(const Trace& trace) {
        stackIds_.clear();
        for (std::uint32_t i = 0; i < trace.stacks().size() && goesOn(i); ++i) {
            const StackTable::Node& node = trace.stacks().node(StackId(i));
            Frame frame = node.frame;
            frame.function = text(frame.function);
            frame.file = text(frame.file);
            frame.module = text(frame.module);
            const bool known = node.parent.valid() && node.parent.value < stackIds_.size();
            stackIds_.push_back(stacks_.intern(known ? stackIds_[node.parent.value] : StackId(), frame));
        }
        sharedStacks_ = std::make_shared<const std::vector<StackId>>(stackIds_);
    }

    void addLayouts(const Trace& trace) {
        for (const auto& layout : trace.args().layouts) {
            auto copy = std::make_shared<ArgLayout>(*layout);
            copy->category = text(copy->category);
            for (ArgColumn& c : copy->columns) {
                c.key = text(c.key);
                c.constant = text(c.constant);
            }
            copy->textMap = layout->textMap ? composed(*layout->textMap) : sharedTexts_;
            copy->stackMap = sharedStacks_;
            data_.args.layouts.push_back(std::move(copy));
        }
        composed_.clear();
    }

    // A worker's map followed by this trace's; one per worker.
    std::shared_ptr<const std::vector<std::uint32_t>> composed(const std::vector<std::uint32_t>& inner) {
        for (const auto& [from, to] : composed_) {
            if (from == &inner) {
                return to;
            }
        }
        std::vector<std::uint32_t> map;
        map.reserve(inner.size());
        for (const std::uint32_t id : inner) {
            map.push_back(text(StringId(id)).value);
        }
        composed_.emplace_back(&inner, std::make_shared<const std::vector<std::uint32_t>>(std::move(map)));
        return composed_.back().second;
    }

    void addProcesses(const Trace& trace, std::int64_t rank, const std::string& suffix) {
        for (Process process : trace.processes()) {
            if (!suffix.empty() && process.isProfiler()) { // which its new key does not say
                process.kind = Process::Kind::Other;
            }
            process.rank = rank >= 0 ? rank : process.rank;
            const std::string whose = process.rank >= 0 ? rankText(process.rank) : suffix;
            if (!suffix.empty()) {
                process.key += " (" + whose + ")";
            }
            if (!suffix.empty() && process.label.find(whose) == std::string::npos) {
                process.label = process.label.empty() ? whose : process.label + ", " + whose;
            }
            process.host = process.host.empty() ? trace.info().host : process.host;
            data_.processes.push_back(std::move(process));
        }
    }

    void addPlaces(const Trace& trace, std::int64_t rank, const std::string& suffix) {
        const auto processBase = static_cast<std::uint32_t>(data_.processes.size());
        addProcesses(trace, rank, suffix);
        for (Track track : trace.tracks()) {
            track.process = ProcessId(track.process.value + processBase);
            track.wholeUpTo = std::numeric_limits<TimeNs>::max(); // what is merged does not grow
            data_.tracks.push_back(std::move(track));
        }
        for (Clock clock : trace.clocks()) {
            clock.process =
                clock.process.valid() ? ProcessId(clock.process.value + processBase) : ProcessId();
            const TimeNs begin = clock.samples.empty() ? 0 : clock.samples.front().clock;
            clock.offset = clock_.moved(begin + clock.offset) - begin;
            clock.driftPerBillion += clock_.driftPerBillion();
            for (Clock::Sample& sample : clock.samples) {
                sample.session = clock_.moved(sample.session);
            }
            data_.clocks.push_back(std::move(clock));
        }
    }

    void addSegment(const Segment& segment) {
        auto columns = std::make_shared<Columns>();
        auto copy = std::make_shared<Segment>(segment);
        columns->original = segment.storage;
        for (std::uint32_t i = 0; i < segment.size(); ++i) {
            columns->start.push_back(clock_.moved(segment.start[i]));
            if (clock_.drift != 0) {
                columns->duration.push_back(clock_.moved(segment.end(i)) - columns->start.back());
            }
            columns->name.push_back(text(segment.name[i]));
            columns->parent.push_back(moved(segment.parent[i]));
            columns->layout.push_back(moved(segment.layout[i]));
        }
        copy->track = moved(segment.track);
        copy->first = segment.first + sliceBase_;
        copy->start = columns->start;
        if (clock_.drift != 0) {
            copy->duration = columns->duration;
        }
        copy->name = columns->name;
        copy->parent = columns->parent;
        copy->layout = columns->layout;
        copy->storage = std::move(columns);
        slices_ += segment.size();
        data_.segments.push_back(std::move(copy));
    }

    void addPoints(const PointTable& points) {
        for (std::uint32_t i = 0; i < points.size() && goesOn(i); ++i) {
            points_.time.push_back(clock_.moved(points.time[i]));
            points_.name.push_back(text(points.name[i]));
            points_.track.push_back(moved(points.track[i]));
            points_.layout.push_back(moved(points.layout[i]));
            points_.row.push_back(points.row[i]);
        }
    }

    void addMemory(const MemoryTable& memory) {
        for (std::uint32_t i = 0; i < memory.size() && goesOn(i); ++i) {
            memory_.time.push_back(clock_.moved(memory.time[i]));
            memory_.track.push_back(moved(memory.track[i]));
            const StackId stack = memory.stack[i];
            memory_.stack.push_back(stack.value < stackIds_.size() ? stackIds_[stack.value] : StackId());
        }
        const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        append(memory_.address, memory.address);
        append(memory_.bytes, memory.bytes);
        append(memory_.totalAllocated, memory.totalAllocated);
        append(memory_.totalReserved, memory.totalReserved);
        append(memory_.deviceType, memory.deviceType);
        append(memory_.deviceIndex, memory.deviceIndex);
    }

    void addCounters(const std::vector<CounterSeries>& counters) {
        for (CounterSeries series : counters) {
            if (stop_.stop_requested()) {
                return;
            }
            series.track = moved(series.track);
            series.name = text(series.name);
            series.key = text(series.key);
            SharedColumn<TimeNs> time;
            for (const TimeNs t : std::exchange(series.time, {})) {
                time.push_back(clock_.moved(t));
            }
            series.time = std::move(time);
            data_.counters.push_back(std::move(series));
        }
    }

    std::stop_token stop_;
    bool stopped_ = false;
    TraceData data_;
    StringInterner strings_;
    StackInterner stacks_;
    PointRows points_;
    MemoryRows memory_;
    UnwrittenVector<Link> links_;
    std::uint32_t slices_ = 0;

    // Of the trace that is being added.
    std::vector<std::uint32_t> texts_;
    std::shared_ptr<const std::vector<std::uint32_t>> sharedTexts_;
    std::vector<std::pair<const void*, std::shared_ptr<const std::vector<std::uint32_t>>>> composed_;
    std::vector<StackId> stackIds_;
    std::shared_ptr<const std::vector<StackId>> sharedStacks_;
    std::uint32_t layoutBase_ = 0;
    std::uint32_t trackBase_ = 0;
    std::uint32_t sliceBase_ = 0;
    ClockLine clock_;
};

constexpr TimeNs kLongestJob = 1'000'000'000'000'000'000; // 30 years: origins further apart are damaged

// Nothing where it cannot be known.
std::optional<ClockLine> lineBetween(const Trace& from, const Trace& to) {
    const auto a = clockOriginOf(from);
    const auto b = clockOriginOf(to);
    const std::optional<TimeNs> shift = a && b ? std::optional(*a - *b) : std::nullopt;
    const bool sound = shift && std::max(from.span().begin + *shift, to.span().begin) -
                                        std::min(from.span().begin + *shift, to.span().begin) <
                                    kLongestJob;
    return sound ? std::optional(ClockLine{*shift}) : std::nullopt;
}

// What a rank says of its devices, if it is not what the first one says of its own.
void addDevices(SessionInfo& info, const SessionInfo& of, std::int64_t rank) {
    constexpr const char* kDevices = "deviceProperties";
    using Property = std::pair<std::string, std::string>;
    const auto own = std::ranges::find(of.properties, kDevices, &Property::first);
    if (own != of.properties.end() && std::ranges::find(info.properties, *own) == info.properties.end()) {
        info.properties.emplace_back(kDevices + (".rank" + std::to_string(rank)), own->second);
    }
}

} // namespace

std::optional<Rank> rankOf(const Trace& trace) {
    return rankOf(trace.info());
}

std::vector<std::int64_t> ranksOf(const Trace& trace) {
    if (const auto one = rankOf(trace)) {
        return {one->rank};
    }
    std::set<std::int64_t> ranks;
    for (const Process& process : trace.processes()) {
        if (process.rank >= 0) {
            ranks.insert(process.rank);
        }
    }
    return {ranks.begin(), ranks.end()};
}

bool areRanksOfOneJob(const std::vector<std::shared_ptr<const Trace>>& traces) {
    std::set<std::int64_t> ranks;
    std::set<std::int64_t> sizes;
    for (const auto& trace : traces) {
        const std::vector<std::int64_t> held = ranksOf(*trace);
        for (const std::int64_t rank : held) {
            if (!ranks.insert(rank).second) {
                return false;
            }
        }
        if (held.empty()) {
            return false;
        }
        if (const auto rank = rankOf(*trace)) {
            sizes.insert(rank->worldSize);
        }
    }
    return traces.size() > 1 && sizes.size() <= 1;
}

std::size_t mergedBytes(const std::vector<std::shared_ptr<const Trace>>& traces) {
    constexpr std::size_t kSlice = 8 + 8 + 4 + 4 + 4;  // start, duration, name, parent, layout
    constexpr std::size_t kPoint = 8 + 4 + 4 + 4 + 4;  // time, name, track, layout, row
    constexpr std::size_t kMemory = 6 * 8 + 2 * 4 + 2; // of an allocation
    constexpr std::size_t kText = 16 + 8 + 2 * 4;      // its place, its slot and its number here and there
    constexpr std::size_t kStack = sizeof(StackTable::Node) * 3;
    constexpr std::size_t kLink = sizeof(Link) * 2;
    std::size_t bytes = 0;
    for (const auto& trace : traces) {
        bytes += trace->sliceCount() * kSlice + trace->points().size() * kPoint +
                 trace->memory().size() * kMemory + trace->links().size() * kLink +
                 trace->strings().size() * kText + trace->stacks().size() * kStack;
        for (const CounterSeries& series : trace->counters()) {
            bytes += series.time.size() * sizeof(TimeNs);
        }
    }
    return bytes;
}

std::shared_ptr<const Trace> mergeTraces(const std::vector<std::shared_ptr<const Trace>>& traces,
                                         const Alignment& align, const std::stop_token& stop) {
    std::vector<std::shared_ptr<const Trace>> sorted = traces;
    std::ranges::stable_sort(sorted, {}, [](const std::shared_ptr<const Trace>& t) {
        const std::vector<std::int64_t> ranks = ranksOf(*t);
        return ranks.empty() ? 0 : ranks.front();
    });
    std::vector<std::optional<TraceClock>> clocks;
    if (align) {
        clocks = align(sorted, stop);
    }
    clocks.resize(sorted.size());
    Merger merger(stop);
    SessionInfo info = sorted.front()->info();
    info.source.clear();
    std::size_t number = 0;
    for (const auto& trace : sorted) {
        const auto rank = rankOf(*trace);
        const bool first = number == 0;
        const std::optional<TraceClock>& known = clocks[number++];
        const std::optional<ClockLine> clock =
            known ? std::optional<ClockLine>(*known) : lineBetween(*trace, *sorted.front());
        merger.add(*trace, rank ? rank->rank : -1,
                   rank ? rankText(rank->rank) : "file " + std::to_string(number),
                   first ? ClockLine() : clock);
        if (known && !first) {
            merger.addClock(*trace, *known);
        }
        if (rank && trace != sorted.front()) {
            addDevices(info, trace->info(), rank->rank);
        }
        info.source += (info.source.empty() ? "" : ", ") + trace->info().source;
        info.complete = info.complete && trace->info().complete;
    }
    return merger.finish(std::move(info));
}

std::shared_ptr<const Trace> putTogether(const std::vector<std::shared_ptr<const Trace>>& traces,
                                         const std::stop_token& stop) {
    Merger merger(stop);
    SessionInfo info = traces.front()->info();
    for (const auto& trace : traces) {
        merger.add(*trace, -1, {}, ClockLine());
        if (trace != traces.front()) {
            info.source += ", " + trace->info().source;
        }
    }
    return merger.finish(std::move(info));
}

namespace {

// Of each rank one trace where its traces are captures of graphs and their replays; the others stay as they are.
void joinCapturesOfRanks(std::vector<std::shared_ptr<const Trace>>& traces, const std::stop_token& stop) {
    std::map<std::vector<std::int64_t>, std::vector<std::shared_ptr<const Trace>>> byRank;
    for (const auto& trace : traces) {
        byRank[ranksOf(*trace)].push_back(trace);
    }
    for (const auto& [rank, own] : byRank) {
        if (auto joined = joinCaptures(own, stop)) {
            *std::ranges::find(traces, own.front()) = std::move(joined);
            std::erase_if(traces, [&](const std::shared_ptr<const Trace>& trace) {
                return std::ranges::find(own, trace) != own.end();
            });
        }
    }
}

} // namespace

Result<std::vector<std::shared_ptr<const Trace>>>
openTraces(const std::vector<std::string>& given, const OpenOptions& options, const Alignment& align) {
    std::vector<std::string> paths;
    for (const std::string& path : given) {
        Result<std::vector<std::string>> held = tracePaths(path);
        if (!held) {
            return held.error();
        }
        std::ranges::move(std::move(held).value(), std::back_inserter(paths));
    }
    if (paths.size() == 1) {
        auto trace = openTrace(paths.front(), options);
        if (!trace) {
            return trace.error();
        }
        return std::vector{std::move(trace).value()};
    }
    std::vector<std::uint64_t> sizes;
    for (const std::string& path : paths) {
        const auto file = InputFile::open(path);
        if (!file) {
            return file.error();
        }
        sizes.push_back(static_cast<std::uint64_t>(file.value()->size()));
    }
    OpenProgress done{.bytesTotal = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0})};
    OpenProgress latest;
    OpenOptions each = options; // which share the memory
    const std::size_t limit = options.memoryLimit > 0 ? options.memoryLimit : usualMemoryLimit();
    each.memoryLimit = limit / paths.size();
    each.publish = nullptr;
    each.progress = [&](const OpenProgress& progress) {
        latest = {done.bytesDone + progress.bytesDone, done.bytesTotal, done.events + progress.events};
        if (options.progress) {
            options.progress(latest);
        }
    };
    std::vector<std::shared_ptr<const Trace>> traces;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        auto trace = openTrace(paths[i], each);
        if (!trace) {
            return trace.error();
        }
        traces.push_back(std::move(trace).value());
        done.bytesDone += sizes[i];
        done.events = latest.events;
    }
    const bool fits = mergedBytes(traces) <= limit / 2; // beside what they hold themselves
    if (fits && !areRanksOfOneJob(traces)) {
        joinCapturesOfRanks(traces, options.stop);
        if (options.stop.stop_requested()) {
            return Error{std::string(kCancelled)};
        }
    }
    if (areRanksOfOneJob(traces)) {
        if (!fits) {
            return Error{"there is not enough memory to put " + std::to_string(paths.size()) +
                         " ranks together; open fewer of them, or close other programs."};
        }
        auto merged = mergeTraces(traces, align, options.stop);
        return merged ? Result(std::vector{std::move(merged)}) : Error{std::string(kCancelled)};
    }
    return traces;
}

Result<std::shared_ptr<const Trace>> openAsOne(const std::vector<std::string>& paths,
                                               const OpenOptions& options, const Alignment& align) {
    auto traces = openTraces(paths, options, align);
    if (!traces) {
        return traces.error();
    }
    if (traces.value().size() != 1) {
        return Error{
            paths.front() + " and " + std::to_string(traces.value().size() - 1) +
            " more are no ranks of one job, nor captures of graphs with their replays. Each must hold ranks "
            "that no other one has, of the same number of ranks; name one file at a time."};
    }
    return traces.value().front();
}

} // namespace lanes
