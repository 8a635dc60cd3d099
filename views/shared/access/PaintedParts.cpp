#include "views/shared/access/PaintedParts.h"

#include <QAbstractScrollArea>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

namespace lanes {

namespace {

// A widget with PaintedParts as Qt's accessibility has it: its parts are its children, before its own widgets.
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

// One part. It outlives its widget in Qt's cache for a moment, and is asked then.
class AccessiblePart : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessiblePart(PaintedParts& parts, int number)
        : parts_(&parts)
        , number_(number) {}

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool isValid() const override { return parts_ && parts_->has(number_); }
    [[nodiscard]] QObject* object() const override { return nullptr; }

    [[nodiscard]] QAccessibleInterface* parent() const override {
        const int above = isValid() ? parts_->parentOf(number_) : PaintedParts::kNone;
        return above == PaintedParts::kNone ? widget() : other(above);
    }
    [[nodiscard]] int childCount() const override { return isValid() ? parts_->count(number_) : 0; }
    [[nodiscard]] QAccessibleInterface* child(int index) const override {
        return index >= 0 && index < childCount() ? other(parts_->at(number_, index)) : nullptr;
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* part = dynamic_cast<const AccessiblePart*>(child);
        return part != nullptr && part->isValid() && part->parts_->parentOf(part->number_) == number_
                   ? parts_->indexOf(part->number_)
                   : -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override {
        for (int i = 0; i < childCount(); ++i) {
            if (QAccessibleInterface* one = child(i); one != nullptr && one->rect().contains(x, y)) {
                return one;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        if (!isValid()) {
            return {};
        }
        const PaintedPart part = parts_->part(number_);
        return kind == QAccessible::Name          ? part.name
               : kind == QAccessible::Description ? part.description
                                                  : QString();
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {
    } // nothing here is written by its reader
    [[nodiscard]] QRect rect() const override {
        const QRect box = isValid() ? parts_->part(number_).box : QRect();
        return box.isEmpty() ? box : QRect(painted()->mapToGlobal(box.topLeft()), box.size());
    }
    [[nodiscard]] QAccessible::Role role() const override {
        return isValid() ? parts_->part(number_).role : QAccessible::NoRole;
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const PaintedPart part = parts_->part(number_);
        state.selectable = true;
        state.focusable = true;
        state.readOnly = true;
        state.selected = part.current;
        state.focused = part.current && painted()->hasFocus();
        state.offscreen = part.box.isEmpty();
        state.expandable = part.folds;
        state.expanded = part.folds && !part.folded;
        state.collapsed = part.folds && part.folded;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override {
        if (action == pressAction() && isValid()) {
            parts_->choose(number_);
        }
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }

private:
    [[nodiscard]] QWidget* painted() const { return static_cast<QWidget*>(parts_->parent()); }
    [[nodiscard]] QAccessibleInterface* widget() const {
        return parts_ ? QAccessible::queryAccessibleInterface(parts_->parent()) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* other(int number) const {
        const auto* above = dynamic_cast<AccessiblePainted*>(widget());
        return above != nullptr ? above->partOf(number) : nullptr;
    }

    QPointer<PaintedParts> parts_;
    int number_;
};

AccessiblePainted::AccessiblePainted(QWidget& widget, PaintedParts& parts)
    : QAccessibleWidget(&widget, parts.role())
    , parts_(parts) {}

AccessiblePainted::~AccessiblePainted() {
    forget();
}

QAccessibleInterface* AccessiblePainted::make(const QString& /*className*/, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    auto* parts =
        widget != nullptr ? widget->findChild<PaintedParts*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
    return parts != nullptr ? new AccessiblePainted(*widget, *parts) : nullptr;
}

int AccessiblePainted::childCount() const {
    return parts_.count(PaintedParts::kNone) + QAccessibleWidget::childCount();
}

QAccessibleInterface* AccessiblePainted::child(int index) const {
    const int painted = parts_.count(PaintedParts::kNone);
    if (index < 0 || index >= painted) {
        return QAccessibleWidget::child(index - painted);
    }
    return partOf(parts_.at(PaintedParts::kNone, index));
}

int AccessiblePainted::indexOfChild(const QAccessibleInterface* child) const {
    if (const auto* part = dynamic_cast<const AccessiblePart*>(child)) {
        return part->isValid() ? parts_.indexOf(part->number()) : -1;
    }
    const int index = QAccessibleWidget::indexOfChild(child);
    return index < 0 ? index : index + parts_.count(PaintedParts::kNone);
}

QAccessibleInterface* AccessiblePainted::childAt(int x, int y) const {
    const QPoint at = widget()->mapFromGlobal(QPoint(x, y));
    if (!widget()->isVisible() || !widget()->rect().contains(at)) {
        return nullptr;
    }
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget()); // its viewport shows the parts
    if (QWidget* over = widget()->childAt(at);
        over != nullptr && (area == nullptr || over != area->viewport())) {
        return QAccessible::queryAccessibleInterface(over);
    }
    const int part = parts_.under(at);
    return part == PaintedParts::kNone ? nullptr : partOf(part);
}

QAccessibleInterface* AccessiblePainted::focusChild() const {
    const int part = parts_.current();
    return part == PaintedParts::kNone ? QAccessibleWidget::focusChild() : partOf(part);
}

QAccessibleInterface* AccessiblePainted::partOf(int number) const {
    if (!parts_.has(number)) {
        return nullptr;
    }
    const auto known = made_.constFind(number);
    if (known != made_.cend()) {
        return QAccessible::accessibleInterface(*known);
    }
    auto* part = new AccessiblePart(parts_, number);
    made_.insert(number, QAccessible::registerAccessibleInterface(part));
    return part;
}

void AccessiblePainted::forget() {
    for (const QAccessible::Id id : std::as_const(made_)) {
        QAccessible::deleteAccessibleInterface(id);
    }
    made_.clear();
}

} // namespace

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
