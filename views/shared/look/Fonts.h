// The type scale. Sizes are given as at 100 % (12 px body) and scale with the desktop's own font.
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

    // `scale` 1: body text is 12 px high.
    explicit Fonts(double scale = 1);
    // The scale that makes body text as high as the desktop's font; 1 where that is 9 to 10 pt.
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

// Baseline that centres the capitals of `font` in a line of `height` that begins at `top`.
[[nodiscard]] double baselineOf(const QFont& font, double top, double height);

} // namespace lanes
