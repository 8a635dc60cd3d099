// Asks where to save a text or a picture and saves it; says what went wrong.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <stop_token>

class QIODevice;
class QWidget;

namespace lanes {

// Writes what is to be saved, in pieces if it is large; what the file does not take is noticed later.
using FileWriter = std::function<void(QIODevice&)>;

// The file holds all that `write` writes, or is what it was before; the complaint is empty if it was written. Once it is to
// stop, the file takes nothing more: what writes in pieces ends soon. Any thread.
[[nodiscard]] QString saveFile(const QString& path, const FileWriter& write,
                               const std::stop_token& stop = {});

// `write` is asked once the user has chosen a file. Returns at once.
void saveWithDialog(QWidget* parent, const QString& title, const QString& suggested, FileWriter write);

} // namespace lanes
