// A scroll bar that floats over the right edge of what it scrolls, so that the content keeps its width. The bar is visible only
// while some of the content is out of view.
#pragma once

#include <QScrollBar>

namespace lanes {

class FloatingScrollBar : public QScrollBar {
    Q_OBJECT

public:
    // All lengths have the unit of the scrolled widget: logical or device pixels.
    struct Scroll {
        int most = 0; // 0: all is in view
        int page = 0;
        int step = 0; // single step, of the wheel or of an arrow
        int value = 0;
    };

    explicit FloatingScrollBar(QWidget* parent);

    // `content` is the scrolled area, in the parent's coordinates. Setting the value here emits no valueChanged().
    void follow(const QRect& content, const Scroll& scroll);
};

} // namespace lanes
