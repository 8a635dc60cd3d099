#include "model/analysis/ranks/RankAlignment.h"

#include "model/analysis/ranks/RankClocks.h"
#include "model/analysis/ranks/RankRecord.h"

#include <iterator>
#include <utility>

namespace lanes {

std::vector<std::optional<TimeNs>> alignRanks(const std::vector<std::shared_ptr<const Trace>>& traces) {
    std::vector<RankRecord> records;
    std::vector<std::size_t> traceOf; // of each record
    for (std::size_t i = 0; i < traces.size(); ++i) {
        std::vector<RankRecord> held = rankRecordsOf(traces[i], std::to_string(i));
        traceOf.insert(traceOf.end(), held.size(), i);
        std::move(held.begin(), held.end(), std::back_inserter(records));
    }
    nameRanks(records);
    const std::vector<RankClock> clocks = rankClocks(records);
    std::vector<std::optional<TimeNs>> shifts(traces.size());
    std::vector<TimeNs> errors(traces.size());
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        const std::size_t trace = traceOf[i];
        const bool better = !shifts[trace] || clocks[i].error < errors[trace];
        if (trace > 0 && clocks[i].method == RankClock::Method::Collectives && better) {
            const TimeRange span = records[i].span;
            const TimeNs middle = span.begin + span.length() / 2;
            shifts[trace] = clocks[i].toFirst(middle) - middle;
            errors[trace] = clocks[i].error;
        }
    }
    return shifts;
}

} // namespace lanes
