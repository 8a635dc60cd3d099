#include "views/shared/text/TrackName.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <optional>

namespace lanes {
namespace {

class TrackWords {
    Q_DECLARE_TR_FUNCTIONS(TrackName)
};

QString ofProcess(const Trace& trace, const QString& text, const QString& number) {
    const auto owner = std::ranges::find_if(
        trace.processes(), [&](const Process& process) { return toQString(process.key) == number; });
    return owner != trace.processes().end() && owner->rank >= 0
               ? TrackWords::tr("%1, rank %2").arg(text).arg(owner->rank)
               : TrackWords::tr("%1 of process %2").arg(text, number);
}

// What recorders say of a stream beside its number, in words: "Waits of process 42", "stream 20 (sync), priority -1". Nothing
// where it is something else.
std::optional<QString> saidOfStream(const Trace& trace, const QString& name) {
    static const QRegularExpression kParts(
        QStringLiteral("^(?:(?<waits>Waits)|stream (?<number>[0-9]+)(?<sync> \\(sync\\))?)"
                       "(?: of (?:process (?<process>[^ ,]+)|context (?<context>[0-9]+)))?"
                       "(?:, priority (?<priority>-?[0-9]+))?$"));
    const QRegularExpressionMatch parts = kParts.match(name);
    if (!parts.hasMatch()) {
        return std::nullopt;
    }
    const auto part = [&parts](const char* one) { return parts.captured(QLatin1String(one)); };
    QString text =
        part("waits").isEmpty() ? TrackWords::tr("Stream %1").arg(part("number")) : TrackWords::tr("Waits");
    text = part("sync").isEmpty() ? text : TrackWords::tr("%1 (sync)").arg(text);
    text = part("process").isEmpty() ? text : ofProcess(trace, text, part("process"));
    text = part("context").isEmpty() ? text : TrackWords::tr("%1 of context %2").arg(text, part("context"));
    return part("priority").isEmpty() ? text : TrackWords::tr("%1, priority %2").arg(text, part("priority"));
}

// A name that the program gave stands before it: "copies (stream 20 of process 42)".
QString streamInWords(const Trace& trace, const QString& name) {
    if (const auto said = saidOfStream(trace, name)) {
        return *said;
    }
    const qsizetype open = name.lastIndexOf(QLatin1String(" ("));
    const auto said = open > 0 && name.endsWith(QLatin1Char(')'))
                          ? saidOfStream(trace, name.mid(open + 2, name.size() - open - 3))
                          : std::nullopt;
    return said ? TrackWords::tr("%1 (%2)").arg(name.left(open), *said) : name;
}

QString streamName(const Trace& trace, const QString& name, const QString& key) {
    const QLatin1String prefix("stream "); // some write it into the number, too
    const QString number = key.startsWith(prefix, Qt::CaseInsensitive) ? key.mid(prefix.size()) : key;
    if (name.isEmpty() || name.compare(prefix + number, Qt::CaseInsensitive) == 0) {
        return TrackWords::tr("Stream %1").arg(number);
    }
    const bool another = name.startsWith(prefix) && std::all_of(name.begin() + prefix.size(), name.end(),
                                                                [](QChar c) { return c.isDigit(); });
    return another ? name : streamInWords(trace, name);
}

// Rows that are no thread's: the recorder's own words.
QString rowInWords(const QString& name) {
    static constexpr std::array kWords = {
        QT_TRANSLATE_NOOP("TrackName", "NVTX ranges"), QT_TRANSLATE_NOOP("TrackName", "NaN and Inf"),
        QT_TRANSLATE_NOOP("TrackName", "Devices"), QT_TRANSLATE_NOOP("TrackName", "Compilation")};
    const auto* const word =
        std::ranges::find_if(kWords, [&](const char* one) { return name == QLatin1String(one); });
    return word == kWords.end() ? name : TrackWords::tr(*word);
}

} // namespace

QString trackName(const Trace& trace, TrackId id) {
    const Track& track = trace.tracks()[id.value];
    const Process& process = trace.processes()[track.process.value];
    const QString name = toQString(track.name).trimmed();
    const QString key = toQString(track.key);
    if (track.kind == Track::Kind::Stream || process.kind == Process::Kind::Device) {
        return streamName(trace, name, key);
    }
    const QString number = QLatin1String("thread ") + key;
    if (!name.isEmpty() && name != number && !name.startsWith(number + QLatin1Char(' '))) {
        return track.kind == Track::Kind::Thread ? name : rowInWords(name);
    }
    return track.key == process.key ? QStringLiteral("MainThread") : TrackWords::tr("Thread %1").arg(key);
}

} // namespace lanes
