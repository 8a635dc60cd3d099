// The type scale. Sizes are stated at 100 % (12 px body) and scale with the desktop's own font.
#pragma once

#include <QFont>
#include <QString>

namespace lanes {

class Fonts {
public:
    // Sizes of the scale, in px at 100 %.
    static constexpr int kAxis = 10;  // keys, strip labels, axes
    static constexpr int kSmall = 11; // ruler, hints, slices
    static constexpr int kBody = 12;  // body, tables, headers
    static constexpr int kTitle = 13; // panel and card titles
    static constexpr int kFigure = 18;
    static constexpr int kHero = 24;

    // `scale` is 1 for body text 12 px high.
    explicit Fonts(double scale = 1);
    // Returns the scale that makes body text as high as the desktop's font. It is 1 for fonts of 12 to 14 px (9 to 10.5 pt at
    // 96 dpi).
    [[nodiscard]] static double desktopScale(const QFont& desktop, qreal logicalDpi);

    [[nodiscard]] double scale() const { return scale_; }
    // A length that follows the font: row heights, paddings.
    [[nodiscard]] int scaled(int px) const;
    // Weights in use: 400, 500, 600.
    [[nodiscard]] QFont sans(int px = kBody, int weight = 400) const;
    [[nodiscard]] QFont mono(int px = kBody, int weight = 400) const;

private:
    double scale_;
};

// Returns the baseline that centres the capitals of `font` in a line of `height` that begins at `top`.
[[nodiscard]] double baselineOf(const QFont& font, double top, double height);

} // namespace lanes
