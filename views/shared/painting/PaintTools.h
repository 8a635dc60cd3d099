// The tools that raster pictures are painted with. All lengths are device pixels.
#pragma once

#include "views/shared/look/Icons.h"
#include "views/shared/look/Metrics.h"
#include "views/shared/look/Theme.h"
#include "views/shared/painting/TextCache.h"

#include <QImage>
#include <QPainter>
#include <QRect>

#include <span>
#include <vector>

namespace lanes {

struct PaintTools {
    const Theme& theme;
    Icons& icons;
    TextCache& texts;
    Metrics metrics;

    [[nodiscard]] int px(double logical) const { return metrics.px(logical); }
};

enum class TextAlign { Left, Right, Center };

struct TextLook {
    int px = Fonts::kBody;
    int weight = 400;
    QColor color;
    TextAlign align = TextAlign::Left;
    Cut cut = Cut::End;
};

// Paints one line, centred on its capitals and cut to the box. Returns the width that it took. Meant for texts from a small
// set, because each one stays in the cache.
int paintText(QPainter& painter, PaintTools& tools, const QRect& box, const QString& text,
              const TextLook& look);
[[nodiscard]] int textWidth(PaintTools& tools, const QString& text, const TextLook& look);
void paintIcon(QPainter& painter, PaintTools& tools, int x, int y, const QString& name, double size,
               const QColor& color);
// Paints a small popup surface with one text and returns its rectangle. The shadow is optional because it is slow.
QRect paintChip(QPainter& painter, PaintTools& tools, const QRect& box, const QString& text, bool shadow);

// GCC 12 leaves std::fill of 32-bit values scalar at -O2; this function fills four at a time.
void fillPixels(QRgb* to, int count, QRgb color);

// Paints the pixel line at height `y` of a filled curve. A pixel becomes `color` where the curve's `top` is at or above `y`.
// From its `edge` down, `color` lies over the pixel with `strength` (0 to 1). `at` has one pixel for each entry of `top` and
// `edge`.
void fillBelow(QRgb* at, const std::vector<int>& top, const std::vector<int>& edge, int y, QRgb color,
               double strength);

// Fills a rectangle of an RGB32 image, clipped to the image.
void fillRect(QImage& image, const QRect& rect, QRgb color);
[[nodiscard]] inline QRgb opaque(const QColor& color) {
    return color.rgb() | 0xff000000u;
}

} // namespace lanes
