// The top row of a panel at the right, with icon buttons in its right corner. Subclasses paint the texts.
#pragma once

#include "views/shared/panels/PanelParts.h"

#include <QString>

#include <utility>
#include <vector>

class QToolButton;

namespace lanes {

// UI thread.
class HeadRow : public PanelRow {
    Q_OBJECT

public:
    HeadRow(Appearance& appearance, int height, QWidget* parent = nullptr);

protected:
    // Adds a button to the left of those added before. `text` is its tooltip and its name for screen readers. The row owns the
    // button.
    QToolButton* addButton(const QString& icon, const QString& text);
    // Closes the gaps after buttons were shown or hidden.
    void placeButtons();
    [[nodiscard]] int buttonsWidth() const; // of the buttons shown
    void resizeEvent(QResizeEvent* event) override;

private:
    void tint();

    std::vector<std::pair<QToolButton*, QString>> buttons_; // from right to left
};

} // namespace lanes
