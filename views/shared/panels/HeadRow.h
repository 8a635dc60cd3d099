// The top row of a panel at the right, with icon buttons in its right corner. What derives from it paints its texts.
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
    // Stands left of those added before; `text` is its tooltip and its name for screen readers. Owned by the row.
    QToolButton* addButton(const QString& icon, const QString& text);
    // After buttons were shown or hidden: the shown ones close up.
    void placeButtons();
    [[nodiscard]] int buttonsWidth() const; // of those shown
    void resizeEvent(QResizeEvent* event) override;

private:
    void tint();

    std::vector<std::pair<QToolButton*, QString>> buttons_; // from the right
};

} // namespace lanes
