// What a user would point at: the widgets of a window that are on the screen.
#pragma once

#include <QPushButton>

namespace lanes::test {

// The first visible T below `parent`, or null.
template<class T>
T* shownChild(const QWidget& parent) {
    for (T* child : parent.findChildren<T*>()) {
        if (child->isVisible()) {
            return child;
        }
    }
    return nullptr;
}

// The visible button that says `text`, or null.
inline QPushButton* buttonWith(const QWidget& parent, const QString& text) {
    for (QPushButton* button : parent.findChildren<QPushButton*>()) {
        if (button->isVisible() && button->text() == text) {
            return button;
        }
    }
    return nullptr;
}

} // namespace lanes::test
