// What a user could not read or press: controls that are narrower than what they say, outside of what shows them, or over another.
#pragma once

#include "app/capture/sheet/CaptureField.h"
#include "app/capture/sheet/TargetReport.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Fonts.h"
#include "views/shared/painting/TextLine.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

namespace lanes::test {

inline bool isControl(const QWidget& one) {
    return qobject_cast<const QAbstractButton*>(&one) != nullptr ||
           qobject_cast<const SegmentedControl*>(&one) != nullptr ||
           qobject_cast<const QLineEdit*>(&one) != nullptr ||
           (qobject_cast<const QLabel*>(&one) != nullptr &&
            !static_cast<const QLabel&>(one).text().isEmpty());
}

inline bool saysItWhole(const QWidget& one) {
    if (const auto* edit = qobject_cast<const QLineEdit*>(&one)) {
        constexpr int kFrame = 8;
        const int symbols = edit->findChildren<QAbstractButton*>().isEmpty() ? 0 : edit->height();
        const int room = edit->width() - 2 * (kFrame + symbols);
        return edit->placeholderText().isEmpty() || !edit->text().isEmpty() ||
               edit->fontMetrics().horizontalAdvance(edit->placeholderText()) <= room;
    }
    const auto* button = qobject_cast<const QAbstractButton*>(&one);
    if (button != nullptr && button->text().isEmpty()) { // an icon, or the arrow of a menu
        return one.width() >= button->iconSize().width() && one.height() >= button->iconSize().height();
    }
    const auto* label = qobject_cast<const QLabel*>(&one);
    if (label != nullptr && label->wordWrap()) {
        return one.height() >= one.heightForWidth(one.width());
    }
    return one.width() >= one.sizeHint().width() && one.height() >= one.minimumSizeHint().height();
}

// Whether it lies within all that holds it; below the edge of what scrolls it may be.
inline bool liesInside(const QWidget& one, const QWidget& root) {
    const QScrollArea* scrolls = nullptr;
    for (const QWidget* at = one.parentWidget(); at != nullptr && at != &root; at = at->parentWidget()) {
        scrolls = scrolls == nullptr ? qobject_cast<const QScrollArea*>(at) : scrolls;
    }
    const QWidget& frame = scrolls != nullptr ? *scrolls->viewport() : root;
    const QRect place(one.mapTo(&root, QPoint()), one.size());
    QRect room(frame.mapTo(&root, QPoint()), frame.size());
    if (scrolls != nullptr) {
        room.setTop(std::min(room.top(), place.top()));
        room.setBottom(std::max(room.bottom(), place.bottom()));
    }
    return room.contains(place);
}

// Each a line that names it.
inline QStringList cutOff(const QWidget& root, const Fonts& fonts) {
    QStringList found;
    QList<const QWidget*> shown;
    for (const QWidget* one : root.findChildren<QWidget*>()) {
        if (one->isVisibleTo(&root) && isControl(*one) &&
            qobject_cast<QLineEdit*>(one->parentWidget()) == nullptr) {
            shown << one;
        }
    }
    const auto name = [](const QWidget& one) {
        const auto* button = qobject_cast<const QAbstractButton*>(&one);
        const auto* label = qobject_cast<const QLabel*>(&one);
        const QString said = button != nullptr  ? button->text()
                             : label != nullptr ? label->text()
                                                : one.accessibleName();
        return QStringLiteral("%1 “%2” (%3 of %4)")
            .arg(QLatin1String(one.metaObject()->className()), said)
            .arg(one.width())
            .arg(one.sizeHint().width());
    };
    for (const QWidget* one : shown) {
        if (!saysItWhole(*one)) {
            found << name(*one) + QStringLiteral(" is cut off");
        }
        if (!liesInside(*one, root)) {
            found << name(*one) + QStringLiteral(" reaches beyond what shows it");
        }
        for (const QWidget* other : shown) {
            if (other < one && other->parentWidget() == one->parentWidget() &&
                other->geometry().intersects(one->geometry())) {
                found << name(*one) + QStringLiteral(" lies over ") + name(*other);
            }
        }
    }
    // what is painted by hand
    const QFont small = fonts.sans(Fonts::kSmall);
    for (CaptureField* field : root.findChildren<CaptureField*>()) {
        const int room = field->width() - field->edit().x() - 2 * fonts.scaled(20);
        if (field->isVisibleTo(&root) && !field->hint().contains(QLatin1Char('/')) && // a path is elided
            field->height() < 3 * field->edit().height() && textWidth(field->hint(), small) > room) {
            found << field->label() + QStringLiteral(": “%1” is cut off").arg(field->hint());
        }
    }
    if (const auto* report = dynamic_cast<TargetReport*>(root.findChild<QWidget*>(QStringLiteral("report")));
        report != nullptr && report->isVisibleTo(&root)) {
        for (const TargetReport::Line& line : report->lines()) {
            const qreal room = report->width() - fonts.scaled(112 + 20 + 22 + 12);
            if (textWidth(line.what, fonts.sans(Fonts::kBody, 500)) + textWidth(line.detail, small) > room) {
                found << QStringLiteral("“%1: %2” is cut off").arg(line.what, line.detail);
            }
        }
    }
    return found;
}

} // namespace lanes::test
