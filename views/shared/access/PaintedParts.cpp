#include "views/shared/access/PaintedParts.h"

#include "views/shared/access/AccessiblePainted.h"

namespace lanes {

PaintedParts::PaintedParts(QAccessible::Role role, QWidget& widget)
    : QObject(&widget)
    , role_(role) {
    QAccessible::installFactory(&AccessiblePainted::make); // once, however often it is said
}

void PaintedParts::sayChanged() {
    if (QAccessible::isActive()) {
        if (auto* accessible =
                dynamic_cast<AccessiblePainted*>(QAccessible::queryAccessibleInterface(parent()))) {
            accessible->forget();
        }
        QAccessibleEvent changed(parent(), QAccessible::ObjectReorder);
        QAccessible::updateAccessibility(&changed);
    }
}

void PaintedParts::sayCurrent() {
    const auto* widget = static_cast<QWidget*>(parent());
    if (QAccessible::isActive() && widget->hasFocus()) {
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(parent());
        if (QAccessibleInterface* child = accessible != nullptr ? accessible->focusChild() : nullptr) {
            QAccessibleEvent focus(child, QAccessible::Focus);
            QAccessible::updateAccessibility(&focus);
        }
    }
}

} // namespace lanes
