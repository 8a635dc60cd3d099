#include "app/window/parts/SearchField.h"

#include <QKeyEvent>

namespace lanes {

bool SearchField::event(QEvent* event) {
    // Esc is the window's "clear selection": here it ends the search, and no more.
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void SearchField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT stepRequested(!(event->modifiers() & Qt::ShiftModifier));
        break;
    case Qt::Key_Down:
        Q_EMIT listRequested();
        break;
    case Qt::Key_Escape:
        clear();
        Q_EMIT left();
        break;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

} // namespace lanes
