#include "views/shared/look/Fonts.h"

#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

QFont make(const QStringList& families, int px, int weight, double scale, QFont::StyleHint hint) {
    QFont font;
    font.setFamilies(families);
    font.setStyleHint(hint);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(px * scale))));
    font.setWeight(static_cast<QFont::Weight>(weight));
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

Fonts::Fonts(double scale)
    : scale_(std::clamp(scale, .75, 2.5)) {}

double Fonts::desktopScale(const QFont& desktop, qreal logicalDpi) {
    const double px = desktop.pixelSize() > 0 ? desktop.pixelSize() : desktop.pointSizeF() * logicalDpi / 72;
    // Desktops call 9 to 10.5 pt (12 to 14 px) normal; that is 100 % here.
    return px >= 11.5 && px <= 14.5 ? 1 : px / 13;
}

int Fonts::scaled(int px) const {
    return static_cast<int>(std::lround(px * scale_));
}

QFont Fonts::sans(int px, int weight) const {
    return make(QStringList{QStringLiteral("Lanescope Sans"), QStringLiteral("Inter"),
                            QStringLiteral("Noto Sans CJK SC"), QStringLiteral("sans-serif")},
                px, weight, scale_, QFont::SansSerif);
}

QFont Fonts::mono(int px, int weight) const {
    return make(QStringList{QStringLiteral("Lanescope Mono"), QStringLiteral("JetBrains Mono"),
                            QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("monospace")},
                px, weight, scale_, QFont::Monospace);
}

double baselineOf(const QFont& font, double top, double height) {
    return top + height / 2 + QFontMetricsF(font).capHeight() / 2;
}

} // namespace lanes
