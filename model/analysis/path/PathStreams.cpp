#include "model/analysis/path/PathStreams.h"

#include "model/trace/args/IdReader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr TimeNs kUsualWay = 10'000; // where no launch shows it

bool isSynchronisation(std::string_view name) {
    return name.find("Synchronize") != std::string_view::npos;
}

// One in so many is shorter; nothing of none.
std::optional<TimeNs> nearlyShortest(std::vector<TimeNs>& times) {
    constexpr std::size_t kShorter = 10;
    if (times.empty()) {
        return std::nullopt;
    }
    const auto shortest = times.begin() + static_cast<std::ptrdiff_t>(times.size() / kShorter);
    std::ranges::nth_element(times, shortest);
    return *shortest;
}

} // namespace

PathStreams::PathStreams(const Trace& trace, const std::stop_token& stop)
    : trace_(trace) {
    const WorkTimeline work(trace, stop);
    for (const WorkTimeline::Stream& stream : work.streams()) {
        if (!stop.stop_requested()) {
            addStream(stream);
        }
    }
    sortByEnd();
    findUsualWay();
    findUsualPause();
    readWaits(stop);
}

void PathStreams::addStream(const WorkTimeline::Stream& stream) {
    PathStream& own = streams_.emplace_back();
    own.track = stream.track;
    own.device = stream.device;
    std::vector<WorkSpan> spans = stream.work;
    std::ranges::stable_sort(
        spans, {}, [](const WorkSpan& span) { return std::pair(span.range.begin, span.range.end); });
    TimeNs latest = std::numeric_limits<TimeNs>::min();
    for (const WorkSpan& span : spans) {
        PathWork work{span.range, span.slice, trace_.links().firstTo(span.slice, LinkKind::Launch),
                      span.range.begin};
        if (trace_.has(work.launch)) {
            work.launched = trace_.slice(work.launch).start;
        } else {
            work.launch = {};
        }
        latest = std::max(latest, std::min(work.launched, span.range.begin));
        own.works.push_back(work);
        own.launchedTo.push_back(latest);
    }
}

// Of those that found their stream idle: some waited for other streams.
void PathStreams::findUsualWay() {
    std::vector<TimeNs> ways;
    for (const PathStream& stream : streams_) {
        for (std::size_t i = 0; i < stream.works.size(); ++i) {
            const PathWork& work = stream.works[i];
            const bool idle = i == 0 || stream.works[i - 1].range.end <= work.launched;
            if (idle && work.launch.valid() && work.launched <= work.range.begin) {
                ways.push_back(work.range.begin - work.launched);
            }
        }
    }
    usualWay_ = nearlyShortest(ways).value_or(kUsualWay);
}

// Of those that were there when what ran before them ended: some waited for other streams, too.
void PathStreams::findUsualPause() {
    std::vector<TimeNs> pauses;
    for (const PathStream& stream : streams_) {
        for (std::size_t i = 1; i < stream.works.size(); ++i) {
            const PathWork& work = stream.works[i];
            const TimeNs before = stream.works[i - 1].range.end;
            if (work.launch.valid() && work.launched + usualWay_ <= before && before <= work.range.begin) {
                pauses.push_back(work.range.begin - before);
            }
        }
    }
    usualPause_ = nearlyShortest(pauses).value_or(0);
}

// When calls recorded events, by correlation.
std::map<FileId, TimeNs> PathStreams::eventRecords(const std::stop_token& stop) const {
    IdReader correlations(trace_, "correlation");
    std::map<FileId, TimeNs> calls;
    for (const auto& segment : trace_.segments()) {
        for (std::uint32_t i = segment->next(EventKind::Runtime, 0);
             i < segment->size() && !stop.stop_requested(); i = segment->next(EventKind::Runtime, i + 1)) {
            const std::optional<FileId> id = correlations.of(*segment, i);
            if (id && trace_.text(segment->name[i]).find("EventRecord") != std::string_view::npos) {
                calls[*id] = segment->start[i];
            }
        }
    }
    return calls;
}

void PathStreams::readWaits(const std::stop_token& stop) {
    const auto reader = [&](ArgKey key) { return ArgReader(trace_.args(), trace_.strings(), key); };
    ArgReader streams = reader("stream");
    ArgReader awaited = reader("wait_on_stream");
    IdReader records(trace_, "wait_on_cuda_event_record_corr_id");
    const std::map<FileId, TimeNs> calls = eventRecords(stop);
    for (const auto& segment : trace_.segments()) {
        for (std::uint32_t i = segment->next(EventKind::DeviceSync, 0); i < segment->size();
             i = segment->next(EventKind::DeviceSync, i + 1)) {
            const auto number = [&](ArgReader& of) {
                return of.integer(segment->layout[i], segment->row[i], trace_.strings(), -1);
            };
            const SliceId call = trace_.links().firstTo(SliceId(segment->first + i), LinkKind::Launch);
            Told told{trace_.has(call) ? trace_.slice(call).start : segment->start[i], number(streams),
                      number(awaited), 0, trace_.tracks()[segment->track.value].process};
            told.recorded = told.called;
            for (const ProcessId program : programsOf(told.process, call)) {
                const auto id = records.of(SliceId(segment->first + i), program);
                const auto record = id ? calls.find(*id) : calls.end();
                told.recorded = record != calls.end() ? record->second : told.recorded;
            }
            const bool ofStream = trace_.text(segment->name[i]).find("Wait Event") != std::string_view::npos;
            if (!ofStream && trace_.has(call)) {
                syncs_.emplace(call, told);
            } else if (const auto waiting = streamNumbered(told.stream, told.process); ofStream && waiting) {
                waits_[*waiting].push_back(told);
            }
        }
    }
    for (auto& [stream, waits] : waits_) {
        std::ranges::sort(waits, {}, &Told::called);
    }
}

// Whose ids a device's record may carry: of the program that made the call, else of any of its rank.
std::vector<ProcessId> PathStreams::programsOf(ProcessId device, SliceId call) const {
    if (trace_.has(call)) {
        return {processOf(trace_, trace_.slice(call).track)};
    }
    std::vector<ProcessId> programs;
    const std::vector<Process>& all = trace_.processes();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (all[i].kind == Process::Kind::Host && sameRank(all[i], all[device.value])) {
            programs.emplace_back(i);
        }
    }
    return programs;
}

std::optional<std::uint32_t> PathStreams::streamNumbered(std::int64_t number, ProcessId process) const {
    const std::string key = std::to_string(number);
    for (std::uint32_t i = 0; i < streams_.size() && number >= 0; ++i) {
        const Track& track = trace_.tracks()[streams_[i].track.value];
        if (track.key == key && track.process == process) {
            return i;
        }
    }
    return std::nullopt;
}

bool PathStreams::isOfProcess(std::uint32_t stream, ProcessId host) const {
    const SliceId launch = streams_[stream].works.front().launch;
    if (launch.valid()) {
        return processOf(trace_, trace_.slice(launch).track) == host;
    }
    const ProcessId own = trace_.tracks()[streams_[stream].track.value].process;
    return sameRank(trace_.processes()[own.value], trace_.processes()[host.value]);
}

std::optional<std::uint32_t> PathStreams::lastLaunchedBefore(std::uint32_t stream, TimeNs time) const {
    const std::vector<TimeNs>& launched = streams_[stream].launchedTo;
    const auto after = std::ranges::lower_bound(launched, time);
    return after == launched.begin()
               ? std::nullopt
               : std::optional(static_cast<std::uint32_t>(after - launched.begin() - 1));
}

// A copy that its call outlasts.
std::vector<PathWorkId> PathStreams::blockingCopy(const Trace::Slice& call, SliceId copy) const {
    const Trace::Slice work = trace_.slice(copy);
    const bool blocked =
        work.kind != EventKind::Kernel && work.end() <= call.end() && work.end() > call.start;
    for (std::uint32_t s = 0; blocked && s < streams_.size(); ++s) {
        const std::vector<PathWork>& works = streams_[s].works;
        const auto begun =
            std::ranges::equal_range(works, work.start, {}, [](const PathWork& w) { return w.range.begin; });
        const auto at = std::ranges::find(begun, copy, &PathWork::slice);
        if (at != begun.end()) {
            return {{s, static_cast<std::uint32_t>(at - works.begin())}};
        }
    }
    return {};
}

std::vector<PathWorkId> PathStreams::awaitedBy(SliceId call) const {
    constexpr TimeNs kClockError = 20'000; // device and host tell time by clocks of their own
    const Trace::Slice own = trace_.slice(call);
    const std::string_view name = trace_.text(own.name);
    if (!isSynchronisation(name)) {
        const SliceId copy = trace_.links().firstFrom(call, LinkKind::Launch);
        return trace_.has(copy) && isDeviceWork(trace_.slice(copy).kind) ? blockingCopy(own, copy)
                                                                         : std::vector<PathWorkId>();
    }
    const auto told = syncs_.find(call);
    const bool ofEvent = told != syncs_.end() && told->second.awaited >= 0;
    const bool ofOne = ofEvent || (told != syncs_.end() && told->second.stream >= 0);
    const auto only =
        ofOne ? streamNumbered(ofEvent ? told->second.awaited : told->second.stream, told->second.process)
              : std::nullopt;
    const auto has = [name](std::string_view word) { return name.find(word) != std::string_view::npos; };
    const bool ofAll = has("DeviceSync") || has("CtxSync") || (streams_.size() == 1 && has("StreamSync"));
    const TimeNs until = ofEvent ? std::min(told->second.recorded, own.start) : own.start;
    const TimeNs latest = own.end() + (only || ofAll ? kClockError : 0);
    std::vector<PathWorkId> found;
    for (std::uint32_t s = 0; s < streams_.size(); ++s) {
        const auto last = lastLaunchedBefore(s, until);
        if (last && (!only || *only == s) && isOfProcess(s, processOf(trace_, own.track)) &&
            streams_[s].works[*last].range.end <= latest) {
            found.push_back({s, *last});
        }
    }
    if (only || ofAll || found.empty()) {
        return found;
    }
    const PathWorkId one =
        *std::ranges::max_element(found, {}, [&](PathWorkId id) { return work(id).range.end; });
    return work(one).range.end > own.start ? std::vector{one} : std::vector<PathWorkId>();
}

std::vector<PathWorkId> PathStreams::toldToAwait(PathWorkId id) const {
    std::vector<PathWorkId> found;
    const auto waits = waits_.find(id.stream);
    if (waits == waits_.end()) {
        return found;
    }
    const std::vector<TimeNs>& launched = streams_[id.stream].launchedTo;
    const TimeNs from = id.work == 0 ? std::numeric_limits<TimeNs>::min() : launched[id.work - 1];
    auto wait = std::ranges::upper_bound(waits->second, from, {}, &Told::called);
    for (; wait != waits->second.end() && wait->called <= launched[id.work]; ++wait) {
        const auto stream = streamNumbered(wait->awaited, wait->process);
        const auto last = stream ? lastLaunchedBefore(*stream, wait->recorded) : std::nullopt;
        if (last) {
            found.push_back({*stream, *last});
        }
    }
    return found;
}

void PathStreams::sortByEnd() {
    for (std::uint32_t s = 0; s < streams_.size(); ++s) {
        std::vector<Ended>& ended = ended_[streams_[s].device];
        for (std::uint32_t w = 0; w < streams_[s].works.size(); ++w) {
            const TimeRange range = streams_[s].works[w].range;
            if (!range.empty()) { // else it holds nobody up, and might begin when what waits for it does
                ended.push_back({range.end, {s, w}});
            }
        }
    }
    for (auto& [device, ended] : ended_) {
        std::ranges::sort(ended, [](const Ended& a, const Ended& b) {
            return std::tuple(a.end, b.work.stream, a.work.work) <
                   std::tuple(b.end, a.work.stream, b.work.work);
        });
        for (std::size_t i = 1; i < ended.size(); ++i) {
            const bool same = ended[i].work.stream == ended[i - 1].work.stream;
            ended[i].elsewhere = same ? ended[i - 1].elsewhere : i;
        }
    }
}

std::optional<PathWorkId> PathStreams::endedBefore(std::uint32_t stream, TimeNs after, TimeNs until) const {
    const std::vector<Ended>& ended = ended_.at(streams_[stream].device);
    auto behind =
        static_cast<std::size_t>(std::ranges::upper_bound(ended, until, {}, &Ended::end) - ended.begin());
    if (behind > 0 && ended[behind - 1].work.stream == stream) {
        behind = ended[behind - 1].elsewhere;
    }
    return behind > 0 && ended[behind - 1].end > after ? std::optional(ended[behind - 1].work) : std::nullopt;
}

} // namespace lanes
