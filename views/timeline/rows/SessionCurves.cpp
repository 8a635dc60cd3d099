#include "views/timeline/rows/SessionCurves.h"

#include "model/analysis/device/Devices.h"
#include "model/base/SharedRows.h"
#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>

namespace lanes {

namespace {

// Samples of one stretch, of which the last at a time counts.
struct NewSamples {
    std::vector<TimeNs> times;
    std::vector<double> values;
    void add(TimeNs time, double value) {
        if (!times.empty() && times.back() == time) {
            values.back() = value;
        } else {
            times.push_back(time);
            values.push_back(value);
        }
    }
};

} // namespace

SessionCurves::SessionCurves(const Trace& trace, const SessionCurves* before)
    : launches_(trace, before != nullptr ? &before->launches_ : nullptr) {
    takeMemory(trace.memory(), trace, before);
    takeQueues(before);
    takeCounters(trace, before);
}

void SessionCurves::Samples::append(const std::vector<TimeNs>& newTimes,
                                    const std::vector<double>& newValues) {
    if (!newTimes.empty() && !times.empty() && times.back() == newTimes.front()) {
        times.truncate(times.size() - 1);
        values.truncate(values.size() - 1);
    }
    times.append(newTimes);
    values.append(newValues);
}

SessionCurves::Curve SessionCurves::Samples::curve(const Curve& before) const {
    return std::make_shared<CurveLod>(times, values, before.get());
}

void SessionCurves::takeMemory(const MemoryTable& table, const Trace& trace, const SessionCurves* before) {
    const bool goesOn = before != nullptr && continues(before->seen_, table.time);
    seen_ = table.time;
    std::uint32_t from = 0;
    if (goesOn) {
        allocators_ = before->allocators_;
        memory_ = before->memory_;
        from = static_cast<std::uint32_t>(before->seen_.size());
    }
    struct News {
        NewSamples allocated;
        NewSamples reserved;
    };
    std::map<std::pair<Device, ProcessId>, News> news;
    for (std::uint32_t i = from; i < table.size(); ++i) {
        const std::pair key{Device{table.deviceType[i], table.deviceIndex[i]},
                            processOf(trace, table.track[i])};
        std::int64_t& now = allocators_[key].now;
        News& of = news[key];
        // Sessions of our own say what changed, not what it came to.
        now = table.totalAllocated[i] >= 0 ? table.totalAllocated[i] : now + boundedBytes(table.bytes[i]);
        of.allocated.add(table.time[i], double(now));
        if (table.totalReserved[i] > 0) {
            of.reserved.add(table.time[i], double(table.totalReserved[i]));
        }
    }
    for (const auto& [key, of] : news) {
        Allocator& allocator = allocators_[key];
        allocator.allocated.append(of.allocated.times, of.allocated.values);
        allocator.reserved.append(of.reserved.times, of.reserved.values);
        Memory& memory = memory_[key.first][key.second];
        memory = {allocator.allocated.curve(memory.allocated), allocator.reserved.curve(memory.reserved)};
    }
}

void SessionCurves::takeQueues(const SessionCurves* before) {
    for (const LaunchQueue& queue : launches_.all()) {
        const Curve known = [&]() -> Curve {
            const auto found = before == nullptr
                                   ? decltype(queues_.cend())()
                                   : std::ranges::find(before->queues_, queue.device, &Queue::device);
            return before == nullptr || found == before->queues_.end() ? nullptr : found->waiting;
        }();
        queues_.push_back({queue.device, std::make_shared<CurveLod>(queue.time, queue.waiting, known.get())});
    }
}

void SessionCurves::takeCounters(const Trace& trace, const SessionCurves* before) {
    for (const CounterSeries& series : trace.counters()) {
        const std::size_t at = counters_.size();
        const bool known = before != nullptr && at < before->counters_.size();
        counters_.push_back(std::make_shared<CurveLod>(series.time, series.value,
                                                       known ? before->counters_[at].get() : nullptr));
    }
}

} // namespace lanes
