#include "views/overview/SessionFacts.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <set>

namespace lanes {
namespace {

constexpr int kMostClocks = 8;

class Words {
    Q_DECLARE_TR_FUNCTIONS(SessionFacts)
};

// Raw JSON text of a foreign trace's own metadata; empty without it.
std::string_view property(const SessionInfo& info, std::string_view key) {
    const auto at = std::ranges::find(info.properties, key, &std::pair<std::string, std::string>::first);
    return at == info.properties.end() ? std::string_view() : std::string_view(at->second);
}

// "12.4" of 12040, as CUDA and HIP number their versions.
QString versionText(std::string_view number) {
    const int value = toQString(number).toInt();
    return value >= 1000 ? QStringLiteral("%1.%2").arg(value / 1000).arg(value % 1000 / 10) : QString();
}

QString cudaText(const SessionInfo& info) {
    QStringList parts;
    if (const QString runtime = versionText(property(info, "cuda_runtime_version")); !runtime.isEmpty()) {
        parts << Words::tr("runtime %1").arg(runtime);
    }
    if (const QString driver = versionText(property(info, "cuda_driver_version")); !driver.isEmpty()) {
        parts << Words::tr("driver %1").arg(driver);
    }
    return parts.join(QStringLiteral(", "));
}

QString optionsText(const SessionInfo& info) {
    static constexpr std::array<std::pair<std::string_view, const char*>, 5> kOptions = {{
        {"record_shapes", QT_TRANSLATE_NOOP("SessionFacts", "shapes")},
        {"profile_memory", QT_TRANSLATE_NOOP("SessionFacts", "memory")},
        {"with_stack", QT_TRANSLATE_NOOP("SessionFacts", "stacks")},
        {"with_modules", QT_TRANSLATE_NOOP("SessionFacts", "modules")},
        {"with_flops", QT_TRANSLATE_NOOP("SessionFacts", "FLOPs")},
    }};
    QStringList on;
    bool known = false;
    for (const auto& [key, text] : kOptions) {
        known = known || !property(info, key).empty();
        if (property(info, key) == "1" || property(info, key) == "true") {
            on << Words::tr(text);
        }
    }
    return known && on.isEmpty() ? Words::tr("none") : on.join(QStringLiteral(", "));
}

// "python3, 21587, 2 threads" of the process with most threads that did anything.
QString processText(const Trace& trace) {
    std::vector<int> threads(trace.processes().size());
    std::set<std::uint32_t> used;
    for (const auto& segment : trace.segments()) {
        if (used.insert(segment->track.value).second) {
            const Track& track = trace.tracks()[segment->track.value];
            threads[track.process.value] += track.kind == Track::Kind::Thread ? 1 : 0;
        }
    }
    std::size_t best = threads.size();
    int hosts = 0;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        if (trace.processes()[i].kind == Process::Kind::Host && threads[i] > 0) {
            ++hosts;
            best = best == threads.size() || threads[i] > threads[best] ? i : best;
        }
    }
    if (best == threads.size()) {
        return {};
    }
    const Process& process = trace.processes()[best];
    QStringList parts;
    if (!process.name.empty()) {
        parts << toQString(process.name);
    }
    parts << toQString(process.key) << Words::tr("%n threads", nullptr, threads[best]);
    if (hosts > 1) {
        parts << Words::tr("%1 more").arg(hosts - 1);
    }
    return parts.join(QStringLiteral(", "));
}

// "19392 (rank 1): 5 ms off, drift 40 ppb, ± 120 µs".
QString clockText(const Clock& clock, const QString& process) {
    const QString drift = countText(clock.driftPerBillion);
    return clock.sameOrigin()
               ? Words::tr("%1: %2 off, drift %3 ppb, ± %4")
                     .arg(process, durationText(clock.offset), drift, durationText(clock.error))
               : Words::tr("%1: drift %2 ppb, ± %3").arg(process, drift, durationText(clock.error));
}

// Of each host whose clock was tied to the first one's; devices' stand in Trust.
void addClocks(const Trace& trace, std::vector<std::pair<QString, QString>>& facts) {
    int more = 0;
    for (const Clock& clock : trace.clocks()) {
        if (!clock.process.valid() || trace.processes()[clock.process.value].kind != Process::Kind::Host) {
            continue;
        }
        if (++more <= kMostClocks) {
            facts.emplace_back(Words::tr("Clock"),
                               clockText(clock, toQString(trace.processes()[clock.process.value].key)));
        }
    }
    if (more > kMostClocks) {
        facts.emplace_back(Words::tr("Clock"), Words::tr("%1 more").arg(more - kMostClocks));
    }
}

} // namespace

std::vector<std::pair<QString, QString>> sessionFacts(const Trace& trace) {
    const SessionInfo& info = trace.info();
    QStringList command;
    for (const std::string& word : info.command) {
        command << toQString(word);
    }
    std::vector<std::pair<QString, QString>> facts{
        {Words::tr("CUDA"), cudaText(info)},
        {Words::tr("Options"), optionsText(info)},
        {Words::tr("Program"), command.join(QLatin1Char(' '))},
        {Words::tr("Host"), toQString(info.host)},
        {Words::tr("Process"), processText(trace)},
    };
    if (info.exitStatus >= 0) {
        facts.emplace_back(Words::tr("Exit code"), QString::number(info.exitStatus));
    }
    addClocks(trace, facts);
    std::erase_if(facts, [](const auto& fact) { return fact.second.isEmpty(); });
    return facts;
}

std::vector<QString> deviceLines(const std::vector<DeviceLimits>& devices) {
    std::vector<std::pair<QString, int>> models;
    for (const DeviceLimits& device : devices) {
        const QString name = toQString(device.name);
        // what their makers call a multiprocessor
        const QString units =
            name.startsWith(QStringLiteral("AMD")) ? Words::tr("%1, %2 CUs") : Words::tr("%1, %2 SMs");
        const QString text = device.multiprocessors > 0 ? units.arg(name).arg(device.multiprocessors) : name;
        const auto known = std::ranges::find(models, text, &std::pair<QString, int>::first);
        if (known == models.end()) {
            models.emplace_back(text, 1);
        } else {
            ++known->second;
        }
    }
    std::vector<QString> lines;
    lines.reserve(models.size());
    for (const auto& [text, count] : models) {
        lines.push_back(count == 1 ? text : countText(count) + QStringLiteral("\u2009\u00d7 ") + text);
    }
    return lines;
}

} // namespace lanes
