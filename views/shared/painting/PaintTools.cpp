#include "views/shared/painting/PaintTools.h"

#include "views/shared/look/Shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace lanes {

namespace {

using Four = QRgb __attribute__((vector_size(16), aligned(4), may_alias));
using Ints = int __attribute__((vector_size(16), aligned(4), may_alias));

} // namespace

void fillPixels(QRgb* to, int count, QRgb color) {
    if (count < 4) {
        while (count-- > 0) {
            *to++ = color;
        }
        return;
    }
    const Four four = {color, color, color, color};
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        *reinterpret_cast<Four*>(to + i) = four;
    }
    *reinterpret_cast<Four*>(to + count - 4) = four;
}

void fillBelow(QRgb* at, const std::vector<int>& top, const std::vector<int>& edge, int y, QRgb color,
               double strength) {
    const auto share = static_cast<QRgb>(std::lround(strength * 256));
    const QRgb redBlue = (color & 0xff00ff) * share;
    const QRgb green = (color >> 8 & 0xff) * share;
    const auto over = [&](auto below) { // of one pixel, or of four at once
        const auto rb = ((below & 0xff00ffu) * (256 - share) + redBlue) >> 8 & 0xff00ffu;
        const auto g = ((below >> 8 & 0xffu) * (256 - share) + green) & 0xff00u;
        return rb | g | 0xff000000u;
    };
    const Ints height = {y, y, y, y};
    const Four line = {color, color, color, color};
    std::size_t x = 0;
    for (; x + 4 <= top.size(); x += 4) {
        auto& pixels = *reinterpret_cast<Four*>(at + x);
        const auto inside = reinterpret_cast<Four>(*reinterpret_cast<const Ints*>(&top[x]) <= height);
        const auto filled = reinterpret_cast<Four>(*reinterpret_cast<const Ints*>(&edge[x]) <= height);
        pixels = (over(pixels) & filled) | (line & inside & ~filled) | (pixels & ~(inside | filled));
    }
    for (; x < top.size(); ++x) {
        at[x] = edge[x] <= y ? over(at[x]) : top[x] <= y ? color : at[x];
    }
}

void fillRect(QImage& image, const QRect& rect, QRgb color) {
    const QRect r = rect.intersected(image.rect());
    if (r.isEmpty()) {
        return;
    }
    // Asked for once: an image looks each time whether others hold it.
    auto* at = reinterpret_cast<QRgb*>(image.scanLine(r.top())) + r.left();
    const std::ptrdiff_t stride = image.bytesPerLine() / std::ptrdiff_t{sizeof(QRgb)};
    for (int y = r.top(); y <= r.bottom(); ++y, at += stride) {
        fillPixels(at, r.width(), color);
    }
}

int paintText(QPainter& painter, PaintTools& tools, const QRect& box, const QString& text,
              const TextLook& look) {
    if (text.isEmpty() || box.width() <= 0) {
        return 0;
    }
    const TextStyle style{look.px, look.weight, look.color.rgba()};
    const auto image = tools.texts.get(text, style);
    const auto dots = tools.texts.get(QString(QChar(0x2026)), style);
    std::vector<TextPart> parts;
    if (!placeText(*image, *dots, 0, box.width(), look.cut, 1, parts)) {
        return 0;
    }
    const int width = image->width <= box.width() ? image->width : parts.back().x + parts.back().width;
    int x = box.left();
    if (look.align == TextAlign::Right) {
        x = box.right() + 1 - width;
    } else if (look.align == TextAlign::Center) {
        x = box.left() + (box.width() - width) / 2;
    }
    const int y = image->topIn(box.top(), box.height());
    for (const TextPart& part : parts) {
        painter.drawImage(QPoint(x + part.x, y), part.text->image,
                          QRect(part.from, 0, part.width, part.text->image.height()));
    }
    return width;
}

int textWidth(PaintTools& tools, const QString& text, const TextLook& look) {
    return tools.texts.get(text, {look.px, look.weight, look.color.rgba()})->width;
}

void paintIcon(QPainter& painter, PaintTools& tools, int x, int y, const QString& name, double size,
               const QColor& color) {
    // Rendered for device pixels, so without a ratio of its own.
    painter.drawImage(QPoint(x, y), tools.icons.image(name, tools.px(size), color, 1));
}

QRect paintChip(QPainter& painter, PaintTools& tools, const QRect& box, const QString& text, bool shadow) {
    const qreal radius = tools.px(4);
    if (shadow) {
        popupSurface(painter, box, radius, tools.theme.overlay, tools.theme.line2, tools.theme.dark);
    } else {
        fillRounded(painter, box, radius, tools.theme.overlay);
        strokeRounded(painter, box, radius, tools.theme.line2, tools.metrics.hairline());
    }
    paintText(painter, tools, box, text, {Fonts::kSmall, 500, tools.theme.text, TextAlign::Center});
    return box;
}

} // namespace lanes
