#include "app/sessions/FactsCache.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace lanes {
namespace {

constexpr quint32 kFactsMagic = 0x6C665631; // "lfV1"; another one when what follows changes
constexpr qint64 kLargestFacts = 256 * 1024;
constexpr QSize kLargestPicture(1024, 16);

QString cacheFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
           QStringLiteral("/lanescope/sessions");
}

QString fileFor(const QFileInfo& session) {
    const QString key = QStringLiteral("%1\n%2\n%3")
                            .arg(session.absoluteFilePath())
                            .arg(session.size())
                            .arg(session.lastModified().toMSecsSinceEpoch());
    const QByteArray hash = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha1).toHex();
    return cacheFolder() + QLatin1Char('/') + QString::fromLatin1(hash);
}

void dropOldest() {
    const QFileInfoList files = QDir(cacheFolder()).entryInfoList(QDir::Files, QDir::Time);
    for (qsizetype i = FactsCache::kMost; i < files.size(); ++i) {
        QFile::remove(files[i].filePath());
    }
}

} // namespace

std::optional<SessionFacts> FactsCache::load(const QFileInfo& session) {
    QFile file(fileFor(session));
    if (file.size() > kLargestFacts || !file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    QDataStream in(&file);
    in.setVersion(QDataStream::Qt_6_4);
    quint32 magic = 0;
    SessionFacts facts;
    in >> magic;
    if (magic != kFactsMagic) {
        return std::nullopt;
    }
    in >> facts.durationNs >> facts.events >> facts.device >> facts.command >> facts.trouble >> facts.whole >>
        facts.picture;
    const QSize size = facts.picture.size();
    if (in.status() != QDataStream::Ok || size.width() > kLargestPicture.width() ||
        size.height() > kLargestPicture.height()) {
        return std::nullopt;
    }
    if (!facts.picture.isNull()) {
        facts.picture = facts.picture.convertToFormat(QImage::Format_RGB32);
    }
    return facts;
}

bool FactsCache::save(const QFileInfo& session, const SessionFacts& facts) {
    if (!QDir().mkpath(cacheFolder())) {
        return false;
    }
    QSaveFile file(fileFor(session));
    if (!file.open(QIODevice::WriteOnly)) {
        return false;
    }
    QDataStream out(&file);
    out.setVersion(QDataStream::Qt_6_4);
    out << kFactsMagic << facts.durationNs << facts.events << facts.device << facts.command << facts.trouble
        << facts.whole << facts.picture;
    const bool saved = out.status() == QDataStream::Ok && file.commit();
    dropOldest();
    return saved;
}

} // namespace lanes
