// Every colour of the product, as data: roles of the chrome, and the hues of the data with their four shades. Chrome is grey
// and quiet; colour belongs to the data. The accent colour only marks what is the user's: focus, brush, links, primary button.
#pragma once

#include "model/trace/OwnClasses.h"

#include <QColor>
#include <QPalette>

#include <array>
#include <cstdint>
#include <string_view>

namespace lanes {

struct Theme {
    static constexpr int kShades = 4;

    bool dark = true;
    // surfaces
    QColor canvas;  // where data is painted, fields
    QColor panel;   // headers, docks
    QColor groupBg; // group rows
    QColor raised;  // menu, status, table heads
    QColor overlay; // popups
    QColor hover, pressed, rowAlt, selRow;
    // lines
    QColor grid, line, line2;
    QColor track; // empty part of bars, step blocks
    // text; `ink` is the text on slices
    QColor text, text2, text3, ink;
    // yours: focus, brush, links, primary button
    QColor accent, accentText, accentSoft;
    QColor good, warn, bad, goodSoft, warnSoft, badSoft;
    QColor select, match; // selection and flows; found by search
    QColor shadow;

    // Fill of a slice; `shade` is shadeOf(its name). The user's categories have the fill of Hue::Other until paintOwn().
    std::array<std::array<QRgb, kShades>, kAllHues> fill{};

    [[nodiscard]] QRgb hue(Hue h, int shade = 0) const {
        return fill[static_cast<std::size_t>(h)][static_cast<std::size_t>(shade)];
    }
    // The colour of a line alone on the canvas. Fills serve as ground for text, and in the light theme some are nearly as light
    // as the canvas.
    [[nodiscard]] QRgb stroke(Hue h) const;
    [[nodiscard]] QColor hueColor(Hue h, int shade = 0) const { return QColor::fromRgb(hue(h, shade)); }
    // The palette for Qt's own widgets.
    [[nodiscard]] QPalette palette() const;

    // Adopts the colours of the user's categories, lightened until text on them is readable.
    void paintOwn(const OwnClasses& own);

    [[nodiscard]] static Theme darkTheme();
    [[nodiscard]] static Theme lightTheme();
};

// Returns the shade, of the four of its hue, for a name: crc32(name) % 4. The shade is the same in every run and theme.
[[nodiscard]] int shadeOf(std::string_view name);

// Returns `a` with `share` of `b` over it, in sRGB.
[[nodiscard]] QRgb mixed(QRgb a, QRgb b, double share);
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);
// Contrast ratio by WCAG, 1 to 21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

} // namespace lanes
