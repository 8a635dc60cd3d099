#include "app/capture/targets/SshHosts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace lanes {
namespace {

constexpr int kMostFiles = 32; // ssh itself stops at 16 deep
constexpr qint64 kMostBytes = 1 << 20;

// Files that "Include PATTERN" means: relative ones are beside the user's configuration.
QStringList included(const QString& pattern, const QDir& beside) {
    const QString path = pattern.startsWith(QLatin1String("~/"))
                             ? QDir::homePath() + pattern.mid(1)
                             : QDir::cleanPath(beside.absoluteFilePath(pattern));
    const QFileInfo info(path);
    QStringList files;
    for (const QFileInfo& file : info.dir().entryInfoList({info.fileName()}, QDir::Files, QDir::Name)) {
        files << file.filePath();
    }
    return files;
}

} // namespace

QStringList sshHosts(const QString& configFile) {
    static const QRegularExpression kBlanks(QStringLiteral("[\\s=]+"));
    QStringList hosts;
    QStringList files{configFile};
    for (qsizetype i = 0; i < files.size() && i < kMostFiles; ++i) {
        QFile file(files[i]);
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        for (const QString& line : QString::fromUtf8(file.read(kMostBytes)).split(QLatin1Char('\n'))) {
            QStringList words = line.split(kBlanks, Qt::SkipEmptyParts);
            const QString keyword = words.isEmpty() ? QString() : words.takeFirst().toLower();
            for (QString& word : words) {
                word.remove(QLatin1Char('"'));
                if (keyword == QLatin1String("include")) {
                    files << included(word, QFileInfo(configFile).dir());
                } else if (keyword == QLatin1String("host") && !hosts.contains(word) &&
                           !word.contains(QRegularExpression(QStringLiteral("[*?!]")))) {
                    hosts << word;
                }
            }
        }
    }
    return hosts;
}

} // namespace lanes
