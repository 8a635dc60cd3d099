#include "views/timeline/SpotAt.h"

#include "views/shared/Text.h"

#include <QStringList>

namespace lanes {
namespace {

// The last event of a device at or before `time`.
std::optional<Spot> memoryAt(const Trace& trace, int type, int device, TimeNs time) {
    const MemoryTable& table = trace.memory();
    std::optional<Spot> spot;
    for (std::uint32_t i = 0; i < table.size() && table.time[i] <= time; ++i) {
        if (table.deviceType[i] == type && table.deviceIndex[i] == device) {
            spot = Spot{Spot::Kind::Memory, time, {}, i};
        }
    }
    return spot;
}

std::optional<Spot> counterAt(const Trace& trace, const QString& key, TimeNs time) {
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
        const CounterSeries& series = trace.counters()[i];
        if (key ==
            toQString(trace.text(series.name)) + QLatin1Char('/') + toQString(trace.text(series.key))) {
            return Spot{Spot::Kind::Counter, time, series.track, i};
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
    const QString key = row.key.section(QLatin1Char('/'), 1); // behind "c"
    const QStringList parts = key.split(QLatin1Char('/'));
    if (parts.size() == 3 && parts[0] == QLatin1String("memory")) {
        return memoryAt(trace, parts[1].toInt(), parts[2].toInt(), time);
    }
    return counterAt(trace, key, time);
}

} // namespace lanes
