#include "app/window/parts/PaneWalk.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>

namespace lanes {

namespace {

bool takesKeys(const QWidget& widget) {
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) != 0;
}

// The first field inside a pane, in the order of Tab; null if it has none.
QWidget* firstField(QWidget& pane) {
    if (takesKeys(pane) || pane.focusProxy() != nullptr) {
        return &pane;
    }
    for (QWidget* next = pane.nextInFocusChain(); next != &pane; next = next->nextInFocusChain()) {
        if (pane.isAncestorOf(next) && takesKeys(*next)) {
            return next;
        }
    }
    return nullptr;
}

} // namespace

void focusPaneBeside(const QList<QWidget*>& panes, bool forward) {
    const QWidget* focused = QApplication::focusWidget();
    const auto current = std::ranges::find_if(
        panes, [&](const QWidget* pane) { return pane == focused || pane->isAncestorOf(focused); });
    const auto count = panes.size();
    auto at = current != panes.end() ? current - panes.begin() : forward ? count - 1 : 0;
    for (qsizetype tried = 0; tried < count; ++tried) {
        at = (at + (forward ? 1 : count - 1)) % count;
        QWidget* field = panes[at]->isVisible() ? firstField(*panes[at]) : nullptr;
        if (field != nullptr) {
            field->setFocus(forward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return;
        }
    }
}

} // namespace lanes
