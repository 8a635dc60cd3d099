#include "model/analysis/ranks/RankRecord.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/time/IntervalUnion.h"
#include "model/analysis/time/LeafSlices.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/trace/ClockOrigin.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

bool computes(EventKind kind, std::string_view name) {
    return kind == EventKind::Operator && !name.starts_with("c10d::") &&
           !name.starts_with("_c10d_functional::") && !isCollective(kind, name);
}

// Operators that call no other ones.
IntervalSet computedOnHost(const Trace& trace, const std::set<TrackId>& tracks, const std::stop_token& stop) {
    IntervalUnion all;
    for (const TrackId track : tracks) {
        all.add(leafSlices(trace, track, computes, stop));
    }
    return all.take();
}

void addHostTimes(const Trace& trace, const std::set<TrackId>& tracks, RankRecord& record,
                  const std::stop_token& stop) {
    HugeVector<TimeRange> calls;
    for (const CollectiveCall& call : record.collectives) {
        calls.push_back(call.range); // by time
    }
    const IntervalSet communication(std::move(calls));
    const IntervalSet computed = computedOnHost(trace, tracks, stop);
    record.compute = computed.total();
    record.communication = communication.total();
    record.exposed = communication.subtract(computed).total();
}

void addTimes(const Trace& trace, const TimeSplit& split, RankRecord& record, bool alone,
              const std::stop_token& stop) {
    bool any = false;
    for (const DeviceTimes& device : split.devices(trace.span())) {
        if (alone || device.device.rank == record.rank) {
            record.compute += device.compute;
            record.communication += device.communication;
            record.exposed += device.communication - device.overlap;
            any = any || device.busy > 0;
        }
    }
    if (!any) {
        std::set<TrackId> tracks;
        for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
            const Process& process = trace.processes()[trace.tracks()[i].process.value];
            if (alone || process.rank == record.rank) {
                tracks.insert(TrackId(i));
            }
        }
        addHostTimes(trace, tracks, record, stop);
    }
}

} // namespace

std::vector<RankRecord> rankRecordsOf(const std::shared_ptr<const Trace>& trace, const std::string& file,
                                      const std::stop_token& stop) {
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
    std::vector<RankRecord> records;
    for (const std::int64_t rank : ranks) {
        if (stop.stop_requested() || !split) {
            return {};
        }
        RankRecord& record = records.emplace_back();
        record.rank = rank;
        record.file = file;
        record.origin = clockOriginOf(*trace);
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
        addTimes(*trace, *split, record, alone, stop);
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
    }
}

} // namespace lanes
