// What the keys do in the row that the keyboard leads; one line below the timeline, there only as long as it leads.
#pragma once

#include "views/shared/look/Appearance.h"

#include <QKeySequence>
#include <QString>
#include <QWidget>

#include <vector>

namespace lanes {

// "Ctrl+E", "?"; arrows as arrows.
[[nodiscard]] QString keyCapText(const QKeySequence& key);

class KeyBar : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString key; // as on its cap
        QString text;
    };

    KeyBar(Appearance& appearance, QWidget* parent);

    // Entries that do not fit are left out, the last ones first.
    void setEntries(std::vector<Entry> entries);
    [[nodiscard]] int wantedHeight() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    std::vector<Entry> entries_;
};

} // namespace lanes
