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
constexpr int kBetweenRows = 8;
constexpr int kBehindFigure = 16;

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

// All of them beside one another, or half of them where words would be cut.
std::size_t KeyFigures::columnsIn(int width) const {
    const Fonts& fonts = appearance_.fonts();
    const std::size_t all = std::max<std::size_t>(figures_.size(), 1);
    const qreal room = width / double(all) - fonts.scaled(kBehindFigure);
    const bool whole = std::ranges::all_of(figures_, [&](const Figure& figure) {
        return textWidth(figure.label, fonts.sans(Fonts::kSmall)) <= room &&
               textWidth(figure.value, fonts.sans(Fonts::kFigure, 600)) <= room &&
               textWidth(figure.remark, fonts.sans(Fonts::kSmall)) <= room;
    });
    return whole ? all : (all + 1) / 2;
}

int KeyFigures::heightForWidth(int width) const {
    const bool one = columnsIn(width) >= figures_.size();
    return appearance_.fonts().scaled(one ? kFiguresHeight : 2 * kFiguresHeight + kBetweenRows);
}

void KeyFigures::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    setFixedHeight(heightForWidth(width()));
}

void KeyFigures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const std::size_t columns = columnsIn(width());
    const qreal column = width() / double(columns);
    const auto p = [this](int at100) { return qreal(appearance_.fonts().scaled(at100)); };
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const Figure& figure = figures_[i];
        const qreal x = double(i % columns) * column;
        const std::size_t line = i / columns;
        const qreal y = double(line) * p(kFiguresHeight + kBetweenRows);
        const qreal room = column - p(kBehindFigure);
        if (i % columns > 0) {
            verticalLine(painter, x - p(12), y + p(8), p(52), theme.line);
        }
        drawTextLine(painter, {x, y + p(2), room, p(18)}, figure.label, fonts.sans(Fonts::kSmall),
                     theme.text2);
        drawTextLine(painter, {x, y + p(20), room, p(26)}, figure.value, fonts.sans(Fonts::kFigure, 600),
                     inkOf(theme, figure.tone));
        drawTextLine(painter, {x, y + p(48), room, p(18)}, figure.remark, fonts.sans(Fonts::kSmall),
                     theme.text3);
    }
}

} // namespace lanes
