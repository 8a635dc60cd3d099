#include "model/analysis/TimeSplit.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace lanes {

namespace {

constexpr auto kNotWork = Activity::Idle;
constexpr std::uint32_t kStopEvery = 1 << 16;

bool contains(std::string_view text, std::string_view word) {
    const auto sameLetter = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), sameLetter) != text.end();
}

bool isHostCollective(std::string_view name) {
    return name.starts_with("gloo:") || name.starts_with("mpi:") || name.starts_with("ucc:");
}

Activity hostActivity(EventKind kind, std::string_view name) {
    if (isHostCollective(name)) {
        return Activity::Communication;
    }
    if (contains(name, "dataloader")) {
        return Activity::DataLoading;
    }
    return kind == EventKind::Operator ? Activity::Cpu : kNotWork;
}

// Disjoint sets united as in a binary counter, so that n lanes cost n log n and not n squared.
class Union {
public:
    void add(IntervalSet set) {
        std::size_t level = 0;
        while (level < levels_.size() && levels_[level]) {
            set = levels_[level]->unite(set);
            levels_[level].reset();
            ++level;
        }
        if (level == levels_.size()) {
            levels_.emplace_back();
        }
        levels_[level] = std::move(set);
    }
    [[nodiscard]] IntervalSet take() {
        IntervalSet all;
        for (auto& level : levels_) {
            if (level) {
                all = all.unite(*level);
            }
        }
        return all;
    }

private:
    std::vector<std::optional<IntervalSet>> levels_;
};

// Activities of slices: by name and layout, each pair looked at once.
class Classifier {
public:
    explicit Classifier(const Trace& trace)
        : trace_(trace) {}

    Activity of(const Segment& segment, std::uint32_t i) {
        const EventKind kind = segment.kind[i];
        if (kind == EventKind::PythonFunction) {
            return Activity::Other;
        }
        const std::uint64_t key = (std::uint64_t(segment.name[i].value) << 32) |
                                  (segment.layout[i].value << 4 ^ static_cast<std::uint32_t>(kind));
        const auto [at, isNew] = known_.try_emplace(key, Activity::Idle);
        if (isNew) {
            const ArgLayout* layout = trace_.args().layout(segment.layout[i]);
            at->second = activityOf(kind, trace_.text(segment.name[i]),
                                    layout != nullptr ? trace_.text(layout->category) : std::string_view{});
        }
        return at->second;
    }

private:
    const Trace& trace_;
    std::unordered_map<std::uint64_t, Activity> known_;
};

using Ranges = std::array<std::vector<TimeRange>, kActivityCount>;

// What a lane adds. A slice inside one of the same activity adds nothing.
// False if asked to stop.
bool collectLane(const Segment& segment, std::uint32_t depth, Classifier& classifier, Ranges& ranges,
                 const std::stop_token& stop) {
    for (std::uint32_t i = segment.laneBegin[depth]; i < segment.laneBegin[depth + 1]; ++i) {
        if ((i == segment.laneBegin[depth] || i % kStopEvery == 0) && stop.stop_requested()) {
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
        ranges[static_cast<std::size_t>(activity)].push_back({segment.start[i], segment.end(i)});
    }
    return true;
}

std::int32_t deviceOf(const Trace& trace, TrackId track) {
    const Process& process = trace.processes()[trace.tracks()[track.value].process.value];
    return process.deviceIndex;
}

// The unions of all lanes seen so far, by activity and for each device.
class Collector {
public:
    enum Part : std::uint8_t { Compute, Communication, Copies };
    static constexpr std::size_t kParts = 3;

    explicit Collector(const Trace& trace)
        : trace_(trace)
        , classifier_(trace) {}

    // False if asked to stop.
    bool addLane(const Segment& segment, std::uint32_t depth, const std::stop_token& stop) {
        if (!collectLane(segment, depth, classifier_, ranges_, stop)) {
            return false;
        }
        for (std::size_t a = 0; a < ranges_.size(); ++a) {
            if (ranges_[a].empty()) {
                continue;
            }
            const IntervalSet set(ranges_[a]);
            ranges_[a].clear();
            unions_[a].add(set);
            const auto activity = static_cast<Activity>(a);
            if (activity <= Activity::Communication && runsOnDevice(segment.kind[segment.laneBegin[depth]])) {
                devices_[deviceOf(trace_, segment.track)][partOf(activity)].add(set);
            }
        }
        return true;
    }

    [[nodiscard]] IntervalSet take(std::size_t activity) { return unions_[activity].take(); }
    [[nodiscard]] std::map<std::int32_t, std::array<Union, kParts>>& devices() { return devices_; }

private:
    static Part partOf(Activity activity) {
        if (activity == Activity::Kernel) {
            return Compute;
        }
        return activity == Activity::Communication ? Communication : Copies;
    }

    const Trace& trace_;
    Classifier classifier_;
    Ranges ranges_;
    std::array<Union, kActivityCount> unions_;
    std::map<std::int32_t, std::array<Union, kParts>> devices_;
};

} // namespace

std::string_view activityKey(Activity activity) {
    static constexpr std::array<std::string_view, kActivityCount> kKeys{
        "kernel", "copy", "set", "communication", "runtime", "data_loading", "cpu", "other", "idle"};
    return kKeys[static_cast<std::size_t>(activity)];
}

Activity activityOf(EventKind kind, std::string_view name, std::string_view category) {
    switch (kind) {
    case EventKind::Kernel:
        return contains(name, "nccl") || contains(name, "rccl") ? Activity::Communication : Activity::Kernel;
    case EventKind::Memcpy:
        return Activity::Copy;
    case EventKind::Memset:
        return Activity::Set;
    case EventKind::Runtime:
        return Activity::Runtime;
    case EventKind::Communication:
        return isHostCollective(name) ? Activity::Communication : kNotWork;
    case EventKind::Operator:
    case EventKind::UserRange:
        return hostActivity(kind, name);
    case EventKind::PythonFunction:
    case EventKind::Overhead:
    case EventKind::GarbageCollection:
        return Activity::Other;
    case EventKind::Other:
        return category == "Trace" ? kNotWork : Activity::Other;
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
    const auto result = std::make_shared<TimeSplit>();
    Collector collector(trace);
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t depth = 0; depth < segment->depths(); ++depth) {
            if (!collector.addLane(*segment, depth, stop)) {
                return nullptr;
            }
        }
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
        DeviceSets& sets = result->devices_[device];
        sets.compute = parts[Collector::Compute].take();
        sets.communication = parts[Collector::Communication].take();
        sets.overlap = sets.compute.intersect(sets.communication);
        sets.busy = sets.compute.unite(sets.communication).unite(parts[Collector::Copies].take());
    }
    return result;
}

SplitTimes TimeSplit::split(TimeRange range) const {
    SplitTimes times;
    for (std::size_t a = 0; a + 1 < exclusive_.size(); ++a) {
        times.ns[a] = exclusive_[a].covered(range);
    }
    times.ns.back() = range.length() - times.sum();
    return times;
}

std::map<std::int32_t, DeviceTimes> TimeSplit::devices(TimeRange range) const {
    std::map<std::int32_t, DeviceTimes> result;
    for (const auto& [device, sets] : devices_) {
        result[device] = {sets.busy.covered(range), sets.compute.covered(range),
                          sets.communication.covered(range), sets.overlap.covered(range)};
    }
    return result;
}

} // namespace lanes
