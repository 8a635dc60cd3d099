// What is to be known before trusting a session's numbers: everything dropped, repaired, guessed or missing.
#pragma once

#include "model/base/Diagnostics.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace lanes {

class Appearance;

class NotesSheet : public QWidget {
    Q_OBJECT

public:
    explicit NotesSheet(Appearance& appearance, QWidget* parent = nullptr);
    void show(const Diagnostics& notes);
    [[nodiscard]] QSize sizeHint() const override;

private:
    Appearance& appearance_;
    QLabel* verdict_;
    QTreeWidget* table_;
};

} // namespace lanes
