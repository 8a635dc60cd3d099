#include "views/timeline/rows/SpotAt.h"

#include "model/analysis/device/Devices.h"
#include "views/shared/text/Text.h"

#include <QStringList>

#include <algorithm>

namespace lanes {
namespace {

// The last event of a device, or of one process on it (none: of any), at or before `time`.
std::optional<Spot> memoryAt(const Trace& trace, int type, int device, ProcessId process, TimeNs time) {
    const MemoryTable& table = trace.memory();
    auto i = static_cast<std::uint32_t>(std::ranges::upper_bound(table.time, time) - table.time.begin());
    while (i-- > 0) {
        if (table.deviceType[i] == type && table.deviceIndex[i] == device &&
            (!process.valid() || processOf(trace, table.track[i]) == process)) {
            return Spot{Spot::Kind::Memory, time, {}, i};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Spot> spotAt(const Trace& trace, const TimelineRow& row, TimeNs time) {
    if (row.kind == TimelineRow::Kind::Stream) {
        return Spot{Spot::Kind::Gap, time, row.track, 0};
    }
    if (row.kind == TimelineRow::Kind::Steps) {
        return Spot{Spot::Kind::Step, time, {}, 0};
    }
    if (row.kind != TimelineRow::Kind::Counter) {
        return std::nullopt;
    }
    if (row.counter != TimelineRow::kNone) {
        return Spot{Spot::Kind::Counter, time, trace.counters()[row.counter].track, row.counter};
    }
    const QString key = row.key.section(QLatin1Char('/'), 1); // behind "c"
    const QStringList parts = key.split(QLatin1Char('/'));
    if ((parts.size() == 3 || parts.size() == 4) && parts[0] == QLatin1String("memory")) {
        const ProcessId process = parts.size() == 4 ? ProcessId(parts[3].toUInt()) : ProcessId();
        return memoryAt(trace, parts[1].toInt(), parts[2].toInt(), process, time);
    }
    return std::nullopt;
}

Spot spotOf(const TimelineRows& rows, const TimelineRow& row, std::uint32_t ordinal) {
    const Instant& instant = rows.instantsOf(row).at(ordinal);
    return {Spot::Kind::Instant, instant.time, rows.trace().points().track[instant.point], instant.point};
}

namespace {

// Behind "c/" in the key of the row that shows a device's memory.
QString memoryKey(const Trace& trace, const Spot& spot) {
    if (spot.kind != Spot::Kind::Memory || spot.index >= trace.memory().size()) {
        return {};
    }
    const ProcessId process = processOf(trace, trace.memory().track[spot.index]);
    return QStringLiteral("memory/%1/%2")
               .arg(trace.memory().deviceType[spot.index])
               .arg(trace.memory().deviceIndex[spot.index]) +
           (process.valid() ? QLatin1Char('/') + toQString(trace.processes()[process.value].key) : QString());
}

bool shows(const TimelineRows& rows, const TimelineRow& row, const Spot& spot, const QString& memory) {
    switch (spot.kind) {
    case Spot::Kind::Instant:
        return row.kind == TimelineRow::Kind::Instants &&
               rows.instantsOf(row).ordinalOf(spot.index, spot.time).has_value();
    case Spot::Kind::Gap:
        return row.kind == TimelineRow::Kind::Stream && row.track == spot.track;
    case Spot::Kind::Step:
        return row.kind == TimelineRow::Kind::Steps;
    case Spot::Kind::Counter:
        return row.kind == TimelineRow::Kind::Counter && row.counter == spot.index;
    case Spot::Kind::Memory:
        return row.kind == TimelineRow::Kind::Counter && !memory.isEmpty() &&
               row.key.section(QLatin1Char('/'), 1) == memory;
    }
    return false;
}

TimeRange rangeOf(const TimelineRows& rows, const TimelineRow& row, const Spot& spot) {
    if (spot.kind == Spot::Kind::Step) {
        const Step* step = stepAt(rows.steps(), spot.time);
        return step != nullptr ? step->range : TimeRange{spot.time, spot.time};
    }
    if (spot.kind == Spot::Kind::Gap) {
        TimeRange gap = rows.trace().span();
        for (std::uint32_t level = 0; level < row.levels; ++level) {
            const LodLane& lane = rows.lod()->lanes()[row.firstLane + level];
            const std::uint32_t next = lane.firstStartingAt(spot.time);
            gap.begin = next > 0 ? std::max(gap.begin, std::min(lane.end(next - 1), spot.time)) : gap.begin;
            gap.end = next < lane.count() ? std::min(gap.end, lane.start(next)) : gap.end;
        }
        return gap;
    }
    return {spot.time, spot.time};
}

} // namespace

std::optional<SpotPlace> placeOf(const TimelineRows& rows, const Spot& spot) {
    const QString memory = memoryKey(rows.trace(), spot);
    const auto row =
        std::ranges::find_if(rows.rows(), [&](const TimelineRow& r) { return shows(rows, r, spot, memory); });
    if (row == rows.rows().end()) {
        return std::nullopt;
    }
    return SpotPlace{static_cast<int>(row - rows.rows().begin()), rangeOf(rows, *row, spot),
                     spot.kind == Spot::Kind::Gap};
}

} // namespace lanes
