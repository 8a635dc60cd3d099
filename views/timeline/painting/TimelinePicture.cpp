#include "views/timeline/painting/TimelinePicture.h"

#include "views/timeline/painting/LanePainter.h"
#include "views/timeline/painting/RulerPainter.h"

namespace lanes {

TimelinePicture::TimelinePicture(Appearance& appearance)
    : appearance_(appearance) {
    appearanceChanged();
}

void TimelinePicture::resize(int width, int height, qreal dpr) {
    if (dpr != dpr_) {
        dpr_ = dpr;
        appearanceChanged();
    }
    geometry_ = TimelineGeometry(width, height, metrics());
    image_ = QImage(std::max(1, width), std::max(1, height), QImage::Format_RGB32);
}

void TimelinePicture::appearanceChanged() {
    texts_.emplace(appearance_.fonts(), dpr_);
    lanesTheme_ = themeFor(appearance_.theme(), coloring_);
    geometry_ = TimelineGeometry(geometry_.width, geometry_.height, metrics());
}

PaintTools TimelinePicture::tools() {
    texts_->trim();
    return {appearance_.theme(), appearance_.icons(), *texts_, metrics()};
}

void TimelinePicture::paint(QImage& image, const DrawList& list, const TimeScale& scale, int scroll,
                            const HeaderState& headers, const RulerTime& time) {
    PaintTools t = tools();
    if (const ColorBy by = list.request.rows->coloring(); by != coloring_) {
        coloring_ = by;
        lanesTheme_ = themeFor(appearance_.theme(), by);
    }
    PaintTools lanes{lanesTheme_, t.icons, t.texts, t.metrics};
    LanePainter(image, geometry_, lanes).paint(list, scale, scroll);
    paintHeaders(image, geometry_, t, list, scroll, headers);
    paintRuler(image, geometry_, t, scale, time);
    paintFoundTicks(image, geometry_, t, list, scale);
}

void TimelinePicture::paintEmpty(QImage& image) {
    image.fill(appearance_.theme().canvas);
}

void TimelinePicture::paintOverlay(QPainter& painter, const DrawList& list, const TimeScale& scale,
                                   int scroll, const OverlayState& state) {
    PaintTools t = tools();
    lanes::paintOverlay(painter, geometry_, t, list, scale, scroll, state);
}

} // namespace lanes
