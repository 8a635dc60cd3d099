#include "views/shared/controls/KeyFigures.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kFiguresHeight = 68;

QColor inkOf(const Theme& theme, KeyFigures::Figure::Tone tone) {
    using Tone = KeyFigures::Figure::Tone;
    switch (tone) {
    case Tone::Quiet:
        return theme.text3;
    case Tone::Good:
        return theme.good;
    case Tone::Warn:
        return theme.warn;
    case Tone::Bad:
        return theme.bad;
    case Tone::Plain:
        break;
    }
    return theme.text;
}

} // namespace

KeyFigures::KeyFigures(Appearance& appearance, std::vector<Figure> figures, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , figures_(std::move(figures)) {
    setFixedHeight(appearance_.fonts().scaled(kFiguresHeight));
    QStringList spoken;
    for (const Figure& figure : figures_) {
        spoken << figure.label + QLatin1Char(' ') + figure.value;
    }
    setAccessibleName(spoken.join(QStringLiteral(", ")));
}

void KeyFigures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const qreal column = width() / double(std::max<std::size_t>(figures_.size(), 1));
    const auto p = [this](int at100) { return qreal(appearance_.fonts().scaled(at100)); };
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const Figure& figure = figures_[i];
        const qreal x = double(i) * column;
        if (i > 0) {
            verticalLine(painter, x - p(12), p(8), p(52), theme.line);
        }
        drawTextLine(painter, {x, p(2), column - p(16), p(18)}, figure.label, fonts.sans(Fonts::kSmall),
                     theme.text2);
        drawTextLine(painter, {x, p(20), column - p(16), p(26)}, figure.value,
                     fonts.sans(Fonts::kFigure, 600), inkOf(theme, figure.tone));
        drawTextLine(painter, {x, p(48), column - p(16), p(18)}, figure.remark, fonts.sans(Fonts::kSmall),
                     theme.text3);
    }
}

} // namespace lanes
