#include "model/analysis/ranks/RankRecord.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/ranks/HostWork.h"
#include "model/analysis/time/Steps.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/trace/ClockOrigin.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace lanes {

namespace {

// What one rank's devices did, or its threads where it has none.
class RankWork {
public:
    RankWork(const Trace& trace, const TimeSplit& split, const RankRecord& record, bool alone,
             const std::stop_token& stop)
        : split_(split)
        , rank_(alone ? std::nullopt : std::optional(record.rank)) {
        const auto devices = split.devices(trace.span());
        onDevices_ = std::ranges::any_of(devices, [&](const DeviceTimes& device) {
            return isOurs(device.device.rank) && device.busy > 0;
        });
        if (!onDevices_) {
            onHost_ = hostWorkOf(trace, rank_, record.collectives, stop);
        }
    }

    [[nodiscard]] RankTimes within(TimeRange range) const {
        if (!onDevices_) {
            return {onHost_.computed.covered(range), onHost_.communication.covered(range),
                    onHost_.exposed.covered(range)};
        }
        RankTimes times;
        for (const DeviceTimes& device : split_.devices(range)) {
            if (isOurs(device.device.rank)) {
                times.compute += device.compute;
                times.communication += device.communication;
                times.exposed += device.communication - device.overlap;
            }
        }
        return times;
    }

private:
    [[nodiscard]] bool isOurs(std::int64_t rank) const { return !rank_ || rank == *rank_; }

    const TimeSplit& split_;
    std::optional<std::int64_t> rank_; // nothing: the only one
    bool onDevices_ = false;
    HostWork onHost_; // where it has none
};

void addTimes(const Trace& trace, const TimeSplit& split, const SessionSteps& steps, TimeRange range,
              RankRecord& record, bool alone, const std::stop_token& stop) {
    const RankWork work(trace, split, record, alone, stop);
    record.times = work.within(range);
    for (const Step& step : alone ? steps.first() : steps.of(record.rank)) {
        record.steps.push_back({step.number, step.range, work.within(step.range)});
    }
}

std::optional<TimeNs> clockErrorOf(const Trace& trace, std::int64_t rank) {
    std::optional<TimeNs> error = 0;
    for (const Clock& clock : trace.clocks()) {
        if (!clock.process.valid() || !error) {
            continue;
        }
        const Process& process = trace.processes()[clock.process.value];
        if (process.kind == Process::Kind::Host && process.rank == rank) {
            error = clock.applied ? std::optional(std::max(*error, clock.error)) : std::nullopt;
        }
    }
    return error;
}

} // namespace

std::vector<RankRecord> rankRecordsOf(const std::shared_ptr<const Trace>& trace, const std::string& file,
                                      const std::stop_token& stop, std::optional<TimeRange> range) {
    std::set<std::int64_t> ranks;
    for (const Process& process : trace->processes()) {
        if (process.rank >= 0) {
            ranks.insert(process.rank);
        }
    }
    const bool alone = ranks.size() < 2;
    if (ranks.empty()) {
        ranks.insert(-1);
    }
    const std::vector<CollectiveCall> collectives = collectivesOf(trace, stop);
    const auto split = TimeSplit::build(*trace, stop);
    const SessionSteps steps = findSteps(*trace);
    std::vector<RankRecord> records;
    for (const std::int64_t rank : ranks) {
        if (stop.stop_requested() || !split) {
            return {};
        }
        RankRecord& record = records.emplace_back();
        record.rank = rank;
        record.file = file;
        record.origin = clockOriginOf(*trace);
        record.clockError = alone ? 0 : clockErrorOf(*trace, rank);
        record.span = trace->span();
        record.host = trace->info().host;
        for (const Process& process : trace->processes()) {
            if ((alone || process.rank == rank) && !process.host.empty()) {
                record.host = process.host;
                break;
            }
        }
        std::ranges::copy_if(
            collectives, std::back_inserter(record.collectives), [&](const CollectiveCall& c) {
                return alone ||
                       trace->processes()[processOf(*trace, trace->slice(c.slice).track).value].rank == rank;
            });
        addTimes(*trace, *split, steps, range.value_or(trace->span()), record, alone, stop);
    }
    return records;
}

void nameRanks(std::vector<RankRecord>& records) {
    std::set<std::int64_t> taken;
    std::vector<RankRecord*> nameless;
    for (RankRecord& record : records) {
        if (record.rank < 0 || !taken.insert(record.rank).second) {
            nameless.push_back(&record);
        }
    }
    std::int64_t free = 0;
    for (RankRecord* record : nameless) {
        while (!taken.insert(free).second) {
            ++free;
        }
        record->rank = free;
        record->isNumbered = true;
    }
}

} // namespace lanes
