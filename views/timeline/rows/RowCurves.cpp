#include "views/timeline/rows/RowCurves.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/device/LaunchQueue.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <utility>

namespace lanes {

namespace {

class CurveWords {
    Q_DECLARE_TR_FUNCTIONS(TimelineRows)
};

struct Samples {
    std::vector<TimeNs> times;
    std::vector<double> values;
    void add(TimeNs time, double value) {
        if (!times.empty() && times.back() == time) {
            values.back() = value;
        } else {
            times.push_back(time);
            values.push_back(value);
        }
    }
    [[nodiscard]] std::shared_ptr<const CurveLod> curve() {
        return std::make_shared<CurveLod>(std::move(times), std::move(values));
    }
};

struct Memory {
    std::int64_t now = 0;
    Samples allocated;
    Samples reserved;
};

// Without curves where nothing was allocated.
RowCurves memoryRow(const std::pair<int, int>& device, Memory& memory) {
    RowCurves row;
    row.key = QStringLiteral("memory/%1/%2").arg(device.first).arg(device.second);
    row.label = device.first == 0 ? CurveWords::tr("CPU memory") : CurveWords::tr("Memory");
    const auto allocated = memory.allocated.curve();
    const auto reserved = memory.reserved.curve();
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

void addMemory(const Trace& trace, std::vector<RowCurves>& out) {
    const MemoryTable& table = trace.memory();
    std::map<std::pair<int, int>, std::map<ProcessId, Memory>>
        devices; // processes have allocators of their own
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        Memory& memory =
            devices[{table.deviceType[i], table.deviceIndex[i]}][processOf(trace, table.track[i])];
        // Sessions of our own say what changed, not what it came to.
        memory.now = table.totalAllocated[i] >= 0 ? table.totalAllocated[i] : memory.now + table.bytes[i];
        memory.allocated.add(table.time[i], double(memory.now));
        if (table.totalReserved[i] > 0) {
            memory.reserved.add(table.time[i], double(table.totalReserved[i]));
        }
    }
    for (auto& [device, processes] : devices) {
        for (auto& [process, memory] : processes) {
            RowCurves row = memoryRow(device, memory);
            if (row.curves.empty()) {
                continue;
            }
            if (processes.size() > 1) {
                row.key += QLatin1Char('/') + QString::number(process.value);
                row.label += ownerText(trace, process);
            }
            out.push_back(std::move(row));
        }
    }
}

void addLaunchQueues(const Trace& trace, std::vector<RowCurves>& out) {
    const std::vector<LaunchQueue> queues = launchQueues(trace);
    for (const LaunchQueue& queue : queues) {
        const auto curve = std::make_shared<CurveLod>(
            queue.time, std::vector<double>(queue.waiting.begin(), queue.waiting.end()));
        RowCurves row;
        row.key = QStringLiteral("queue");
        row.label = CurveWords::tr("Launch queue");
        if (queues.size() > 1) {
            row.key += QLatin1Char('/') + toQString(queue.device);
            row.label += QStringLiteral(" (GPU %1)").arg(toQString(queue.device));
        }
        row.note = CurveWords::tr("launched, not started");
        row.value = countText(static_cast<std::int64_t>(curve->maximum()));
        row.curves.push_back({curve, QString(), Hue::Runtime, false});
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

RowCurves counterRow(const Trace& trace, std::uint32_t index) {
    const CounterSeries& series = trace.counters()[index];
    Samples samples;
    for (std::size_t i = 0; i < series.time.size(); ++i) {
        samples.add(series.time[i], series.value[i]);
    }
    const auto curve = samples.curve();
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
    row.note = part == name ? QString() : part;
    if (!curve->empty()) {
        const QString unit = counterUnit(part);
        row.value = quantityText(curve->maximum(), unit);
        row.curves.push_back({curve, unit, Hue::Elementwise, false});
    }
    return row;
}

void addCounters(const Trace& trace, std::vector<RowCurves>& out) {
    const bool several = haveSeveralOwners(trace);
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
        RowCurves row = counterRow(trace, i);
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

std::vector<RowCurves> findCurves(const Trace& trace) {
    std::vector<RowCurves> rows;
    addMemory(trace, rows);
    addLaunchQueues(trace, rows);
    addCounters(trace, rows);
    return rows;
}

} // namespace lanes
