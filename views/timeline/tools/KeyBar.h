// A line below the timeline with the keys for the row that the keyboard leads. It is visible only while the keyboard leads a
// row.
#pragma once

#include "views/shared/look/Appearance.h"

#include <QKeySequence>
#include <QString>
#include <QWidget>

#include <vector>

namespace lanes {

// Returns the text of a key cap: "Ctrl+E", "?"; arrow keys are shown as arrows.
[[nodiscard]] QString keyCapText(const QKeySequence& key);

class KeyBar : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString key; // as on the cap
        QString text;
    };

    KeyBar(Appearance& appearance, QWidget* parent);

    // Entries that do not fit are left out, from the last one on.
    void setEntries(std::vector<Entry> entries);
    [[nodiscard]] int wantedHeight() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    std::vector<Entry> entries_;
};

} // namespace lanes
