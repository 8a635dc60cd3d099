// Renders each text once and copies its image from then on. Qt shapes each distinct text a single time; an elided text is made
// of copied parts of its image. Drawing a screen full of labels costs a tenth of drawText.
#pragma once

#include "views/shared/look/Fonts.h"

#include <QHash>
#include <QImage>
#include <QRgb>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace lanes {

// Lengths in device pixels. The image begins at the left edge of the text. The baseline is `ascent` below the top of the image.
struct TextImage {
    QImage image;                     // premultiplied, in the text's colour
    std::vector<std::uint16_t> edges; // x where each letter begins; the last entry: where the last ends
    int width = 0;
    int ascent = 0;
    int capHeight = 0;
    // Returns the top of the image that centres the capitals in a line of `height` that begins at `top`.
    [[nodiscard]] int topIn(int top, int height) const { return top + (height + capHeight) / 2 - ascent; }
};

struct TextStyle {
    int px = Fonts::kSmall; // at 100 %, see Fonts
    int weight = 400;
    QRgb color = 0xff000000;
};

// A piece of a TextImage: its pixels [from, from + width), painted at `x`.
struct TextPart {
    const TextImage* text = nullptr;
    int x = 0;
    int from = 0;
    int width = 0;
};

// Each thread needs a cache of its own. An image lives as long as the cache or a caller holds it.
class TextCache {
public:
    TextCache(const Fonts& fonts, qreal dpr);

    [[nodiscard]] std::shared_ptr<const TextImage> get(const QString& text, const TextStyle& style);
    // Returns the width in device pixels without rendering. The result is not cached.
    [[nodiscard]] double measure(const QString& text, const TextStyle& style) const;
    // Drops the images that only the cache holds, once the cache exceeds its limit. Call it between frames.
    void trim();
    [[nodiscard]] qreal dpr() const { return dpr_; }

private:
    [[nodiscard]] QFont fontOf(const TextStyle& style) const;
    [[nodiscard]] std::shared_ptr<const TextImage> render(const QString& text, const TextStyle& style) const;

    Fonts fonts_;
    qreal dpr_;
    QHash<QString, std::shared_ptr<const TextImage>> images_; // by style and text
    std::size_t bytes_ = 0;
};

// Where a text that is wider than its room is cut.
enum class Cut { End, Middle };
// Places `text` into `room` pixels from `x` on and appends the parts to `out`. `dots` is the ellipsis in the same style. If
// fewer than `fewest` letters would be left, it appends nothing and returns false.
bool placeText(const TextImage& text, const TextImage& dots, int x, int room, Cut cut, int fewest,
               std::vector<TextPart>& out);

} // namespace lanes
