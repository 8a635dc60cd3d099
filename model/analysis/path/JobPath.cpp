#include "model/analysis/path/JobPath.h"

#include <utility>

namespace lanes {

namespace {

bool hasSeveralRanks(const Trace& trace) {
    std::int64_t rank = -1;
    for (const Process& process : trace.processes()) {
        if (process.rank >= 0 && rank >= 0 && process.rank != rank) {
            return true;
        }
        rank = process.rank >= 0 ? process.rank : rank;
    }
    return false;
}

} // namespace

JobPath jobPathOf(const std::vector<std::shared_ptr<const Trace>>& traces,
                  const std::vector<std::string>& files, const std::stop_token& stop) {
    JobPath path;
    if (traces.size() == 1 && !hasSeveralRanks(*traces.front())) {
        const RankClock own{{0, 0, traces.front()->span().begin}, RankClock::Method::Origin};
        path.graph = PathGraph::build({{traces.front(), own}}, {}, stop);
        return path;
    }
    std::vector<RankRecord> records;
    std::vector<std::uint32_t> traceOf; // of each record
    for (std::uint32_t i = 0; i < traces.size(); ++i) {
        for (RankRecord& record : rankRecordsOf(traces[i], files[i], stop)) {
            records.push_back(std::move(record));
            traceOf.push_back(i);
        }
    }
    if (stop.stop_requested()) {
        return path;
    }
    nameRanks(records);
    const JobRanks job = jobRanksOf(std::move(records));
    path.refusal = strangerIn(job);
    if (path.refusal) {
        return path;
    }
    std::vector<PathInput> inputs;
    std::vector<std::uint32_t> inputOf(traces.size());
    for (std::size_t i = 0; i < job.records.size(); ++i) {
        if (i > 0 && traceOf[i] == traceOf[i - 1]) {
            continue; // another rank of the same file, and clock
        }
        if (job.clocks[i].known()) {
            inputOf[traceOf[i]] = static_cast<std::uint32_t>(inputs.size());
            inputs.push_back({traces[traceOf[i]], job.clocks[i]});
        } else {
            path.apart.push_back(files[traceOf[i]]);
        }
    }
    std::vector<PathMeeting> meetings;
    for (const SharedCollective& one : job.collectives) {
        if (!awaitsEveryRank(one.op)) {
            continue;
        }
        PathMeeting& meeting = meetings.emplace_back();
        for (const SharedCollective::Entry& entry : one.entries) {
            meeting.calls.push_back(
                {inputOf[traceOf[entry.rank]], job.records[entry.rank].collectives[entry.call].slice});
        }
    }
    path.graph = PathGraph::build(std::move(inputs), meetings, stop);
    return path;
}

} // namespace lanes
