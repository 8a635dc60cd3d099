// Asks where to save a text or a picture, saves it, and reports what went wrong.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <stop_token>

class QIODevice;
class QWidget;

namespace lanes {

// Writes the content to the device, large content in pieces. The function need not check for errors: saveFile() detects a
// failed write.
using FileWriter = std::function<void(QIODevice&)>;

// Writes the file atomically: afterwards it holds all that `write` wrote, or its former content. Returns an empty text on
// success, else the complaint. After a stop request the file accepts no more data, so that a function that writes in pieces
// ends soon. Any thread.
[[nodiscard]] QString saveFile(const QString& path, const FileWriter& write,
                               const std::stop_token& stop = {});

// Opens the dialog and returns at once. `write` is called once the user has chosen a file. UI thread.
void saveWithDialog(QWidget* parent, const QString& title, const QString& suggested, FileWriter write);

} // namespace lanes
