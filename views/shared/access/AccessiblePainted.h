// A widget with PaintedParts as Qt's accessibility has it: its parts are its children, before its own widgets.
#pragma once

#include "views/shared/access/PaintedParts.h"

#include <QAccessibleWidget>
#include <QHash>

namespace lanes {

// UI thread. Owned by Qt's cache, which ends it with its widget.
class AccessiblePainted : public QAccessibleWidget {
public:
    AccessiblePainted(QWidget& widget, PaintedParts& parts);
    ~AccessiblePainted() override;

    // For QAccessible::installFactory: null for whatever has no PaintedParts.
    [[nodiscard]] static QAccessibleInterface* make(const QString& className, QObject* object);

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;

    [[nodiscard]] QAccessibleInterface* partOf(int number) const;
    // Other parts are shown: what has been said of them is no longer so.
    void forget();

private:
    PaintedParts& parts_; // child of the widget
    mutable QHash<int, QAccessible::Id> made_;
};

} // namespace lanes
