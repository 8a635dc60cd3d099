#include "views/timeline/canvas/RowsScrollBar.h"

#include "views/timeline/canvas/TimelineScene.h"

#include <QSignalBlocker>
#include <QWheelEvent>

namespace lanes {
namespace {

constexpr int kStep = 40; // logical pixels: about a row

} // namespace

RowsScrollBar::RowsScrollBar(TimelineScene& scene, QWidget& canvas)
    : QScrollBar(Qt::Vertical, &canvas)
    , scene_(scene) {
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::ArrowCursor); // not what the canvas shows for what lies below
    setAccessibleName(tr("Rows in view"));
    QPalette clear = palette();
    clear.setColor(QPalette::Window, Qt::transparent);
    setPalette(clear);
    hide();
    connect(&scene, &TimelineScene::changed, this, &RowsScrollBar::follow);
    connect(this, &QScrollBar::valueChanged, &scene, &TimelineScene::setScroll);
}

void RowsScrollBar::follow() {
    const int most = scene_.mostScroll();
    if (most > 0) {
        const QRect moving = scene_.toLogical(scene_.movingRows());
        const int width = sizeHint().width();
        setGeometry(moving.right() + 1 - width, moving.top(), width, moving.height());
        const QSignalBlocker silent(this);
        setRange(0, most);
        setPageStep(scene_.movingRows().height());
        setSingleStep(scene_.metrics().px(kStep));
        setValue(scene_.scroll());
    }
    setVisible(most > 0);
}

// The wheel means the same wherever it turns over the rows.
void RowsScrollBar::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace lanes
