#include "collector/recorder/LiveMetrics.h"

#include "collector/recorder/host/WorkerThread.h"
#include "model/base/PartFile.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <set>

namespace lanes::recorder {

namespace {

constexpr std::size_t kMostIntervals = std::size_t{1} << 20; // of a device, 24 MB
constexpr std::size_t kMostAllocators = 1024;

Result<void> rewrite(const std::string& path, const std::string& text) {
    auto file = PartFile::create(path);
    if (!file) {
        return file.error();
    }
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t written = ::write(file.value().descriptor(), text.data() + at, text.size() - at);
        if (written < 0 && errno != EINTR) {
            return writeError(path, errno);
        }
        at += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
    return file.value().commit();
}

// Begins and ends: the kind + 1, an end below 0.
using Edges = std::vector<std::pair<TimeNs, int>>;

// What of the intervals lies in the window.
void addEdges(Edges& edges, const auto& intervals, TimeRange window) {
    for (const auto& [range, kind] : intervals) {
        const TimeNs begin = std::max(range.begin, window.begin);
        const TimeNs end = std::min(range.end, window.end);
        if (begin < end) {
            edges.emplace_back(begin, static_cast<int>(kind) + 1);
            edges.emplace_back(end, -(static_cast<int>(kind) + 1));
        }
    }
}

// Of which kinds work ran at once, as bits, and how long.
using Together = std::array<TimeNs, 16>;

Together together(Edges edges) {
    std::ranges::sort(edges);
    Together times{};
    std::array<int, 4> running{};
    TimeNs before = 0;
    for (const auto& [at, edge] : edges) {
        unsigned kinds = 0;
        for (unsigned kind = 0; kind < running.size(); ++kind) {
            kinds |= running[kind] > 0 ? 1U << kind : 0;
        }
        times[kinds] += at - before;
        before = at;
        running[static_cast<std::size_t>(std::abs(edge) - 1)] += edge > 0 ? 1 : -1;
    }
    return times;
}

// The share of the window in which the kinds at work were such.
double shareOf(const Together& times, TimeRange window, auto such) {
    TimeNs sum = 0;
    for (unsigned kinds = 1; kinds < times.size(); ++kinds) {
        sum += such(kinds) ? times[kinds] : 0;
    }
    return static_cast<double>(sum) / static_cast<double>(window.length());
}

constexpr unsigned bit(LiveMetrics::Work kind) {
    return 1U << static_cast<unsigned>(kind);
}

// The p-th of sorted values, by the nearest rank.
double percentile(const std::vector<TimeNs>& sorted, double share) {
    const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return static_cast<double>(sorted[std::max<std::size_t>(at, 1) - 1]);
}

} // namespace

Result<std::unique_ptr<LiveMetrics>> LiveMetrics::begin(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
        return Error{"--metrics: " + path + " is no file; name one, such as lanescope.prom."};
    }
    std::unique_ptr<LiveMetrics> made(new LiveMetrics(path));
    OpenMetrics first;
    first.add(Metric::Recording, {}, 1);
    if (const auto written = rewrite(path, first.text()); !written) {
        return Error{"--metrics: " + written.error().message};
    }
    return made;
}

LiveMetrics::~LiveMetrics() {
    finishWriting();
}

void LiveMetrics::work(ProcessId device, TimeRange range, Work kind) {
    Intervals& all = devices_[device];
    if (all.size() < kMostIntervals) {
        all.push_back({range, kind});
    }
}

void LiveMetrics::fetch(ProcessId process, TimeRange range) {
    Intervals& all = fetches_[process];
    if (all.size() < kMostIntervals) {
        all.push_back({range, Work::Fetch});
    }
}

void LiveMetrics::memory(ProcessId process, const MemoryChange& change) {
    if (change.allocated >= 0 && memory_.size() < kMostAllocators) {
        Allocated& known = memory_[{process, change.deviceType, change.deviceIndex}];
        known.now = change.allocated;
        known.most = std::max(known.most, change.allocated);
    }
}

void LiveMetrics::counter(ProcessId device, std::string_view key, double value) {
    counters_[{device, std::string(key)}] = value;
}

void LiveMetrics::addSteps(OpenMetrics& metrics, const Standing& standing) const {
    std::set<std::int64_t> ranks; // of several threads of one the first counts
    for (StepWatch::Times& times : standing.steps.times()) {
        const std::int64_t rank = standing.session.process(standing.session.track(times.thread).process).rank;
        if (ranks.insert(rank).second) {
            std::ranges::sort(times.newest);
            metrics.addSteps(rankLabels(rank), static_cast<std::int64_t>(times.count),
                             static_cast<double>(times.sum), percentile(times.newest, 0.5),
                             percentile(times.newest, 0.95));
        }
    }
}

void LiveMetrics::addWaits(OpenMetrics& metrics, const session::SessionWriter& session,
                           TimeRange window) const {
    std::map<std::int64_t, Edges> edges; // by rank
    for (const auto& [process, fetches] : fetches_) {
        addEdges(edges[session.process(process).rank], fetches, window);
    }
    for (auto& [rank, all] : edges) {
        for (const auto& [device, work] : devices_) {
            const std::int64_t user = session.process(device).rank;
            if (user == rank || user < 0 || rank < 0) {
                addEdges(all, work, window);
            }
        }
        metrics.add(Metric::DataWait, rankLabels(rank),
                    shareOf(together(std::move(all)), window,
                            [](unsigned kinds) { return kinds == bit(Work::Fetch); }));
    }
}

void LiveMetrics::addDevices(OpenMetrics& metrics, const session::SessionWriter& session,
                             TimeRange window) const {
    for (const auto& [device, work] : devices_) {
        if (work.size() >= kMostIntervals) {
            continue; // what was left out is not known
        }
        const Process& process = session.process(device);
        const MetricLabels labels = gpuLabels(process.deviceIndex, process.deviceUuid, process.rank);
        Edges edges;
        addEdges(edges, work, window);
        const Together times = together(std::move(edges));
        constexpr unsigned kTransfer = bit(Work::Communication);
        metrics.add(Metric::GpuBusy, labels,
                    shareOf(times, window, [](unsigned kinds) { return kinds != bit(Work::Fetch); }));
        metrics.add(Metric::GpuCommunication, labels,
                    shareOf(times, window, [](unsigned kinds) { return (kinds & kTransfer) != 0; }));
        metrics.add(Metric::GpuExposedCommunication, labels, shareOf(times, window, [](unsigned kinds) {
                        return (kinds & (kTransfer | bit(Work::Compute))) == kTransfer;
                    }));
    }
}

void LiveMetrics::addCounters(OpenMetrics& metrics, const session::SessionWriter& session) const {
    for (const auto& [curve, value] : counters_) {
        const Process& process = session.process(curve.first);
        const MetricLabels labels = gpuLabels(process.deviceIndex, process.deviceUuid, process.rank);
        for (const auto& [key, metric] :
             {std::pair{"memory_used_bytes", Metric::GpuMemoryUsed},
              std::pair{"power_watts", Metric::GpuPower}, std::pair{"energy_joules", Metric::GpuEnergy}}) {
            if (curve.second == key) {
                metrics.add(metric, labels, value);
            }
        }
    }
}

void LiveMetrics::addMemory(OpenMetrics& metrics, const session::SessionWriter& session) const {
    for (const auto& [allocator, known] : memory_) {
        const auto& [id, type, index] = allocator;
        const Process& process = session.process(id);
        const MetricLabels labels = allocatorLabels(type, index, process.key, process.rank);
        metrics.add(Metric::MemoryAllocated, labels, static_cast<double>(known.now));
        metrics.add(Metric::MemoryPeak, labels, static_cast<double>(known.most));
    }
}

void LiveMetrics::write(const Standing& standing) {
    next_ = standing.now + kEvery;
    const TimeRange window{from_, standing.goesOn ? standing.now - kDevicesAreLate : standing.now};
    OpenMetrics metrics;
    metrics.add(Metric::Recording, {}, standing.goesOn ? 1 : 0);
    metrics.add(Metric::Session, {}, static_cast<double>(standing.now) / 1e9);
    metrics.add(Metric::LostRecords, {}, static_cast<double>(standing.lost));
    addSteps(metrics, standing);
    if (!window.empty()) {
        addWaits(metrics, standing.session, window);
        addDevices(metrics, standing.session, window);
        for (auto* const all : {&devices_, &fetches_}) {
            for (auto& [owner, intervals] : *all) {
                std::erase_if(intervals, [&](const Interval& one) { return one.range.end <= window.end; });
            }
        }
        from_ = window.end;
    }
    addCounters(metrics, standing.session);
    addMemory(metrics, standing.session);
    if (!standing.goesOn) {
        finishWriting();
    }
    startWriting(metrics.text());
    if (!standing.goesOn) {
        finishWriting();
    }
}

void LiveMetrics::finishWriting() {
    if (writer_.joinable()) {
        writer_.join();
    }
}

void LiveMetrics::startWriting(std::string text) {
    if (writing_.exchange(true)) {
        return; // the disk is slower than we are
    }
    finishWriting();
    writer_ = startWorker([this, text = std::move(text)] {
        if (const auto written = rewrite(path_, text); !written) {
            const std::lock_guard lock(mutex_);
            problem_ = written.error().message;
        }
        writing_ = false;
    });
}

std::optional<std::string> LiveMetrics::takeProblem() {
    const std::lock_guard lock(mutex_);
    return std::exchange(problem_, std::nullopt);
}

} // namespace lanes::recorder
