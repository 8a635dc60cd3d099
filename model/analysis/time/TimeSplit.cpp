#include "model/analysis/time/TimeSplit.h"

#include "model/analysis/time/IntervalUnion.h"
#include "model/base/StopEvery.h"
#include "model/base/Threads.h"
#include "model/trace/KernelClasses.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

namespace lanes {

namespace {

constexpr auto kNotWork = Activity::Idle;

bool containsInAnyCase(std::string_view text, std::string_view word) {
    const auto sameLetter = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), sameLetter) != text.end();
}

// That the host carries out itself.
bool isHostWork(std::string_view name) {
    return name.starts_with("gloo:") || name.starts_with("mpi:") || name.starts_with("ucc:");
}

Activity hostActivity(EventKind kind, std::string_view name, const OwnClasses* own) {
    const OwnClass* const found = own != nullptr ? own->of(kind, name) : nullptr;
    if (found != nullptr ? found->runsOnHost() : isHostWork(name)) {
        return Activity::Communication;
    }
    if (containsInAnyCase(name, "dataloader")) {
        return Activity::DataLoading;
    }
    return kind == EventKind::Operator ? Activity::Cpu : kNotWork;
}

// Activities of slices: each name of a kind is looked at once.
class TimeClassifier {
public:
    explicit TimeClassifier(const Trace& trace)
        : trace_(trace) {}

    Activity of(const Segment& segment, std::uint32_t i) {
        const EventKind kind = segment.kind[i];
        if (kind == EventKind::PythonFunction) {
            return Activity::Other;
        }
        if (kind == EventKind::Other) { // by its category
            const ArgLayout* layout = trace_.args().layout(segment.layout[i]);
            return activityOf(kind, trace_.text(segment.name[i]),
                              layout != nullptr ? trace_.text(layout->category) : std::string_view{},
                              nullptr);
        }
        std::vector<Activity>& known = known_[static_cast<std::size_t>(kind)];
        if (known.empty()) {
            known.assign(trace_.strings().size() + 1, kUnknown);
        }
        Activity& activity = known[std::min<std::size_t>(segment.name[i].value, known.size() - 1)];
        if (activity == kUnknown) {
            activity = activityOf(kind, trace_.text(segment.name[i]), {}, trace_.ownClasses());
        }
        return activity;
    }

private:
    static constexpr auto kUnknown = static_cast<Activity>(0xff);

    const Trace& trace_;
    std::array<std::vector<Activity>, kEventKinds> known_; // kind, name
};

using Ranges = std::array<HugeVector<TimeRange>, kActivityCount>;

// What a piece of a lane adds. A slice inside one of the same activity adds nothing. False if asked to stop.
bool collectPiece(const Segment& segment, const LanePiece& piece, TimeClassifier& classifier, Ranges& ranges,
                  const std::stop_token& stop) {
    for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
        if ((i == piece.begin || i % kStopEvery == 0) && stop.stop_requested()) {
            return false;
        }
        const Activity activity = classifier.of(segment, i);
        if (activity == kNotWork) {
            continue;
        }
        const SliceId outer = segment.parent[i];
        const std::uint32_t p = outer.value - segment.first;
        if (outer.valid() && outer.value >= segment.first && p < i && segment.end(p) >= segment.end(i) &&
            classifier.of(segment, p) == activity) {
            continue;
        }
        HugeVector<TimeRange>& found = ranges[static_cast<std::size_t>(activity)];
        if (found.size() == found.capacity()) { // memory that is not touched costs nothing, copying does
            found.reserve(2 * found.size() + (piece.end - i));
        }
        found.push_back({segment.start[i], segment.end(i)});
    }
    return true;
}

// The unions of all lanes seen so far, by activity and for each device.
class ActivityCollector {
public:
    enum Part : std::uint8_t { Compute, Communication, Copies };
    static constexpr std::size_t kParts = 3;

    ActivityCollector(const Trace& trace, const Devices& devices)
        : trace_(trace)
        , numbers_(devices)
        , classifier_(trace) {}

    // False if asked to stop.
    bool addLane(const Lane& lane, const std::stop_token& stop) {
        bool onDevice = false;
        for (const LanePiece& piece : lane.pieces) {
            const Segment& segment = *trace_.segments()[piece.segment];
            const bool before = std::exchange(onDevice, runsOnDevice(segment.kind[piece.begin]));
            if (before != onDevice) {
                addRanges(lane.track, before);
            }
            if (!collectPiece(segment, piece, classifier_, ranges_, stop)) {
                return false;
            }
        }
        addRanges(lane.track, onDevice);
        return true;
    }

    // What another one has seen.
    void add(ActivityCollector& other) {
        for (std::size_t a = 0; a < unions_.size(); ++a) {
            unions_[a].add(other.take(a));
        }
        for (auto& [device, parts] : other.devices_) {
            for (std::size_t part = 0; part < kParts; ++part) {
                devices_[device][part].add(parts[part].take());
            }
        }
    }

    [[nodiscard]] IntervalSet take(std::size_t activity) { return unions_[activity].take(); }
    [[nodiscard]] std::map<std::uint32_t, std::array<IntervalUnion, kParts>>& devices() { return devices_; }

private:
    void addRanges(TrackId track, bool onDevice) {
        for (std::size_t a = 0; a < ranges_.size(); ++a) {
            if (ranges_[a].empty()) {
                continue;
            }
            IntervalSet set(std::exchange(ranges_[a], {}));
            const auto activity = static_cast<Activity>(a);
            if (activity <= Activity::Communication && onDevice) {
                devices_[numbers_.of(trace_.tracks()[track.value].process)][partOf(activity)].add(set);
            }
            unions_[a].add(std::move(set));
        }
    }

    static Part partOf(Activity activity) {
        if (activity == Activity::Kernel) {
            return Compute;
        }
        return activity == Activity::Communication ? Communication : Copies;
    }

    const Trace& trace_;
    const Devices& numbers_;
    TimeClassifier classifier_;
    Ranges ranges_;
    std::array<IntervalUnion, kActivityCount> unions_;
    std::map<std::uint32_t, std::array<IntervalUnion, kParts>> devices_; // by number in numbers_
};

// rank -> its lanes
std::map<std::int64_t, std::vector<std::uint32_t>> lanesByRank(const Trace& trace) {
    std::map<std::int64_t, std::vector<std::uint32_t>> ranks;
    for (std::uint32_t lane = 0; lane < trace.lanes().size(); ++lane) {
        const ProcessId process = trace.tracks()[trace.lanes()[lane].track.value].process;
        ranks[trace.processes()[process.value].rank].push_back(lane);
    }
    return ranks;
}

} // namespace

std::string_view activityKey(Activity activity) {
    static constexpr std::array<std::string_view, kActivityCount> kKeys{
        "kernel", "copy",  "set",          "communication", "runtime", "data_loading",
        "cpu",    "other", "not_recorded", "untraced",      "idle"};
    return kKeys[static_cast<std::size_t>(activity)];
}

Activity activityOf(EventKind kind, std::string_view name, std::string_view category, const OwnClasses* own) {
    switch (workOf(kind, name)) {
    case EventKind::Kernel:
        return isCollective(kind, name, own) ? Activity::Communication : Activity::Kernel;
    case EventKind::Memcpy:
        return Activity::Copy;
    case EventKind::Memset:
        return Activity::Set;
    case EventKind::Runtime:
        return Activity::Runtime;
    case EventKind::Communication:
        return isHostWork(name) ? Activity::Communication : kNotWork;
    case EventKind::Operator:
    case EventKind::UserRange:
        return hostActivity(kind, name, own);
    case EventKind::PythonFunction:
    case EventKind::Overhead:
    case EventKind::GarbageCollection:
        return Activity::Other;
    case EventKind::Other:
        if (category == kStateCategory) {
            return name == kRunningState ? Activity::Untraced : kNotWork;
        }
        if (category == "Trace" || category == kCompilationCategory) {
            return kNotWork;
        }
        return category == "not_recorded" ? Activity::NotRecorded : Activity::Other;
    case EventKind::DeviceSync:
    case EventKind::DeviceRange:
        break;
    }
    return kNotWork;
}

TimeNs SplitTimes::sum() const {
    return std::accumulate(ns.begin(), ns.end(), TimeNs(0));
}

std::shared_ptr<const TimeSplit> TimeSplit::build(const Trace& trace, const std::stop_token& stop) {
    const Devices devices(trace);
    std::vector<std::uint32_t> all(trace.lanes().size());
    std::iota(all.begin(), all.end(), 0u);
    auto result = ofLanes(trace, devices, all, stop);
    const auto ranks = lanesByRank(trace);
    for (auto rank = ranks.begin(); result && ranks.size() > 1 && rank != ranks.end(); ++rank) {
        const auto part = ofLanes(trace, devices, rank->second, stop);
        if (!part) {
            return nullptr;
        }
        result->ranks_[rank->first] = part;
    }
    return result;
}

std::shared_ptr<TimeSplit> TimeSplit::ofLanes(const Trace& trace, const Devices& devices,
                                              const std::vector<std::uint32_t>& lanes,
                                              const std::stop_token& stop) {
    auto result = std::make_shared<TimeSplit>();
    std::vector<ActivityCollector> collectors(threadsFor(trace.sliceCount()),
                                              ActivityCollector(trace, devices));
    std::atomic<bool> stopped = false;
    forEachOnThreads(static_cast<unsigned>(collectors.size()), lanes.size(),
                     [&](std::size_t i, unsigned worker) {
                         if (stopped || !collectors[worker].addLane(trace.lanes()[lanes[i]], stop)) {
                             stopped = true;
                         }
                     });
    if (stopped) {
        return nullptr;
    }
    ActivityCollector& collector = collectors.front();
    for (std::size_t i = 1; i < collectors.size(); ++i) {
        collector.add(collectors[i]);
    }
    IntervalSet taken;
    for (std::size_t a = 0; a + 1 < result->exclusive_.size(); ++a) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        const IntervalSet all = collector.take(a);
        result->exclusive_[a] = all.subtract(taken);
        taken = taken.unite(all);
    }
    for (auto& [device, parts] : collector.devices()) {
        DeviceSets& sets = result->devices_.emplace_back();
        sets.device = devices.all()[device];
        sets.compute = parts[ActivityCollector::Compute].take();
        sets.communication = parts[ActivityCollector::Communication].take();
        sets.overlap = sets.compute.intersect(sets.communication);
        sets.busy = sets.compute.unite(sets.communication).unite(parts[ActivityCollector::Copies].take());
    }
    return result;
}

const TimeSplit& TimeSplit::ofRank(std::int64_t rank) const {
    const auto found = ranks_.find(rank);
    return found == ranks_.end() ? *this : *found->second;
}

SplitTimes TimeSplit::split(TimeRange range) const {
    SplitTimes times;
    for (std::size_t a = 0; a + 1 < exclusive_.size(); ++a) {
        times.ns[a] = exclusive_[a].covered(range);
    }
    times.ns.back() = range.length() - times.sum();
    return times;
}

std::vector<DeviceTimes> TimeSplit::devices(TimeRange range) const {
    std::vector<DeviceTimes> result;
    result.reserve(devices_.size());
    for (const DeviceSets& sets : devices_) {
        result.push_back({sets.device, sets.busy.covered(range), sets.compute.covered(range),
                          sets.communication.covered(range), sets.overlap.covered(range)});
    }
    return result;
}

} // namespace lanes
