#include "views/timeline/tools/Sidecar.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace lanes {

namespace {

constexpr qint64 kLargest = 4 << 20; // bytes; more is none of ours

const QString kRows = QStringLiteral("rows");
const QString kMarks = QStringLiteral("marks");
const QString kFolded = QStringLiteral("folded");
const QString kHidden = QStringLiteral("hidden");
const QString kPinned = QStringLiteral("pinned");
const QString kHeightKey = QStringLiteral("height");
const QString kPitch = QStringLiteral("pitch");
const QString kPlace = QStringLiteral("place");
const QString kColors = QStringLiteral("colors");
const QString kBegin = QStringLiteral("begin");
const QString kEnd = QStringLiteral("end");
const QString kNote = QStringLiteral("note");

// JSON's numbers are doubles; times are written as text to keep their nanoseconds.
QString timeText(TimeNs time) {
    return QString::number(time);
}

} // namespace

QString sidecarPath(const QString& session) {
    return session + QStringLiteral(".view.json");
}

Sidecar readSidecar(const QString& path) {
    Sidecar sidecar;
    QFile file(path);
    if (file.size() > kLargest || !file.open(QIODevice::ReadOnly)) {
        return sidecar;
    }
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    sidecar.coloring = static_cast<ColorBy>(std::clamp(root[kColors].toInt(), 0, kColorings - 1));
    const QJsonObject rows = root[kRows].toObject();
    for (auto row = rows.begin(); row != rows.end(); ++row) {
        const QJsonObject o = row->toObject();
        RowSettings::Choice choice;
        choice.folded = o[kFolded].toBool();
        choice.hidden = o[kHidden].toBool();
        choice.pinned = o[kPinned].toBool();
        choice.height = static_cast<RowSettings::Height>(std::clamp(o[kHeightKey].toInt(), 0, 4));
        const double pitch = o[kPitch].toDouble();
        choice.pitch = pitch > 0 ? std::clamp(pitch, RowSettings::kLowest, RowSettings::kHighest) : 0;
        choice.place = std::clamp(o[kPlace].toInt(-1), -1, 1 << 20);
        sidecar.settings.choices.insert(row.key(), choice);
    }
    const QJsonArray marks = root[kMarks].toArray();
    for (const auto& value : marks) {
        const QJsonObject o = value.toObject();
        const TimeNs begin = o[kBegin].toString().toLongLong();
        sidecar.marks.push_back({.range = {begin, std::max<TimeNs>(begin, o[kEnd].toString().toLongLong())},
                                 .name = o[kNote].toString()});
    }
    return sidecar;
}

Result<void> writeSidecar(const QString& path, const Sidecar& sidecar) {
    QJsonObject rows;
    for (auto it = sidecar.settings.choices.begin(); it != sidecar.settings.choices.end(); ++it) {
        rows[it.key()] = QJsonObject{{kFolded, it->folded}, {kHidden, it->hidden},
                                     {kPinned, it->pinned}, {kHeightKey, static_cast<int>(it->height)},
                                     {kPitch, it->pitch},   {kPlace, it->place}};
    }
    QJsonArray marks;
    for (const SessionMark& mark : sidecar.marks) {
        marks.append(QJsonObject{
            {kBegin, timeText(mark.range.begin)}, {kEnd, timeText(mark.range.end)}, {kNote, mark.name}});
    }
    QSaveFile file(path);
    const QByteArray json =
        QJsonDocument(
            QJsonObject{{kRows, rows}, {kMarks, marks}, {kColors, static_cast<int>(sidecar.coloring)}})
            .toJson();
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit()) {
        return Error{path.toStdString() + ": rows and marks cannot be kept there (" +
                     file.errorString().toStdString() + ")."};
    }
    return {};
}

} // namespace lanes
