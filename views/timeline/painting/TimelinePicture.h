// The pixels of the timeline, for the widget, the headless renderer and the benchmark. Rows, headers and ruler are one picture
// that is kept; the overlay is painted over it.
#pragma once

#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextCache.h"
#include "views/timeline/painting/HeaderPainter.h"
#include "views/timeline/painting/OverlayPainter.h"
#include "views/timeline/painting/RulerTime.h"

#include <QImage>

#include <optional>

namespace lanes {

// UI thread.
class TimelinePicture {
public:
    explicit TimelinePicture(Appearance& appearance);

    // In device pixels. The old picture is discarded.
    void resize(int width, int height, qreal dpr);
    // Discards the rendered texts. Call it when theme or fonts change.
    void appearanceChanged();

    [[nodiscard]] const TimelineGeometry& geometry() const { return geometry_; }
    [[nodiscard]] Metrics metrics() const { return {dpr_, appearance_.fonts().scale()}; }
    [[nodiscard]] QImage& image() { return image_; }

    // Replays `list` for `scale` into an RGB32 image of the picture's size, its own or another. The result is exact if the list
    // was made for `scale`, and stretched otherwise.
    void paint(QImage& image, const DrawList& list, const TimeScale& scale, int scroll,
               const HeaderState& headers, const RulerTime& time);
    // Paints the empty surface, for no session.
    void paintEmpty(QImage& image);
    void paintOverlay(QPainter& painter, const DrawList& list, const TimeScale& scale, int scroll,
                      const OverlayState& state);
    [[nodiscard]] PaintTools tools();

private:
    Appearance& appearance_;
    std::optional<TextCache> texts_;
    ColorBy coloring_ = ColorBy::Category;
    Theme lanesTheme_; // theme with the fills for coloring_
    qreal dpr_ = 1;
    TimelineGeometry geometry_;
    QImage image_;
};

} // namespace lanes
