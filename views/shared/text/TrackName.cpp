#include "views/shared/text/TrackName.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

namespace lanes {

QString trackName(const Trace& trace, TrackId id) {
    const Track& track = trace.tracks()[id.value];
    const Process& process = trace.processes()[track.process.value];
    const QString name = toQString(track.name).trimmed();
    const QString key = toQString(track.key);
    if (track.kind == Track::Kind::Stream || process.kind == Process::Kind::Device) {
        const QLatin1String prefix("stream "); // some write it into the number, too
        const QString number = key.startsWith(prefix, Qt::CaseInsensitive) ? key.mid(prefix.size()) : key;
        const bool plain = name.isEmpty() || name.compare(prefix + number, Qt::CaseInsensitive) == 0;
        const bool waits =
            name.startsWith(prefix) && name.endsWith(QLatin1String(" (sync)")); // as Kineto names them
        return plain || waits ? QCoreApplication::translate("TrackName", "Stream %1")
                                    .arg(waits ? name.mid(prefix.size()) : number)
                              : name;
    }
    const QString number = QLatin1String("thread ") + key;
    if (!name.isEmpty() && name != number && !name.startsWith(number + QLatin1Char(' '))) {
        return name;
    }
    return track.key == process.key ? QStringLiteral("MainThread")
                                    : QCoreApplication::translate("TrackName", "Thread %1").arg(key);
}

} // namespace lanes
