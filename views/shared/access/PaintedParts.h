// Describes the parts that a self-painted widget shows to screen readers: rows, boxes, cells.
#pragma once

#include <QAccessible>
#include <QObject>
#include <QPoint>
#include <QRect>
#include <QString>
#include <QWidget>

namespace lanes {

struct PaintedPart {
    QAccessible::Role role = QAccessible::ListItem;
    QString name;        // "aten::mm"
    QString description; // "operator, 1.2 ms"
    QRect box;           // in the widget; empty: out of view
    bool current = false;
    bool folds = false; // has parts that can be folded away
    bool folded = false;
};

// A child object of the widget that it describes. Qt's accessibility finds it there and answers screen readers through it. Each
// part has a number from 0 on, which refers to what is on screen now. has() is false for any other number. Parts may have parts
// of their own. UI thread.
class PaintedParts : public QObject {
    Q_OBJECT

public:
    static constexpr int kNone = -1;

    // `role` is the role of the widget itself.
    PaintedParts(QAccessible::Role role, QWidget& widget);

    [[nodiscard]] QAccessible::Role role() const { return role_; }

    [[nodiscard]] virtual bool has(int part) const = 0;
    // In count() and at(), the parent kNone means the widget itself. parentOf() returns kNone for its direct parts.
    [[nodiscard]] virtual int count(int parent) const = 0;
    [[nodiscard]] virtual int at(int parent, int index) const = 0;
    [[nodiscard]] virtual int indexOf(int part) const = 0; // position among the parts of its parent
    [[nodiscard]] virtual int parentOf(int part) const = 0;
    [[nodiscard]] virtual PaintedPart part(int part) const = 0;
    [[nodiscard]] virtual int under(QPoint at) const = 0; // kNone: no part there
    [[nodiscard]] virtual int current() const = 0;        // the part that keys act on, or kNone
    // Does the same as a click on the part.
    virtual void choose(int part) = 0;

    // The widget calls sayChanged() whenever it shows other parts, and sayCurrent() when another part becomes the current one.
    // Neither costs anything while no screen reader listens.
    void sayChanged();
    void sayCurrent();

private:
    QAccessible::Role role_;
};

} // namespace lanes
