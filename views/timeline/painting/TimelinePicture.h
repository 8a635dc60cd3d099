// The timeline's pixels, shared by the widget, the headless renderer and the benchmark: rows, headers and ruler as one
// picture that is kept, and the overlay that is painted over it.
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

    // Device pixels. Keeps nothing of the old picture.
    void resize(int width, int height, qreal dpr);
    // Forgets texts; call when theme or fonts change.
    void appearanceChanged();

    [[nodiscard]] const TimelineGeometry& geometry() const { return geometry_; }
    [[nodiscard]] Metrics metrics() const { return {dpr_, appearance_.fonts().scale()}; }
    [[nodiscard]] QImage& image() { return image_; }

    // Replays `list` for `scale` into an RGB32 image of the picture's size, its own or another: exact if the list was made
    // for it, stretched otherwise.
    void paint(QImage& image, const DrawList& list, const TimeScale& scale, int scroll,
               const HeaderState& headers, const RulerTime& time);
    // No session: the empty surface.
    void paintEmpty(QImage& image);
    void paintOverlay(QPainter& painter, const DrawList& list, const TimeScale& scale, int scroll,
                      const OverlayState& state);
    [[nodiscard]] PaintTools tools();

private:
    Appearance& appearance_;
    std::optional<TextCache> texts_;
    ColorBy coloring_ = ColorBy::Category;
    Theme lanesTheme_; // with the fills of coloring_
    qreal dpr_ = 1;
    TimelineGeometry geometry_;
    QImage image_;
};

} // namespace lanes
