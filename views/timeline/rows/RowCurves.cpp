#include "views/timeline/rows/RowCurves.h"

#include "model/analysis/device/Devices.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

class CurveWords {
    Q_DECLARE_TR_FUNCTIONS(TimelineRows)
};

// Without curves where nothing was allocated.
RowCurves memoryRow(const SessionCurves::Device& device, const SessionCurves::Memory& memory) {
    RowCurves row;
    row.key = QStringLiteral("memory/%1/%2").arg(device.type).arg(device.index);
    row.label = device.type == 0 ? CurveWords::tr("CPU memory") : CurveWords::tr("Memory");
    row.name = row.label;
    row.memoryOf = device.type == 0 ? -1 : device.index;
    const auto& [allocated, reserved] = memory;
    if (allocated->maximum() <= 0) {
        return row;
    }
    row.note = reserved->empty() ? CurveWords::tr("allocated") : CurveWords::tr("allocated, reserved");
    row.value = bytesText(static_cast<std::int64_t>(allocated->maximum()));
    if (!reserved->empty()) {
        row.curves.push_back({reserved, QStringLiteral("bytes"), Hue::Norm, true});
    }
    row.curves.push_back({allocated, QStringLiteral("bytes"), Hue::Norm, false});
    return row;
}

// " (rank 1)" or the like, to stand behind a label.
QString ownerText(const Trace& trace, ProcessId process) {
    if (!process.valid()) {
        return {};
    }
    const Process& owner = trace.processes()[process.value];
    if (owner.kind == Process::Kind::Device && !owner.label.empty()) {
        return QStringLiteral(" (%1)").arg(toQString(owner.label));
    }
    return owner.rank >= 0 ? CurveWords::tr(" (rank %1)").arg(owner.rank)
                           : QStringLiteral(" (%1)").arg(toQString(owner.key));
}

void addMemory(const Trace& trace, const SessionCurves& curves, std::vector<RowCurves>& out) {
    for (const auto& [device, processes] : curves.memory()) {
        for (const auto& [process, memory] : processes) {
            RowCurves row = memoryRow(device, memory);
            if (row.curves.empty()) {
                continue;
            }
            row.owner = process;
            if (process.valid()) {
                row.key += QLatin1Char('/') + toQString(trace.processes()[process.value].key);
            }
            if (processes.size() > 1) {
                row.label += ownerText(trace, process);
            }
            out.push_back(std::move(row));
        }
    }
}

ProcessId deviceWith(const Trace& trace, const Devices& devices, const std::string& key) {
    for (std::uint32_t i = 0; i < trace.processes().size(); ++i) {
        if (trace.processes()[i].kind == Process::Kind::Device && devices.at(ProcessId(i)).key == key) {
            return ProcessId(i);
        }
    }
    return {};
}

void addLaunchQueues(const Trace& trace, const SessionCurves& curves, std::vector<RowCurves>& out) {
    const auto& queues = curves.queues();
    const Devices devices(trace);
    for (const auto& [device, waiting] : queues) {
        RowCurves row;
        row.label = CurveWords::tr("Launch queue");
        row.name = row.label;
        row.owner = deviceWith(trace, devices, device);
        row.key = QStringLiteral("queue/") +
                  toQString(row.owner.valid() ? trace.processes()[row.owner.value].key : device);
        if (queues.size() > 1) {
            row.label += QStringLiteral(" (GPU %1)").arg(toQString(device));
        }
        row.note = CurveWords::tr("launched, not started");
        row.value = countText(static_cast<std::int64_t>(waiting->maximum()));
        row.curves.push_back({waiting, QString(), Hue::Runtime, false});
        out.push_back(std::move(row));
    }
}

ProcessId ownerOf(const Trace& trace, const CounterSeries& series) {
    return series.track.valid() ? processOf(trace, series.track) : ProcessId();
}

// Whether names alone do not tell the counters apart: devices count alike.
bool haveSeveralOwners(const Trace& trace) {
    const auto& counters = trace.counters();
    return std::ranges::any_of(counters, [&](const CounterSeries& series) {
        return ownerOf(trace, series) != ownerOf(trace, counters.front());
    });
}

RowCurves counterRow(const Trace& trace, std::uint32_t index, const SessionCurves::Curve& curve) {
    const CounterSeries& series = trace.counters()[index];
    const QString part = toQString(trace.text(series.key));
    const QString name = toQString(trace.text(series.name));
    RowCurves row;
    row.counter = index;
    row.owner = ownerOf(trace, series);
    row.key = name + QLatin1Char('/') + part;
    if (row.owner.valid()) {
        row.key += QLatin1Char('/') + toQString(trace.processes()[row.owner.value].key);
    }
    row.name = name;
    row.label = name;
    const QString unit = counterUnit(part);
    row.note = part == name || !unit.isEmpty() ? QString() : part; // units stand behind the values
    if (!curve->empty()) {
        row.value = quantityText(curve->maximum(), unit);
        row.curves.push_back({curve, unit, Hue::Elementwise, false});
    }
    return row;
}

void addCounters(const Trace& trace, const SessionCurves& curves, std::vector<RowCurves>& out) {
    const bool several = haveSeveralOwners(trace);
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
        RowCurves row = counterRow(trace, i, curves.counters()[i]);
        if (row.curves.empty()) {
            continue;
        }
        if (several) {
            row.label += ownerText(trace, row.owner);
        }
        out.push_back(std::move(row));
    }
}

} // namespace

std::vector<RowCurves> findCurves(const Trace& trace, const SessionCurves& curves) {
    std::vector<RowCurves> rows;
    addMemory(trace, curves, rows);
    addLaunchQueues(trace, curves, rows);
    addCounters(trace, curves, rows);
    return rows;
}

} // namespace lanes
