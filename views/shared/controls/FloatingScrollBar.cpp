#include "views/shared/controls/FloatingScrollBar.h"

#include <QSignalBlocker>

namespace lanes {

FloatingScrollBar::FloatingScrollBar(QWidget* parent)
    : QScrollBar(Qt::Vertical, parent) {
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::ArrowCursor); // not what the parent shows for what lies below
    QPalette clear = palette();
    clear.setColor(QPalette::Window, Qt::transparent);
    setPalette(clear);
    hide();
}

void FloatingScrollBar::follow(const QRect& content, const Scroll& scroll) {
    const int width = sizeHint().width();
    setGeometry(content.right() + 1 - width, content.top(), width, content.height());
    const QSignalBlocker silent(this);
    setRange(0, scroll.most);
    setPageStep(scroll.page);
    setSingleStep(scroll.step);
    setValue(scroll.value);
    setVisible(scroll.most > 0);
}

} // namespace lanes
