#include "views/shared/text/Text.h"

#include "model/trace/Trace.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanes {

namespace {

struct Unit {
    TimeNs ns;
    const char* name;
};
constexpr std::array<Unit, 4> kUnits{
    {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "\u00b5s"}, {1, "ns"}}};

QString translated(const char* text) {
    return QCoreApplication::translate("Kinds", text);
}

} // namespace

QString quantityText(double value, const QString& unit) {
    if (unit.startsWith(QLatin1String("bytes"))) {
        return bytesText(static_cast<std::int64_t>(value)) + unit.mid(5);
    }
    // More than three digits behind the point say nothing that a counter knows.
    const bool whole = std::abs(value) >= 1000 || value == std::floor(value);
    const bool countable = whole && std::abs(value) < 1e15;
    const QString number =
        countable ? countText(std::llround(value)) : QString::number(value, 'g', value < 1000 ? 4 : 6);
    const bool close = unit.isEmpty() || unit.startsWith(QLatin1Char('/'));
    return close ? number + unit : number + QChar::Nbsp + unit;
}

QString counterUnit(const QString& key) {
    static constexpr std::array kKnown{"bytes", "bytes/s", "%", "/s", "W", "J", "°C", "MHz"};
    return std::ranges::any_of(kKnown, [&](const char* unit) { return key == QString::fromUtf8(unit); })
               ? key
               : QString();
}

QString momentText(TimeNs time, TimeNs step, TimeNs span) {
    const Unit* unit = &kUnits.back();
    for (const Unit& u : kUnits) {
        if (span >= u.ns) {
            unit = &u;
            break;
        }
    }
    int digits = 0;
    for (TimeNs place = unit->ns; place > std::max<TimeNs>(step, 1) && digits < 9; place /= 10) {
        ++digits;
    }
    const TimeNs magnitude = time < 0 ? -time : time;
    QString text = countText(magnitude / unit->ns);
    if (digits > 0) {
        TimeNs place = 1;
        for (int i = 0; i < digits; ++i) {
            place *= 10;
        }
        // Cutting, not rounding: a mark never reads later than it stands, and marks stand on whole steps
        // anyway.
        const TimeNs fraction = magnitude % unit->ns / std::max<TimeNs>(unit->ns / place, 1);
        text += QLatin1Char('.') + QString::number(fraction).rightJustified(digits, QLatin1Char('0'));
    }
    return (time < 0 ? QStringLiteral("\u2212") : QString()) + text + QChar(0x2009) +
           QString::fromUtf8(unit->name);
}

QString kindText(EventKind kind) {
    switch (kind) {
    case EventKind::Operator:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Operator"));
    case EventKind::UserRange:
        return translated(QT_TRANSLATE_NOOP("Kinds", "User range"));
    case EventKind::PythonFunction:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Python function"));
    case EventKind::Runtime:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Runtime call"));
    case EventKind::Kernel:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Kernel"));
    case EventKind::Memcpy:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Memory copy"));
    case EventKind::Memset:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Memory set"));
    case EventKind::DeviceSync:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Device wait"));
    case EventKind::DeviceRange:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Range on the device"));
    case EventKind::Overhead:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Profiling overhead"));
    case EventKind::GarbageCollection:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Garbage collection"));
    case EventKind::Communication:
        return translated(QT_TRANSLATE_NOOP("Kinds", "Collective"));
    case EventKind::Other:
        break;
    }
    return translated(QT_TRANSLATE_NOOP("Kinds", "Event"));
}

QString magnitudeText(double value, int digits) {
    static constexpr std::array<const char*, 7> kUnits{"", "k", "M", "G", "T", "P", "E"};
    const double next =
        1000 - .5 * std::pow(10, 3 - digits); // what is rounded to 1000 is one of the next unit
    std::size_t unit = 0;
    while (value >= next && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    return QString::number(value, 'g', digits) + QChar(0x2009) + QLatin1String(kUnits[unit]);
}

QString hueText(Hue hue, const Trace& trace) {
    if (isOwn(hue)) {
        return toQString(categoryName(hue, trace.ownClasses()));
    }
    static constexpr std::array<const char*, kHueCount> kNames{
        QT_TRANSLATE_NOOP("Kinds", "Python"),        QT_TRANSLATE_NOOP("Kinds", "Operator"),
        QT_TRANSLATE_NOOP("Kinds", "Autograd"),      QT_TRANSLATE_NOOP("Kinds", "User range"),
        QT_TRANSLATE_NOOP("Kinds", "Runtime call"),  QT_TRANSLATE_NOOP("Kinds", "Wait"),
        QT_TRANSLATE_NOOP("Kinds", "Data loading"),  QT_TRANSLATE_NOOP("Kinds", "Matmul / conv"),
        QT_TRANSLATE_NOOP("Kinds", "Attention"),     QT_TRANSLATE_NOOP("Kinds", "Norm / reduce"),
        QT_TRANSLATE_NOOP("Kinds", "Elementwise"),   QT_TRANSLATE_NOOP("Kinds", "Copy / set"),
        QT_TRANSLATE_NOOP("Kinds", "Communication"), QT_TRANSLATE_NOOP("Kinds", "Other")};
    return translated(kNames[static_cast<std::size_t>(hue)]);
}

} // namespace lanes
