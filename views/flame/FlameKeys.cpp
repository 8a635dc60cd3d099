// The flame graph without a mouse.
#include "views/flame/FlameView.h"
#include "views/shared/controls/FilterField.h"

#include <QKeyEvent>

#include <algorithm>
#include <array>

namespace lanes {

// Back and forward go through zooms here, not through the session's history.
bool FlameView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Left,  Qt::Key_Right,
                                      Qt::Key_Space,  Qt::Key_Return, Qt::Key_Enter, Qt::Key_Backspace,
                                      Qt::Key_Escape, Qt::Key_F,      Qt::Key_S};
    if (key.modifiers() & Qt::AltModifier) {
        return key.key() == Qt::Key_Left || key.key() == Qt::Key_Right;
    }
    return !(key.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) &&
           std::ranges::find(kKeys, key.key()) != kKeys.end();
}

void FlameView::keyPressEvent(QKeyEvent* event) {
    const bool alt = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Backspace:
        goBack();
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (alt) {
            event->key() == Qt::Key_Left ? goBack() : goForward();
            return;
        }
        break;
    case Qt::Key_F:
        search_->setFocus();
        return;
    case Qt::Key_S:
        sandwichClosed_ = !sandwichClosed_;
        placeParts();
        return;
    case Qt::Key_Escape:
        showEverything();
        return;
    default:
        break;
    }
    SessionView::keyPressEvent(event);
}

} // namespace lanes
