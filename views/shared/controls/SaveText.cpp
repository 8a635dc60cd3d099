#include "views/shared/controls/SaveText.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>

namespace lanes {
namespace {

class StoppableFile : public QSaveFile {
public:
    StoppableFile(const QString& path, const std::stop_token& stop)
        : QSaveFile(path)
        , stop_(stop) {}

protected:
    qint64 writeData(const char* data, qint64 size) override {
        if (stop_.stop_requested()) {
            cancelWriting();
            return -1;
        }
        return QSaveFile::writeData(data, size);
    }

private:
    const std::stop_token& stop_;
};

} // namespace

QString saveFile(const QString& path, const FileWriter& write, const std::stop_token& stop) {
    StoppableFile file(path, stop);
    if (file.open(QIODevice::WriteOnly)) {
        write(file);
        if (stop.stop_requested()) {
            file.cancelWriting();
        }
        if (file.commit()) {
            return {};
        }
    }
    return QCoreApplication::translate(
               "SaveText", "%1 could not be written: %2. Free some room or choose another folder.")
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
