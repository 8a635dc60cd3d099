// A scroll bar that floats over the right end of what it scrolls, which so keeps its width. It is there while not all of that
// is in view.
#pragma once

#include <QScrollBar>

namespace lanes {

class FloatingScrollBar : public QScrollBar {
    Q_OBJECT

public:
    // All in the unit of whoever scrolls by it: logical or device pixels.
    struct Scroll {
        int most = 0; // 0: all is in view
        int page = 0;
        int step = 0; // of one turn
        int value = 0;
    };

    explicit FloatingScrollBar(QWidget* parent);

    // `content`: what is scrolled, in the parent. Says nothing of the value that it is given.
    void follow(const QRect& content, const Scroll& scroll);
};

} // namespace lanes
