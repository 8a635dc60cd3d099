#include "app/window/page/FrontKeys.h"

#include "views/shared/session/SessionView.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>

#include <algorithm>

namespace lanes {
namespace {

// Letters are letters in a field, and Enter is for what has the focus.
bool isForTheFocus(const SessionView& view, const QKeyEvent& key) {
    const QWidget* focus = QApplication::focusWidget();
    return key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter ||
           (focus != nullptr &&
            (focus == &view || view.isAncestorOf(focus) || focus->testAttribute(Qt::WA_InputMethodEnabled)));
}

QWidget& keyboardOf(SessionView& view) {
    QWidget* at = &view;
    while (at->focusProxy() != nullptr) {
        at = at->focusProxy();
    }
    return *at;
}

// As by the keyboard, but no further up than the view: above it is the window that asks.
bool takes(SessionView& view, QObject& at, const QKeyEvent& key) {
    QKeyEvent again(key.type(), key.key(), key.modifiers(), key.text(), key.isAutoRepeat(),
                    static_cast<quint16>(key.count()));
    at.event(&again);
    return again.isAccepted() || (&at != &view && at.parent() != nullptr && takes(view, *at.parent(), key));
}

} // namespace

bool giveToView(SessionView& view, const QKeyEvent& key) {
    if (isForTheFocus(view, key)) {
        return false;
    }
    QWidget& keyboard = keyboardOf(view);
    const QList<QAction*> commands = view.actions();
    const auto command = std::ranges::find_if(commands, [&](const QAction* one) {
        return one->isEnabled() && one->shortcuts().contains(QKeySequence(key.keyCombination()));
    });
    if (command != commands.end()) {
        keyboard.setFocus(Qt::OtherFocusReason);
        (*command)->trigger();
        return true;
    }
    if (!takes(view, keyboard, key)) {
        return false;
    }
    keyboard.setFocus(Qt::OtherFocusReason);
    return true;
}

} // namespace lanes
