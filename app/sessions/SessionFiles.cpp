#include "app/sessions/SessionFiles.h"

#include "views/shared/session/Sidecar.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QUrl>

namespace lanes {
namespace {

class FileWords {
    Q_DECLARE_TR_FUNCTIONS(SessionFiles)
};

} // namespace

Result<QString> renameSession(const QString& path, const QString& name) {
    const QFileInfo file(path);
    const QString wanted = name.trimmed();
    if (wanted.isEmpty() || wanted.contains(QLatin1Char('/')) || wanted == QLatin1String(".") ||
        wanted == QLatin1String("..")) {
        return Error{
            FileWords::tr("“%1” is no name for a file; write one without a slash.").arg(name).toStdString()};
    }
    const QString target = file.dir().absoluteFilePath(wanted);
    const QFileInfo there(target);
    if (there.exists() || there.isSymLink()) {
        return Error{FileWords::tr("%1 is there already; choose another name.").arg(target).toStdString()};
    }
    QFile renamed(path);
    if (!renamed.rename(target)) {
        return Error{FileWords::tr("%1 could not be renamed: %2. Check that you may write to its folder.")
                         .arg(path, renamed.errorString())
                         .toStdString()};
    }
    moveSidecars(path, target);
    return target;
}

Trashed moveToTrash(const QStringList& paths) {
    Trashed result;
    for (const QString& path : paths) {
        QFile file(path);
        if (file.moveToTrash()) {
            result.moved << path;
        } else {
            result.failures
                << FileWords::tr(
                       "%1 could not be moved to the trash: %2. Delete it in a terminal or file manager.")
                       .arg(path, file.errorString());
        }
    }
    return result;
}

void revealFile(const QString& path, QObject* context) {
    const auto openFolder = [path] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
    };
    // a comma would begin another element of the array
    const QString url =
        QString::fromLatin1(QUrl::fromLocalFile(path).toEncoded(QUrl::FullyEncoded).replace(',', "%2C"));
    auto* ask = new QProcess(context);
    QObject::connect(ask, &QProcess::finished, context, [ask, openFolder](int code) {
        ask->deleteLater();
        if (code != 0) {
            openFolder();
        }
    });
    QObject::connect(ask, &QProcess::errorOccurred, context, [ask, openFolder](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            ask->deleteLater();
            openFolder();
        }
    });
    ask->start(QStringLiteral("dbus-send"),
               {QStringLiteral("--session"), QStringLiteral("--print-reply"),
                QStringLiteral("--reply-timeout=5000"), QStringLiteral("--dest=org.freedesktop.FileManager1"),
                QStringLiteral("/org/freedesktop/FileManager1"),
                QStringLiteral("org.freedesktop.FileManager1.ShowItems"),
                QStringLiteral("array:string:") + url, QStringLiteral("string:")});
}

} // namespace lanes
