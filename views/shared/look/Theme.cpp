#include "views/shared/look/Theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lanes {

namespace {

// OKLCH: lightness, chroma, hue angle in degrees.
struct Lch {
    double lightness;
    double chroma;
    double angle;
};
using Hues = std::array<Lch, kHueCount>; // in Hue's order

constexpr Hues kDarkHues{{{.603, .026, 274},
                          {.600, .099, 250},
                          {.713, .140, 290},
                          {.702, .060, 225},
                          {.605, .120, 78},
                          {.605, .162, 16},
                          {.740, .095, 49},
                          {.830, .092, 139},
                          {.684, .143, 122},
                          {.798, .074, 183},
                          {.600, .077, 163},
                          {.830, .138, 104},
                          {.800, .095, 320},
                          {.674, .003, 278}}};
constexpr Hues kLightHues{{{.880, .030, 273},
                           {.813, .090, 254},
                           {.730, .140, 286},
                           {.759, .050, 217},
                           {.838, .111, 84},
                           {.692, .164, 31},
                           {.800, .077, 39},
                           {.724, .150, 158},
                           {.910, .100, 115},
                           {.740, .070, 178},
                           {.891, .100, 161},
                           {.789, .149, 98},
                           {.690, .142, 328},
                           {.899, .003, 274}}};
constexpr std::array<double, Theme::kShades> kDarkLift{0, .018, .036, .054};
constexpr std::array<double, Theme::kShades> kLightLift{0, -.018, -.032, .014};
constexpr std::array<double, Theme::kShades> kTurn{0, 4, -4, 7};

int encoded(double linear) {
    const double l = std::clamp(linear, 0., 1.);
    const double s = l <= .0031308 ? 12.92 * l : 1.055 * std::pow(l, 1 / 2.4) - .055;
    return static_cast<int>(std::lround(s * 255));
}

QRgb rgbOf(const Lch& c) {
    const double a = c.chroma * std::cos(c.angle * std::numbers::pi / 180);
    const double b = c.chroma * std::sin(c.angle * std::numbers::pi / 180);
    const double l = std::pow(c.lightness + .3963377774 * a + .2158037573 * b, 3);
    const double m = std::pow(c.lightness - .1055613458 * a - .0638541728 * b, 3);
    const double s = std::pow(c.lightness - .0894841775 * a - 1.2914855480 * b, 3);
    return qRgb(encoded(4.0767416621 * l - 3.3077115913 * m + .2309699292 * s),
                encoded(-1.2684380046 * l + 2.6097574011 * m - .3413193965 * s),
                encoded(-.0041960863 * l - .7034186147 * m + 1.7076147010 * s));
}

void fillHues(Theme& theme, const Hues& hues, const std::array<double, Theme::kShades>& lift) {
    for (std::size_t h = 0; h < hues.size(); ++h) {
        for (std::size_t s = 0; s < Theme::kShades; ++s) {
            theme.fill[h][s] =
                rgbOf({std::min(hues[h].lightness + lift[s], .93), hues[h].chroma, hues[h].angle + kTurn[s]});
        }
    }
    for (std::size_t h = hues.size(); h < theme.fill.size(); ++h) {
        theme.fill[h] = theme.fill[static_cast<std::size_t>(Hue::Other)];
    }
}

QColor hex(QRgb rgb) {
    return QColor::fromRgb(rgb | 0xff000000u);
}

double luminance(const QColor& color) {
    const auto linear = [](double s) { return s <= .04045 ? s / 12.92 : std::pow((s + .055) / 1.055, 2.4); };
    return .2126 * linear(color.redF()) + .7152 * linear(color.greenF()) + .0722 * linear(color.blueF());
}

} // namespace

Theme Theme::darkTheme() {
    Theme t;
    t.dark = true;
    t.canvas = hex(0x0F1115);
    t.panel = hex(0x15181D);
    t.groupBg = hex(0x171A20);
    t.raised = hex(0x1B1F25);
    t.overlay = hex(0x22272F);
    t.hover = hex(0x262C35);
    t.pressed = hex(0x2E3540);
    t.rowAlt = hex(0x181B21);
    t.selRow = hex(0x1F2C40);
    t.grid = hex(0x1A1E24);
    t.line = hex(0x252A32);
    t.line2 = hex(0x363D48);
    t.track = hex(0x2A3039);
    t.text = hex(0xE7EAEE);
    t.text2 = hex(0xA9B2BD);
    t.text3 = hex(0x8A94A0);
    t.ink = hex(0x0B0D10);
    t.accent = hex(0x6CA8FF);
    t.accentText = hex(0x0B0D10);
    t.accentSoft = hex(0x1B2A40);
    t.good = hex(0x6FC48B);
    t.warn = hex(0xE5B454);
    t.bad = hex(0xEF7A76);
    t.goodSoft = hex(0x18291F);
    t.warnSoft = hex(0x2B2414);
    t.badSoft = hex(0x301C1C);
    t.select = hex(0xFFFFFF);
    t.match = hex(0xFFD84D);
    t.shadow = hex(0x000000);
    fillHues(t, kDarkHues, kDarkLift);
    return t;
}

Theme Theme::lightTheme() {
    Theme t;
    t.dark = false;
    t.canvas = hex(0xFFFFFF);
    t.panel = hex(0xF8F9FA);
    t.groupBg = hex(0xF4F6F8);
    t.raised = hex(0xF1F3F5);
    t.overlay = hex(0xFFFFFF);
    t.hover = hex(0xE9ECEF);
    t.pressed = hex(0xDEE2E7);
    t.rowAlt = hex(0xFAFBFC);
    t.selRow = hex(0xE4EEFD);
    t.grid = hex(0xF1F3F5);
    t.line = hex(0xE2E5E9);
    t.line2 = hex(0xC6CCD3);
    t.track = hex(0xE2E5E9);
    t.text = hex(0x1A1E24);
    t.text2 = hex(0x4E5865);
    t.text3 = hex(0x606A77);
    t.ink = hex(0x14181D);
    t.accent = hex(0x1F66D6);
    t.accentText = hex(0xFFFFFF);
    t.accentSoft = hex(0xE4EEFD);
    t.good = hex(0x217A43);
    t.warn = hex(0x8A5C00);
    t.bad = hex(0xC0322F);
    t.goodSoft = hex(0xE6F4EA);
    t.warnSoft = hex(0xFBF1DC);
    t.badSoft = hex(0xFCE9E8);
    t.select = hex(0x101418);
    t.match = hex(0xE8A200);
    t.shadow = hex(0x1A1E24);
    fillHues(t, kLightHues, kLightLift);
    return t;
}

void Theme::paintOwn(const OwnClasses& own) {
    constexpr double kReadable = 4.6; // contrast of texts on slices, a little above WCAG AA
    constexpr std::array<double, kShades> kTowardsWhite{0, .04, .08, .12};
    for (std::size_t i = 0; i < own.all().size(); ++i) {
        QColor color = hex(own.all()[i].color);
        while (contrast(color, ink) < kReadable) {
            color = mixed(color, QColor(Qt::white), .05);
        }
        for (std::size_t s = 0; s < kShades; ++s) {
            fill[kHueCount + i][s] = mixed(color, QColor(Qt::white), kTowardsWhite[s]).rgb();
        }
    }
}

QRgb Theme::stroke(Hue h) const {
    constexpr double kTowardsText = .45;
    return dark ? hue(h) : mixed(hue(h), text.rgb(), kTowardsText) | 0xff000000u;
}

QPalette Theme::palette() const {
    QPalette p;
    p.setColor(QPalette::Window, panel);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, canvas);
    p.setColor(QPalette::AlternateBase, rowAlt);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::Button, raised);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, bad);
    p.setColor(QPalette::Highlight, selRow);
    p.setColor(QPalette::HighlightedText, text);
    p.setColor(QPalette::ToolTipBase, overlay);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::PlaceholderText, text3);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, line2);
    p.setColor(QPalette::Midlight, line2);
    p.setColor(QPalette::Mid, line2);
    p.setColor(QPalette::Dark, line);
    p.setColor(QPalette::Shadow, shadow);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(QPalette::Disabled, role, mixed(panel, text3, .62));
    }
    return p;
}

int shadeOf(std::string_view name) {
    std::uint32_t crc = 0xffffffffu;
    for (const char c : name) {
        crc ^= static_cast<std::uint8_t>(c);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
        }
    }
    return static_cast<int>(~crc % Theme::kShades);
}

QRgb mixed(QRgb a, QRgb b, double share) {
    const auto channel = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return qRgb(channel(qRed(a), qRed(b)), channel(qGreen(a), qGreen(b)), channel(qBlue(a), qBlue(b)));
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    return QColor::fromRgb(mixed(a.rgb(), b.rgb(), share));
}

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a) + .05;
    const double y = luminance(b) + .05;
    return std::max(x, y) / std::min(x, y);
}

} // namespace lanes
