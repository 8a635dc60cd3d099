// Texts rendered once and then copied: Qt shapes each distinct text a single time, and any elision is a copy of parts
// of it. Drawing a screen full of labels costs a tenth of drawText.
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

// In device pixels. The image begins at the text's left edge; its baseline is `ascent` below its top.
struct TextImage {
    QImage image;                     // premultiplied, in the text's colour
    std::vector<std::uint16_t> edges; // where each letter begins; one more entry: where the last ends
    int width = 0;
    int ascent = 0;
    int capHeight = 0;
    // Top of the image when the capitals are centred in a line of `height` that begins at `top`.
    [[nodiscard]] int topIn(int top, int height) const { return top + (height + capHeight) / 2 - ascent; }
};

struct TextStyle {
    int px = Fonts::kSmall; // at 100 %, see Fonts
    int weight = 400;
    QRgb color = 0xff000000;
};

// A piece of a TextImage: pixels [from, from + width) of it at `x`.
struct TextPart {
    const TextImage* text = nullptr;
    int x = 0;
    int from = 0;
    int width = 0;
};

// One thread each. Images live as long as somebody holds them.
class TextCache {
public:
    TextCache(const Fonts& fonts, qreal dpr);

    [[nodiscard]] std::shared_ptr<const TextImage> get(const QString& text, const TextStyle& style);
    // Width in device pixels without rendering; not cached.
    [[nodiscard]] double measure(const QString& text, const TextStyle& style) const;
    // Forgets what nobody holds once the cache has grown beyond its limit. Call between frames.
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

// How a text that is wider than its room is cut.
enum class Cut { End, Middle };
// Places `text` (and `dots`, the ellipsis of the same style) into `room` pixels from `x` on; appends to `out`. False,
// and nothing appended, if fewer than `fewest` letters would be left.
bool placeText(const TextImage& text, const TextImage& dots, int x, int room, Cut cut, int fewest,
               std::vector<TextPart>& out);

} // namespace lanes
