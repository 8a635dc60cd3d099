#include "views/shared/session/Sidecar.h"

#include "model/base/PartFile.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lanes {

namespace {

class SidecarWords {
    Q_DECLARE_TR_FUNCTIONS(Sidecar)
};

constexpr qint64 kLargest = 1 << 20; // bytes; more is none of ours

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
const QString kWholeSession = QStringLiteral("whole_session");
const QString kRecordedAt = QStringLiteral("recorded_at");

// JSON's numbers are doubles; times are written as text to keep their nanoseconds.
QString timeText(TimeNs time) {
    return QString::number(time);
}

// The desktop's rule for what is no setting and no cache, which Qt 6.4 does not know yet.
QString stateFolder() {
    QString home = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(home)) {
        home = QDir::homePath() + QStringLiteral("/.local/state");
    }
    return home + QStringLiteral("/lanescope/views");
}

void dropOldest(const QString& folder) {
    const QFileInfoList files =
        QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (qsizetype i = kMostSidecars; i < files.size(); ++i) {
        QFile::remove(files[i].filePath());
    }
}

Result<void> replaceFile(const QString& path, const QByteArray& bytes) {
    auto file = PartFile::create(QFile::encodeName(path).toStdString());
    if (!file) {
        return file.error();
    }
    QFile out;
    if (!out.open(file.value().descriptor(), QIODevice::WriteOnly | QIODevice::Unbuffered) ||
        out.write(bytes) != bytes.size()) {
        return Error{path.toStdString() + ": " + out.errorString().toStdString() + "."};
    }
    return file.value().commit();
}

} // namespace

QString sidecarBeside(const QString& session) {
    return session + QStringLiteral(".view.json");
}

QString sidecarOfUser(const QString& session) {
    const QByteArray path = QFileInfo(session).absoluteFilePath().toUtf8();
    const QByteArray key = QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex();
    return stateFolder() + QLatin1Char('/') + QString::fromLatin1(key) + QStringLiteral(".json");
}

void moveSidecars(const QString& from, const QString& to) {
    QFile::rename(sidecarBeside(from), sidecarBeside(to));
    const QString kept = sidecarOfUser(to); // of a session that had this name before
    if (QFile::exists(sidecarOfUser(from))) {
        QFile::remove(kept);
        QFile::rename(sidecarOfUser(from), kept);
    }
}

Sidecar readSidecar(const QString& path) {
    Sidecar sidecar;
    QFile file(path);
    if (file.size() > kLargest || !file.open(QIODevice::ReadOnly)) {
        return sidecar;
    }
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    sidecar.recordedAt = root[kRecordedAt].toString(QStringLiteral("-1")).toLongLong();
    sidecar.coloring = static_cast<ColorBy>(std::clamp(root[kColors].toInt(), 0, kColorings - 1));
    sidecar.wholeSession = root[kWholeSession].toBool();
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
        sidecar.rows.insert(row.key(), choice);
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
    for (auto it = sidecar.rows.begin(); it != sidecar.rows.end(); ++it) {
        rows[it.key()] = QJsonObject{{kFolded, it->folded}, {kHidden, it->hidden},
                                     {kPinned, it->pinned}, {kHeightKey, static_cast<int>(it->height)},
                                     {kPitch, it->pitch},   {kPlace, it->place}};
    }
    QJsonArray marks;
    for (const SessionMark& mark : sidecar.marks) {
        marks.append(QJsonObject{
            {kBegin, timeText(mark.range.begin)}, {kEnd, timeText(mark.range.end)}, {kNote, mark.name}});
    }
    const QString folder = QFileInfo(path).path();
    const bool ofUser = folder == stateFolder();
    if (ofUser && !QDir().mkpath(folder)) {
        return Error{SidecarWords::tr("%1: this folder cannot be made, so rows and marks are not kept. Make "
                                      "it, or check the rights of the folder above.")
                         .arg(folder)
                         .toStdString()};
    }
    auto written = replaceFile(path, QJsonDocument(QJsonObject{{kRows, rows},
                                                               {kMarks, marks},
                                                               {kColors, static_cast<int>(sidecar.coloring)},
                                                               {kWholeSession, sidecar.wholeSession},
                                                               {kRecordedAt, timeText(sidecar.recordedAt)}})
                                         .toJson());
    if (written && ofUser) {
        dropOldest(folder);
    }
    return written;
}

} // namespace lanes
