#include "model/analysis/operators/ExternalIds.h"

#include "model/analysis/device/Devices.h"
#include "model/base/StopEvery.h"
#include "model/base/StoppableSort.h"
#include "model/trace/args/IdReader.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr std::int64_t kUnknownId = -1;

} // namespace

ExternalIds::ExternalIds(const StringTable& strings)
    : key_(strings.find(kExternalId))
    , older_(olderKeyOf(strings, kExternalId)) {}

std::shared_ptr<const ExternalIds> ExternalIds::ofAll(const Trace& trace, const std::stop_token& stop) {
    const std::shared_ptr<ExternalIds> ids(new ExternalIds(trace.strings()));
    return ids->collect(
               trace, [](std::int64_t) { return true; }, stop)
               ? ids
               : nullptr;
}

ExternalIds::ExternalIds(const Trace& trace, const std::vector<SliceId>& work)
    : ExternalIds(trace.strings()) {
    IdReader reader(trace, kExternalId);
    std::vector<std::int64_t> wanted; // of whichever process
    for (const SliceId slice : work) {
        if (const auto id = reader.of(slice)) {
            wanted.push_back(id->number());
        }
    }
    std::ranges::sort(wanted);
    if (!wanted.empty()) {
        std::ignore =
            collect(trace, [&](std::int64_t id) { return std::ranges::binary_search(wanted, id); }, {});
    }
}

// False if asked to stop.
template<class Wanted>
bool ExternalIds::collect(const Trace& trace, const Wanted& isWanted, const std::stop_token& stop) {
    IdReader reader(trace, kExternalId);
    for (const auto& segment : trace.segments()) {
        std::uint32_t seen = 0;
        for (std::uint32_t i = segment->next(EventKind::Operator, 0); i < segment->size();
             i = segment->next(EventKind::Operator, i + 1)) {
            if (seen++ % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            if (const auto id = reader.of(*segment, i); id && isWanted(id->number())) {
                entries_.push_back({*id, SliceId(segment->first + i)});
            }
        }
    }
    const auto before = [](const Entry& a, const Entry& b) {
        return std::pair(a.id, a.op) < std::pair(b.id, b.op);
    };
    return sortStoppably(entries_, before, stop);
}

std::int64_t ExternalIds::numberOf(const Trace& trace, SliceId event) const {
    const Trace::Slice slice = trace.slice(event);
    auto value = trace.args().value(slice.layout, slice.row, key_);
    value = value ? value : trace.args().value(slice.layout, slice.row, older_);
    return integerOf(value, trace.strings(), kUnknownId);
}

SliceId ExternalIds::operatorOf(const Trace& trace, SliceId work) const {
    const std::int64_t number = entries_.empty() ? kUnknownId : numberOf(trace, work);
    if (number == kUnknownId) {
        return {};
    }
    const ProcessId own = processOf(trace, trace.slice(work).track);
    const auto firstOf = [&](ProcessId process) {
        const auto at = std::ranges::lower_bound(entries_, FileId(process, number), {}, &Entry::id);
        return at != entries_.end() && at->id == FileId(process, number) ? at->op : SliceId();
    };
    if (const SliceId op = firstOf(own); op.valid()) {
        return op;
    }
    SliceId found;
    for (std::uint32_t i = 0; i < trace.processes().size(); ++i) {
        const bool mayBe = sameRank(trace.processes()[i], trace.processes()[own.value]);
        if (const SliceId op = mayBe ? firstOf(ProcessId(i)) : SliceId(); op.valid()) {
            if (found.valid()) {
                return {};
            }
            found = op;
        }
    }
    return found;
}

SliceId ExternalIds::operatorDuring(const Trace& trace, SliceId work, SliceId launch) const {
    std::int64_t number = entries_.empty() ? kUnknownId : numberOf(trace, work);
    number = number == kUnknownId && !entries_.empty() ? numberOf(trace, launch) : number;
    if (number == kUnknownId) {
        return {};
    }
    const Trace::Slice call = trace.slice(launch);
    const FileId id(processOf(trace, call.track), number);
    for (const Entry& entry : std::ranges::equal_range(entries_, id, {}, &Entry::id)) {
        const Trace::Slice op = trace.slice(entry.op);
        if (op.track == call.track && op.start <= call.end() && call.start <= op.end()) {
            return entry.op;
        }
    }
    return {};
}

} // namespace lanes
