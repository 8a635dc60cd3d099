#include "model/analysis/ranks/RankAlignment.h"

#include "model/analysis/ranks/RankClocks.h"
#include "model/analysis/ranks/RankRecord.h"

#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace lanes {

namespace {

// Far apart may be because one of the origins is damaged: whoever merges looks at that.
bool isFar(TimeNs offset) {
    constexpr TimeNs kYear = TimeNs{365} * 24 * 3'600'000'000'000;
    return std::abs(offset) > kYear;
}

// Where a clock that does not drift is within the bound from begin to end, it is taken as one: what was recorded lasts as long
// as it was recorded to.
TraceClock asFarAsProven(const RankClock& clock, TimeRange span) {
    if (clock.method == RankClock::Method::Origin) {
        return {clock, clock.error, "Unix time, as it and the first rank tell it"};
    }
    TraceClock proven{clock, clock.error, "collectives that were shared with the first rank"};
    const auto grown = static_cast<TimeNs>(std::abs(clock.drift) * static_cast<double>(span.length()));
    const TimeNs middle = span.begin + span.length() / 2;
    if (grown / 2 <= clock.error) {
        static_cast<ClockLine&>(proven) = ClockLine{clock.toFirst(middle) - middle};
        proven.error += grown / 2 + 1;
    }
    return proven;
}

} // namespace

std::vector<std::optional<TraceClock>> alignRanks(const std::vector<std::shared_ptr<const Trace>>& traces,
                                                  const std::stop_token& stop) {
    std::vector<RankRecord> records;
    std::vector<std::size_t> traceOf; // of each record
    for (std::size_t i = 0; i < traces.size(); ++i) {
        std::vector<RankRecord> held = rankRecordsOf(traces[i], std::to_string(i), stop);
        traceOf.insert(traceOf.end(), held.size(), i);
        std::move(held.begin(), held.end(), std::back_inserter(records));
    }
    if (stop.stop_requested()) {
        return {};
    }
    nameRanks(records);
    const std::vector<RankClock> clocks = rankClocks(records);
    std::vector<std::optional<TraceClock>> lines(traces.size());
    std::vector<TimeNs> errors(traces.size()); // of the lines themselves
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        const std::size_t trace = traceOf[i];
        const bool better = !lines[trace] || clocks[i].error < errors[trace];
        const bool said = clocks[i].method == RankClock::Method::Collectives ||
                          (clocks[i].method == RankClock::Method::Origin && !isFar(clocks[i].offset));
        if (trace > 0 && said && better) {
            lines[trace] = asFarAsProven(clocks[i], records[i].span);
            errors[trace] = clocks[i].error;
        }
    }
    return lines;
}

} // namespace lanes
