#include "app/sessions/SessionText.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lanes {
namespace {

class TextWords {
    Q_DECLARE_TR_FUNCTIONS(SessionText)
};

QString eventsText(qint64 events) {
    return TextWords::tr("%1 events", nullptr, pluralOf(events)).arg(countText(events));
}

} // namespace

QString whenText(const QDateTime& when) {
    const qint64 seconds = when.secsTo(QDateTime::currentDateTime());
    const QLocale locale = QLocale::system();
    if (!when.isValid()) {
        return {};
    }
    if (seconds < 3600) {
        const int minutes = static_cast<int>(std::max<qint64>(seconds, 0) / 60);
        return minutes == 0 ? TextWords::tr("Just now") : TextWords::tr("%n minutes ago", nullptr, minutes);
    }
    const qint64 days = when.date().daysTo(QDate::currentDate());
    if (days == 0) {
        return TextWords::tr("Today, %1").arg(locale.toString(when.time(), QStringLiteral("HH:mm")));
    }
    if (days == 1) {
        return TextWords::tr("Yesterday");
    }
    return days < 7 ? locale.dayName(when.date().dayOfWeek())
                    : locale.toString(when.date(), QStringLiteral("d MMMM"));
}

QString programText(const SessionEntry& entry) {
    if (entry.running) {
        return entry.running->program;
    }
    return entry.facts && !entry.facts->command.isEmpty() ? entry.facts->command
                                                          : QFileInfo(entry.path).path();
}

QString timeText(const SessionEntry& entry) {
    const qint64 time = entry.running ? entry.running->durationNs
                        : entry.facts ? entry.facts->durationNs
                                      : -1;
    return time < 0 ? QString() : durationText(time, 3);
}

QString factsText(const SessionEntry& entry) {
    if (entry.gone) {
        return TextWords::tr("no longer there");
    }
    if (entry.running) {
        const QString state =
            entry.running->paused ? TextWords::tr("paused") : TextWords::tr("being recorded");
        return state + QStringLiteral(",  ") + eventsText(entry.running->events);
    }
    if (!entry.facts) {
        return TextWords::tr("being read…");
    }
    if (!entry.facts->trouble.isEmpty()) {
        return TextWords::tr("cannot be read");
    }
    QStringList facts;
    if (!entry.facts->device.isEmpty()) {
        facts << entry.facts->device;
    }
    if (entry.facts->events >= 0) {
        facts << eventsText(entry.facts->events);
    } else if (!entry.facts->whole) {
        facts << TextWords::tr("large: open it to see more");
    }
    if (entry.bytes >= 0) {
        facts << bytesText(entry.bytes);
    }
    return facts.join(QStringLiteral(",  "));
}

QString sessionText(const SessionEntry& entry) {
    QStringList lines{entry.path};
    if (entry.gone) {
        lines << TextWords::tr("The file is no longer there. It can be removed from the list.");
        return lines.join(QLatin1Char('\n'));
    }
    if (entry.facts && !entry.facts->trouble.isEmpty()) {
        lines << entry.facts->trouble;
    }
    if (entry.facts && !entry.facts->command.isEmpty()) {
        lines << entry.facts->command;
    }
    if (const QString time = timeText(entry); !time.isEmpty()) {
        lines << time;
    }
    lines << factsText(entry);
    if (entry.when.isValid()) {
        lines << QLocale::system().toString(entry.when, QLocale::ShortFormat);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace lanes
