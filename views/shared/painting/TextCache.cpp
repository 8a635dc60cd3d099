#include "views/shared/painting/TextCache.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr std::size_t kLimit = 48u << 20; // bytes of images
constexpr int kLongest = 400;             // letters; no screen shows more of one name

std::vector<std::uint16_t> letterEdges(const QTextLayout& layout, const QTextLine& line, qsizetype letters) {
    std::vector<std::uint16_t> edges;
    edges.reserve(static_cast<std::size_t>(letters) + 1);
    const QList<QGlyphRun> runs = layout.glyphRuns();
    // One glyph per letter is the rule; cursorToX per letter costs a hundred times as much.
    if (runs.size() == 1 && runs[0].positions().size() == letters) {
        for (const QPointF& position : runs[0].positions()) {
            edges.push_back(static_cast<std::uint16_t>(std::lround(position.x())));
        }
        edges.push_back(static_cast<std::uint16_t>(std::lround(line.naturalTextWidth())));
    } else {
        for (int i = 0; i <= letters; ++i) {
            edges.push_back(static_cast<std::uint16_t>(std::lround(line.cursorToX(i))));
        }
    }
    return edges;
}

} // namespace

TextCache::TextCache(const Fonts& fonts, qreal dpr)
    : fonts_(fonts)
    , dpr_(dpr) {}

QFont TextCache::fontOf(const TextStyle& style) const {
    QFont font = fonts_.sans(style.px, style.weight);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * dpr_))));
    return font;
}

double TextCache::measure(const QString& text, const TextStyle& style) const {
    return QFontMetricsF(fontOf(style)).horizontalAdvance(text);
}

std::shared_ptr<const TextImage> TextCache::get(const QString& text, const TextStyle& style) {
    QString key;
    key.reserve(text.size() + 4); // asked for per text and frame: one piece of memory, not five
    key += text;
    key += QChar(0);
    key += QChar(static_cast<char16_t>(style.px * 1000 + style.weight));
    key += QChar(static_cast<char16_t>(style.color & 0xffff));
    key += QChar(static_cast<char16_t>(style.color >> 16));
    auto& image = images_[key];
    if (!image) {
        image = render(text.size() > kLongest ? text.left(kLongest) : text, style);
        bytes_ += static_cast<std::size_t>(image->image.sizeInBytes()) + image->edges.size() * 2;
    }
    return image;
}

std::shared_ptr<const TextImage> TextCache::render(const QString& text, const TextStyle& style) const {
    const QFont font = fontOf(style);
    const QFontMetricsF metrics(font);
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (!line.isValid()) { // an empty text
        layout.endLayout();
        auto empty = std::make_shared<TextImage>();
        empty->edges = {0};
        return empty;
    }
    line.setLineWidth(1e6);
    layout.endLayout();

    auto result = std::make_shared<TextImage>();
    result->ascent = static_cast<int>(std::ceil(line.ascent()));
    result->capHeight = static_cast<int>(std::lround(metrics.capHeight()));
    result->edges = letterEdges(layout, line, text.size());
    result->width = static_cast<int>(std::ceil(line.naturalTextWidth()));
    const int height = result->ascent + static_cast<int>(std::ceil(line.descent()));
    result->image =
        QImage(std::max(1, result->width + 1), std::max(1, height), QImage::Format_ARGB32_Premultiplied);
    result->image.fill(Qt::transparent);
    QPainter painter(&result->image);
    painter.setPen(QColor::fromRgba(style.color));
    layout.draw(&painter, QPointF(0, result->ascent - line.ascent()));
    return result;
}

void TextCache::trim() {
    if (bytes_ < kLimit) {
        return;
    }
    images_.removeIf([](const auto& entry) { return entry.value().use_count() == 1; });
    bytes_ = 0;
    for (const auto& image : std::as_const(images_)) {
        bytes_ += static_cast<std::size_t>(image->image.sizeInBytes());
    }
}

bool placeText(const TextImage& text, const TextImage& dots, int x, int room, Cut cut, int fewest,
               std::vector<TextPart>& out) {
    if (text.width <= room) {
        out.push_back({&text, x, 0, text.image.width()});
        return true;
    }
    const auto& edges = text.edges;
    const int left = room - dots.width;
    const auto lettersIn = [&](int width) {
        return static_cast<int>(std::ranges::upper_bound(edges, width) - edges.begin()) - 1;
    };
    if (left <= 0 || lettersIn(left) < fewest) {
        return false;
    }
    if (cut == Cut::End) {
        const int width = edges[static_cast<std::size_t>(lettersIn(left))];
        out.push_back({&text, x, 0, width});
        out.push_back({&dots, x + width, 0, dots.image.width()});
        return true;
    }
    const int head = edges[static_cast<std::size_t>(lettersIn(left / 2))];
    const auto tail = std::ranges::lower_bound(edges, text.width - (left - head));
    const int from = tail == edges.end() ? text.width : *tail;
    out.push_back({&text, x, 0, head});
    out.push_back({&dots, x + head, 0, dots.image.width()});
    out.push_back({&text, x + head + dots.width, from, text.width - from + 1});
    return true;
}

} // namespace lanes
