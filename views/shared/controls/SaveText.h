// Asks where to save a text and saves it; says what went wrong.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QWidget;

namespace lanes {

// The file holds all of `data`, or is what it was before; the complaint is empty if it was written.
[[nodiscard]] QString saveFile(const QString& path, const QByteArray& data);

// `make` is asked once the user has chosen a file. Returns at once.
void saveWithDialog(QWidget* parent, const QString& title, const QString& suggested,
                    std::function<QByteArray()> make);

} // namespace lanes
