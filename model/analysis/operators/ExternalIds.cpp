#include "model/analysis/operators/ExternalIds.h"

#include "model/analysis/device/Devices.h"
#include "model/base/StopEvery.h"
#include "model/base/StoppableSort.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr std::string_view kKey = "External id";
constexpr std::int64_t kUnknownId = -1;

} // namespace

ExternalIds::ExternalIds(const StringTable& strings)
    : key_(strings.find(kKey))
    , older_(olderKeyOf(strings, kKey)) {}

std::shared_ptr<const ExternalIds> ExternalIds::ofAll(const Trace& trace, const std::stop_token& stop) {
    const std::shared_ptr<ExternalIds> ids(new ExternalIds(trace.strings()));
    return ids->collect(
               trace, [](std::int64_t) { return true; }, stop)
               ? ids
               : nullptr;
}

ExternalIds::ExternalIds(const Trace& trace, const std::vector<SliceId>& work)
    : ExternalIds(trace.strings()) {
    ArgReader reader(trace.args(), trace.strings(), kKey);
    std::vector<std::int64_t> wanted;
    for (const SliceId slice : work) {
        const Trace::Slice s = trace.slice(slice);
        wanted.push_back(reader.integer(s.layout, s.row, trace.strings(), kUnknownId));
    }
    std::ranges::sort(wanted);
    if (!wanted.empty() && wanted.back() != kUnknownId) {
        std::ignore =
            collect(trace, [&](std::int64_t id) { return std::ranges::binary_search(wanted, id); }, {});
    }
}

// False if asked to stop.
template<class Wanted>
bool ExternalIds::collect(const Trace& trace, const Wanted& isWanted, const std::stop_token& stop) {
    ArgReader reader(trace.args(), trace.strings(), kKey);
    for (const auto& segment : trace.segments()) {
        const ProcessId process = trace.tracks()[segment->track.value].process;
        std::uint32_t seen = 0;
        for (std::uint32_t i = segment->next(EventKind::Operator, 0); i < segment->size();
             i = segment->next(EventKind::Operator, i + 1)) {
            if (seen++ % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            const std::int64_t id =
                reader.integer(segment->layout[i], segment->row[i], trace.strings(), kUnknownId);
            if (id != kUnknownId && isWanted(id)) {
                entries_.push_back({id, process, SliceId(segment->first + i)});
            }
        }
    }
    const auto placeOf = [](const Entry& e) { return std::tuple(e.id, e.process, e.op); };
    const auto before = [&](const Entry& a, const Entry& b) { return placeOf(a) < placeOf(b); };
    if (!sortStoppably(entries_, before, stop)) {
        return false;
    }
    const auto rest =
        std::ranges::unique(entries_, {}, [](const Entry& e) { return std::pair(e.id, e.process); });
    entries_.erase(rest.begin(), rest.end());
    return true;
}

SliceId ExternalIds::operatorOf(const Trace& trace, SliceId work) const {
    if (entries_.empty()) {
        return {};
    }
    const Trace::Slice slice = trace.slice(work);
    auto value = trace.args().value(slice.layout, slice.row, key_);
    value = value ? value : trace.args().value(slice.layout, slice.row, older_);
    const std::int64_t id = integerOf(value, trace.strings(), kUnknownId);
    if (id == kUnknownId) {
        return {};
    }
    const ProcessId own = trace.tracks()[slice.track.value].process;
    const Process& process = trace.processes()[own.value];
    SliceId found;
    int ranks = 0;
    for (const Entry& entry : std::ranges::equal_range(entries_, id, {}, &Entry::id)) {
        if (entry.process == own) {
            return entry.op;
        }
        if (sameRank(trace.processes()[entry.process.value], process)) {
            found = entry.op;
            ++ranks;
        }
    }
    return ranks == 1 ? found : SliceId();
}

} // namespace lanes
