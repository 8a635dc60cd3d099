#include "views/shared/controls/SaveText.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>

namespace lanes {

QString saveFile(const QString& path, const FileWriter& write) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        write(file);
        if (file.commit()) {
            return {};
        }
    }
    return QCoreApplication::translate("SaveText", "%1 could not be written: %2. Choose another folder.")
        .arg(path, file.errorString());
}

void saveWithDialog(QWidget* parent, const QString& title, const QString& suggested, FileWriter write) {
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(suggested);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                     [parent, title, write = std::move(write)](const QString& path) {
                         if (const QString complaint = saveFile(path, write); !complaint.isEmpty()) {
                             QMessageBox::warning(parent, title, complaint);
                         }
                     });
    dialog->open();
}

} // namespace lanes
