#include "app/window/parts/FileDialogs.h"

#include "model/io/OpenTrace.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMimeData>
#include <QPixmap>
#include <QUrl>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(FileDialogs)
};

} // namespace

QStringList askForSessions(QWidget* window) {
    QStringList patterns{QStringLiteral("*.zip")}; // of several ranks
    for (const std::string& ending : traceEndings()) {
        patterns << QStringLiteral("*") + QString::fromStdString(ending);
    }
    return QFileDialog::getOpenFileNames(
        window, Words::tr("Open sessions or traces"), {},
        Words::tr("Sessions and traces (%1);;All files (*)").arg(patterns.join(QStringLiteral(" "))));
}

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
        }
    }
    return files;
}

Result<QString> savePictureOf(QWidget& view, const QString& name) {
    const QString file =
        QFileDialog::getSaveFileName(view.window(), Words::tr("Save picture"), name + QStringLiteral(".png"),
                                     Words::tr("Pictures (*.png)"));
    if (!file.isEmpty() && !view.grab().save(file)) {
        return Error{Words::tr("%1 could not be written; choose another folder.").arg(file).toStdString()};
    }
    return file;
}

} // namespace lanes
