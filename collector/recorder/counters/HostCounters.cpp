#include "collector/recorder/counters/HostCounters.h"

#include "collector/ring/TickClock.h"

#include <algorithm>
#include <utility>

namespace lanes::recorder {

namespace {

constexpr TimeNs kPeriod = 100'000'000;
constexpr TimeNs kPausesPerSample = 200;
constexpr std::size_t kMostProcessCurves = 64; // of a process
constexpr double kNsPerSecond = 1e9;
constexpr double kUsPerSecond = 1e6;

// How much more it is than before, per second; counters that were set back count from 0.
double rate(std::uint64_t now, std::uint64_t before, double seconds) {
    return static_cast<double>(now - std::min(now, before)) / seconds;
}

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? 100. * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

} // namespace

HostCounters::HostCounters(const CaptureContext& context, std::string rings, KernelFiles kernel)
    : kernel_(std::move(kernel))
    , rings_(std::move(rings))
    , curves_(context, kMostProcessCurves) {}

void HostCounters::sample(TimeNs now, std::span<const Target> targets) {
    const TimeNs begin = ring::monotonicNs();
    for (const Target& target : targets) {
        sampleProcess(target, now);
    }
    if (!targets.empty()) {
        if (!machine_) {
            machine_.emplace(Machine{targets.front().process, 0, {}});
        }
        sampleMachine(now);
    }
    next_ = now + std::max(kPeriod, (ring::monotonicNs() - begin) * kPausesPerSample);
}

void HostCounters::addUnlessNothing(ProcessId owner, std::string_view key, const CounterCurves::Shown& shown,
                                    TimeNs time, double value) {
    if (value != 0 || curves_.has(owner, key)) {
        curves_.add(owner, key, shown, time, value);
    }
}

void HostCounters::sampleProcess(const Target& target, TimeNs now) {
    const auto [known, isNew] = processes_.try_emplace(target.process);
    if (!isNew && !known->second) {
        return;
    }
    const auto counts = kernel_.process(target.pid);
    if (!counts || (isNew && !kernel_.maps(target.pid, rings_))) {
        return;
    }
    const ProcessId owner = target.process;
    curves_.add(owner, "resident", {"Resident memory", "bytes"}, now,
                static_cast<double>(counts->residentBytes));
    curves_.add(owner, "shared", {"Shared memory", "bytes"}, now, static_cast<double>(counts->sharedBytes));
    if (const auto& before = known->second; before && now > before->time) {
        // What has been counted since then stands where it began to be.
        const double seconds = static_cast<double>(now - before->time) / kNsPerSecond;
        const auto add = [&](const char* key, const char* name, const char* unit,
                             std::uint64_t ProcessCounts::*count) {
            addUnlessNothing(owner, key, {name, unit}, before->time,
                             rate((*counts).*count, before->counts.*count, seconds));
        };
        addThreads(owner, *before, *counts, seconds);
        add("faults", "Page faults", "/s", &ProcessCounts::faults);
        add("faults_from_disk", "Page faults from disk", "/s", &ProcessCounts::faultsFromDisk);
        if (counts->hasBytes) {
            add("read", "Read", "bytes/s", &ProcessCounts::readBytes);
            add("read_from_disk", "Read from disk", "bytes/s", &ProcessCounts::bytesFromDisk);
            add("written", "Written", "bytes/s", &ProcessCounts::writtenBytes);
            add("written_to_disk", "Written to disk", "bytes/s", &ProcessCounts::bytesToDisk);
        }
    }
    known->second = Before{now, *counts};
}

// A thread that has come since then has done all it did since then; of one that has gone, what it did last is not known.
void HostCounters::addThreads(ProcessId owner, const Before& before, const ProcessCounts& counts,
                              double seconds) {
    if (counts.threads.empty()) {
        return;
    }
    double ran = 0;
    double waited = 0;
    double put = 0;
    for (const auto& [id, times] : counts.threads) {
        const auto known = before.counts.threads.find(id);
        const ThreadTimes was = known != before.counts.threads.end() ? known->second : ThreadTimes{};
        ran += rate(times.ranNs, was.ranNs, seconds);
        waited += rate(times.waitedNs, was.waitedNs, seconds);
        put += rate(times.timesPut, was.timesPut, seconds);
    }
    curves_.add(owner, "cpu", {"CPU", "%"}, before.time, 100 * ran / kNsPerSecond);
    addUnlessNothing(owner, "cpu_wait", {"Waiting for a CPU", "%"}, before.time, 100 * waited / kNsPerSecond);
    curves_.add(owner, "switches", {"Context switches", "/s"}, before.time, put);
}

void HostCounters::sampleMachine(TimeNs now) {
    const MachineCounts counts = kernel_.machine();
    const ProcessId owner = machine_->owner;
    addUnlessNothing(owner, "machine_memory", {"Memory of the machine", "bytes"}, now,
                     static_cast<double>(counts.usedBytes));
    const TimeNs time = std::exchange(machine_->time, now);
    const MachineCounts before = std::exchange(machine_->counts, counts);
    if (time == 0 || now <= time) {
        return;
    }
    const double seconds = static_cast<double>(now - time) / kNsPerSecond;
    addUnlessNothing(owner, "machine_cpu", {"CPU of the machine", "%"}, time,
                     percent(counts.busyTicks - std::min(counts.busyTicks, before.busyTicks),
                             counts.allTicks - std::min(counts.allTicks, before.allTicks)));
    addUnlessNothing(owner, "machine_received", {"Network received", "bytes/s"}, time,
                     rate(counts.receivedBytes, before.receivedBytes, seconds));
    addUnlessNothing(owner, "machine_sent", {"Network sent", "bytes/s"}, time,
                     rate(counts.sentBytes, before.sentBytes, seconds));
    const auto pressure = [&](const char* key, const char* name,
                              std::optional<std::uint64_t> MachineCounts::*us) {
        if (counts.*us && before.*us) {
            addUnlessNothing(owner, key, {name, "%"}, time,
                             100 * rate(*(counts.*us), *(before.*us), seconds) / kUsPerSecond);
        }
    };
    pressure("machine_cpu_pressure", "Pressure on the CPUs", &MachineCounts::cpuPressureUs);
    pressure("machine_memory_pressure", "Pressure on memory", &MachineCounts::memoryPressureUs);
    pressure("machine_disk_pressure", "Pressure on disks", &MachineCounts::diskPressureUs);
}

} // namespace lanes::recorder
