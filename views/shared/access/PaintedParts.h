// What a widget that paints by itself tells screen readers of what it shows: rows, boxes, cells.
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
    QRect box;           // in the widget; empty where it is not in view
    bool current = false;
    bool folds = false; // has parts that can be folded away
    bool folded = false;
};

// A child of the widget that it speaks for, which then answers screen readers through it: Qt finds it there. Parts are known by
// numbers from 0 on, which mean what is on screen now; asked for another number, it has none. Parts may have parts. UI thread.
class PaintedParts : public QObject {
    Q_OBJECT

public:
    static constexpr int kNone = -1;

    // `role` is the widget's own.
    PaintedParts(QAccessible::Role role, QWidget& widget);

    [[nodiscard]] QAccessible::Role role() const { return role_; }

    [[nodiscard]] virtual bool has(int part) const = 0;
    // Of the widget itself: kNone.
    [[nodiscard]] virtual int count(int parent) const = 0;
    [[nodiscard]] virtual int at(int parent, int index) const = 0;
    [[nodiscard]] virtual int indexOf(int part) const = 0; // among those of its parent
    [[nodiscard]] virtual int parentOf(int part) const = 0;
    [[nodiscard]] virtual PaintedPart part(int part) const = 0;
    [[nodiscard]] virtual int under(QPoint at) const = 0; // kNone: no part there
    [[nodiscard]] virtual int current() const = 0;        // that keys are about
    // As a click does.
    virtual void choose(int part) = 0;

    // To be said whenever other parts are shown, or another one is the current one. Nothing happens while nobody listens.
    void sayChanged();
    void sayCurrent();

private:
    QAccessible::Role role_;
};

} // namespace lanes
