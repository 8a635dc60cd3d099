#include "model/analysis/path/PathThreads.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/ranks/Collectives.h"
#include "model/analysis/time/IntervalUnion.h"
#include "model/analysis/time/OwnTimes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

namespace lanes {

namespace {

constexpr TimeNs kShortest = 1000; // of a silence in which another thread may have been waited for

bool isHostKind(EventKind kind) {
    return !runsOnDevice(kind) && kind != EventKind::Overhead && kind != EventKind::Other;
}

// What a thread does that waits for others, while they do it.
bool onlyWaits(std::string_view name) {
    return name.starts_with("c10d::") || name.starts_with("_c10d_functional::") ||
           name == "record_param_comms" ||
           (name.find("backward") != std::string_view::npos && !name.starts_with("aten::"));
}

OwnRole roleOf(EventKind kind, std::string_view name) {
    if (kind == EventKind::Runtime || runsOnHost(kind, name)) {
        return OwnRole::Works;
    }
    return kind != EventKind::Operator ? OwnRole::None : onlyWaits(name) ? OwnRole::Waits : OwnRole::Works;
}

// What `other` did within `silence`: from its first begin to its last end, if it did not go on beyond it.
std::optional<TimeRange> burstWithin(const IntervalSet& other, TimeRange silence) {
    const std::span<const TimeRange> all = other.ranges();
    const auto after = std::ranges::lower_bound(all, silence.end, {}, &TimeRange::begin);
    const auto first = std::ranges::upper_bound(all, silence.begin, {}, &TimeRange::end);
    if (first >= after || (after - 1)->end > silence.end) {
        return std::nullopt;
    }
    return TimeRange{std::max(first->begin, silence.begin), (after - 1)->end};
}

class Handovers {
public:
    explicit Handovers(const std::vector<PathThread>& threads)
        : threads_(threads) {
        for (std::uint32_t i = 0; i < threads.size(); ++i) {
            if (!threads[i].busy.empty()) {
                ofProcess_[threads[i].process].push_back(i);
            }
        }
    }

    std::vector<PathHandover> find() {
        for (const auto& [process, own] : ofProcess_) {
            for (const std::uint32_t thread : own) {
                const std::span<const TimeRange> busy = threads_[thread].busy.ranges();
                begins(thread, busy.front().begin, own);
                for (std::size_t i = 1; i < busy.size(); ++i) {
                    resumes(thread, {busy[i - 1].end, busy[i].begin}, own);
                }
            }
        }
        return std::move(found_);
    }

private:
    void resumes(std::uint32_t thread, TimeRange silence, const std::vector<std::uint32_t>& own) {
        if (silence.length() < kShortest) {
            return;
        }
        std::optional<PathHandover> best;
        for (const std::uint32_t other : own) {
            const auto burst = other == thread ? std::nullopt : burstWithin(threads_[other].busy, silence);
            if (burst && 2 * burst->length() >= silence.length() && (!best || burst->end > best->done)) {
                best = PathHandover{thread, silence.begin, silence.end, other, burst->end, false};
            }
        }
        if (best) {
            found_.push_back(*best);
        }
    }

    // Its first work: for the thread that did most, and was there already.
    void begins(std::uint32_t thread, TimeNs time, const std::vector<std::uint32_t>& own) {
        std::optional<std::uint32_t> by;
        for (const std::uint32_t other : own) {
            if (other != thread && threads_[other].busy.ranges().front().begin < time &&
                (!by || threads_[other].works > threads_[*by].works)) {
                by = other;
            }
        }
        if (by) {
            const std::span<const TimeRange> busy = threads_[*by].busy.ranges();
            const auto after = std::ranges::upper_bound(busy, time, {}, &TimeRange::begin);
            found_.push_back({thread, time, time, *by, std::min((after - 1)->end, time), true});
        }
    }

    const std::vector<PathThread>& threads_;
    std::map<ProcessId, std::vector<std::uint32_t>> ofProcess_;
    std::vector<PathHandover> found_;
};

// What a segment tells of its thread.
void addSegment(const Segment& segment, std::map<TrackId, PathThread>& threads) {
    for (std::uint32_t i = 0; i < segment.laneBegin[1]; ++i) {
        if (!isHostKind(segment.kind[i])) {
            continue;
        }
        PathThread& thread = threads[segment.track];
        const TimeRange range{segment.start[i], segment.end(i)};
        if (thread.slices == 0) {
            thread.range = range;
        }
        thread.range.begin = std::min(thread.range.begin, range.begin);
        thread.range.end = std::max(thread.range.end, range.end);
        ++thread.slices;
    }
    if (const auto thread = threads.find(segment.track); thread != threads.end()) {
        const auto of = [&](EventKind kind) { return std::ranges::count(segment.kind, kind); };
        thread->second.slices += segment.size();
        thread->second.works += static_cast<std::uint32_t>(of(EventKind::Operator) + of(EventKind::Runtime));
    }
}

} // namespace

std::vector<PathThread> pathThreads(const Trace& trace, const std::stop_token& stop) {
    std::map<TrackId, PathThread> threads;
    for (const auto& segment : trace.segments()) {
        if (segment->size() > 0 && !stop.stop_requested()) {
            addSegment(*segment, threads);
        }
    }
    std::map<ProcessId, std::uint32_t> busiest;
    std::vector<PathThread> found;
    for (auto& [track, thread] : threads) {
        thread.track = track;
        thread.process = processOf(trace, track);
        const auto at = static_cast<std::uint32_t>(found.size());
        std::uint32_t& most = busiest.try_emplace(thread.process, at).first->second;
        most = most == at || thread.works <= found[most].works ? most : at;
        found.push_back(std::move(thread));
    }
    // The busiest has most slices by far: it is looked at only where there is another one to wait for.
    std::set<ProcessId> several;
    for (std::uint32_t i = 0; i < found.size(); ++i) {
        if (busiest[found[i].process] != i) {
            found[i].busy = ownTimes(trace, found[i].track, roleOf, stop);
            if (!found[i].busy.empty()) {
                several.insert(found[i].process);
            }
        }
    }
    for (const ProcessId process : several) {
        PathThread& thread = found[busiest[process]];
        thread.busy = ownTimes(trace, thread.track, roleOf, stop);
    }
    return found;
}

std::vector<PathHandover> pathHandovers(const std::vector<PathThread>& threads) {
    return Handovers(threads).find();
}

bool isHostCollective(const Trace& trace, SliceId slice) {
    const Trace::Slice own = trace.slice(slice);
    return runsOnHost(own.kind, trace.text(own.name));
}

} // namespace lanes
