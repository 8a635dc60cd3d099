#include "views/shared/controls/NameField.h"

#include "views/shared/look/Appearance.h"

#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kNameFieldWidth = 220;
constexpr int kNameFieldHeight = 24;
constexpr int kLongestName = 200;

} // namespace

NameField::NameField(Appearance& appearance, const QString& what, QWidget* view)
    : QLineEdit(view)
    , appearance_(appearance) {
    setAccessibleName(what);
    setPlaceholderText(what);
    setMaxLength(kLongestName);
    hide();
}

void NameField::ask(QPoint at, const QString& name, std::function<void(const QString&)> taken) {
    end(true); // what was asked before
    const Fonts& fonts = appearance_.fonts();
    setFont(fonts.sans());
    resize(std::min(fonts.scaled(kNameFieldWidth), parentWidget()->width()), fonts.scaled(kNameFieldHeight));
    move(std::clamp(at.x(), 0, std::max(0, parentWidget()->width() - width())),
         std::clamp(at.y(), 0, std::max(0, parentWidget()->height() - height())));
    setText(name);
    selectAll();
    taken_ = std::move(taken);
    show();
    raise();
    setFocus(Qt::ShortcutFocusReason);
}

void NameField::end(bool take) {
    const auto taken = std::exchange(taken_, {});
    if (!taken) {
        return;
    }
    if (hasFocus()) { // first: hiding what has the focus moves it on as Tab does
        parentWidget()->setFocus();
    }
    hide();
    if (take) {
        taken(text());
    }
}

bool NameField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void NameField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        end(true);
    } else if (event->key() == Qt::Key_Escape) {
        end(false);
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void NameField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
        end(true);
    }
}

} // namespace lanes
