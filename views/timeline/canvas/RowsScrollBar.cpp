#include "views/timeline/canvas/RowsScrollBar.h"

#include "views/timeline/canvas/TimelineScene.h"

#include <QWheelEvent>

namespace lanes {
namespace {

constexpr int kStep = 40; // logical pixels: about a row

} // namespace

RowsScrollBar::RowsScrollBar(TimelineScene& scene, QWidget& canvas)
    : FloatingScrollBar(&canvas)
    , scene_(scene) {
    setAccessibleName(tr("Rows in view"));
    connect(&scene, &TimelineScene::changed, this, &RowsScrollBar::followScene);
    connect(this, &QScrollBar::valueChanged, &scene, &TimelineScene::setScroll);
}

void RowsScrollBar::followScene() {
    follow(scene_.toLogical(scene_.movingRows()),
           {scene_.mostScroll(), scene_.movingRows().height(), scene_.metrics().px(kStep), scene_.scroll()});
}

// The wheel means the same wherever it turns over the rows.
void RowsScrollBar::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace lanes
