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
#include <tuple>

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

OwnRole roleOf(EventKind kind, std::string_view name, const OwnClasses* own) {
    if (kind == EventKind::Runtime || runsOnHost(kind, name, own)) {
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

// The silences of one process's threads, in the order of their ends, and for each the other thread that it may have waited
// for. A sweep over time: which threads are busy, and when those that are not were last.
class Handovers {
public:
    Handovers(const std::vector<PathThread>& threads, std::vector<std::uint32_t> own)
        : threads_(threads)
        , own_(std::move(own)) {}

    void find(std::vector<PathHandover>& found) {
        begins(found);
        gather();
        for (const Moment& moment : moments_) {
            const PathThread& thread = threads_[moment.thread];
            const std::span<const TimeRange> busy = thread.busy.ranges();
            if (moment.kind == Moment::End) {
                quiet_.insert({busy[moment.range].end, moment.thread});
            } else if (moment.kind == Moment::Resume) {
                resumes(moment.thread, {busy[moment.range - 1].end, busy[moment.range].begin}, found);
            } else if (moment.range > 0) {
                quiet_.erase({busy[moment.range - 1].end, moment.thread});
            }
        }
    }

private:
    // Of equal times: what ends is over, who resumes looks, and only then what begins is busy.
    struct Moment {
        enum Kind : std::uint8_t { End, Resume, Begin };
        TimeNs time;
        Kind kind;
        std::uint32_t thread;
        std::uint32_t range; // of the thread's busy ones
    };
    // Latest end first; of equal ones the first thread.
    struct LatestFirst {
        bool operator()(const std::pair<TimeNs, std::uint32_t>& a,
                        const std::pair<TimeNs, std::uint32_t>& b) const {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        }
    };
    static constexpr int kMostAsked =
        64; // threads for a silence: with hundreds none can be told to be the one

    void gather() {
        for (const std::uint32_t thread : own_) {
            const std::span<const TimeRange> busy = threads_[thread].busy.ranges();
            for (std::uint32_t i = 0; i < busy.size(); ++i) {
                moments_.push_back({busy[i].begin, Moment::Begin, thread, i});
                moments_.push_back({busy[i].end, Moment::End, thread, i});
                if (i > 0 && busy[i].begin - busy[i - 1].end >= kShortest) {
                    moments_.push_back({busy[i].begin, Moment::Resume, thread, i});
                }
            }
        }
        std::ranges::sort(moments_, {}, [](const Moment& m) { return std::tuple(m.time, m.kind, m.thread); });
    }

    void resumes(std::uint32_t thread, TimeRange silence, std::vector<PathHandover>& found) const {
        int asked = 0;
        for (const auto& [end, other] : quiet_) {
            const TimeNs behind = silence.end - end;
            if (2 * behind > silence.length() || ++asked > kMostAsked) {
                return; // no burst that ends so early is half as long as the silence
            }
            const auto burst = other == thread ? std::nullopt : burstWithin(threads_[other].busy, silence);
            if (burst && 2 * burst->length() >= silence.length()) {
                found.push_back({thread, silence.begin, silence.end, other, burst->end, false});
                return;
            }
        }
    }

    // The first work of each thread: for the thread that did most, and was there already.
    void begins(std::vector<PathHandover>& found) const {
        std::vector<std::uint32_t> order = own_;
        const auto firstOf = [&](std::uint32_t i) { return threads_[i].busy.ranges().front().begin; };
        std::ranges::stable_sort(order, {}, firstOf);
        std::optional<std::uint32_t> most;  // of those that began before
        std::optional<std::uint32_t> equal; // the most among those that begin at the same time
        for (std::size_t i = 0; i < order.size(); ++i) {
            const TimeNs time = firstOf(order[i]);
            if (i > 0 && firstOf(order[i - 1]) != time) {
                most = !most || (equal && isMore(*equal, *most)) ? equal : most;
                equal.reset();
            }
            equal = !equal || isMore(order[i], *equal) ? order[i] : *equal;
            if (most) {
                const std::span<const TimeRange> busy = threads_[*most].busy.ranges();
                const auto after = std::ranges::upper_bound(busy, time, {}, &TimeRange::begin);
                found.push_back({order[i], time, time, *most, std::min((after - 1)->end, time), true});
            }
        }
    }
    // Of as many works the first thread.
    [[nodiscard]] bool isMore(std::uint32_t a, std::uint32_t b) const {
        return threads_[a].works != threads_[b].works ? threads_[a].works > threads_[b].works : a < b;
    }

    const std::vector<PathThread>& threads_;
    std::vector<std::uint32_t> own_; // threads of the process that are ever busy
    std::vector<Moment> moments_;
    std::set<std::pair<TimeNs, std::uint32_t>, LatestFirst>
        quiet_; // threads that are not busy, by their last end
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
    OwnTimes own(trace, roleOf);
    std::set<ProcessId> several;
    for (std::uint32_t i = 0; i < found.size(); ++i) {
        if (busiest[found[i].process] != i) {
            found[i].busy = own.of(found[i].track, stop);
            if (!found[i].busy.empty()) {
                several.insert(found[i].process);
            }
        }
    }
    for (const ProcessId process : several) {
        PathThread& thread = found[busiest[process]];
        thread.busy = own.of(thread.track, stop);
    }
    return found;
}

std::vector<PathHandover> pathHandovers(const std::vector<PathThread>& threads) {
    std::map<ProcessId, std::vector<std::uint32_t>> ofProcess;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        if (!threads[i].busy.empty()) {
            ofProcess[threads[i].process].push_back(i);
        }
    }
    std::vector<PathHandover> found;
    for (auto& [process, own] : ofProcess) {
        Handovers(threads, std::move(own)).find(found);
    }
    std::ranges::stable_sort(found, {},
                             [](const PathHandover& h) { return std::tuple(h.to, !h.first, h.resumed); });
    return found;
}

bool isHostCollective(const Trace& trace, SliceId slice) {
    const Trace::Slice own = trace.slice(slice);
    return runsOnHost(own.kind, trace.text(own.name), trace.ownClasses());
}

} // namespace lanes
