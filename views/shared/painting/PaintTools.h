// What a picture that is made of pixels is painted with. All lengths are device pixels.
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

// One line, centred on its capitals, cut to the box; returns the width it took. A text that is one of few that are
// ever shown: it stays in the cache.
int paintText(QPainter& painter, PaintTools& tools, const QRect& box, const QString& text,
              const TextLook& look);
[[nodiscard]] int textWidth(PaintTools& tools, const QString& text, const TextLook& look);
void paintIcon(QPainter& painter, PaintTools& tools, int x, int y, const QString& name, double size,
               const QColor& color);
// A small popup surface with one text; returns its rectangle. Shadow only where asked: it costs.
QRect paintChip(QPainter& painter, PaintTools& tools, const QRect& box, const QString& text, bool shadow);

// GCC 12 leaves std::fill of 32-bit values scalar at -O2; this one fills four at a time.
void fillPixels(QRgb* to, int count, QRgb color);

// One line of pixels of a filled curve, at height `y`: pixels whose `top` lies above it are `color`, and from their
// `edge` on `color` over what is there, as strong as `strength` says.
void fillBelow(QRgb* at, const std::vector<int>& top, const std::vector<int>& edge, int y, QRgb color,
               double strength);

// A rectangle of an RGB32 image, cut to it.
void fillRect(QImage& image, const QRect& rect, QRgb color);
[[nodiscard]] inline QRgb opaque(const QColor& color) {
    return color.rgb() | 0xff000000u;
}

} // namespace lanes
