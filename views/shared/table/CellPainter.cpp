#include "views/shared/table/CellPainter.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr int kIndent = 14; // of one level of a tree
constexpr int kDot = 8;
constexpr int kBehindDot = 16; // from the dot's left edge to the text
constexpr int kMeter = 44;
constexpr double kPale = .38;     // share of the colour in the part of a bar that is not own
constexpr double kFewMeter = .25; // below this a meter warns

qreal scaled(const Appearance& look, int px) {
    return look.fonts().scaled(px);
}

QColor inkOf(const Theme& theme, TableCell::Ink ink) {
    switch (ink) {
    case TableCell::Ink::Text2:
        return theme.text2;
    case TableCell::Ink::Text3:
        return theme.text3;
    case TableCell::Ink::Accent:
        return theme.accent;
    case TableCell::Ink::Warn:
        return theme.warn;
    case TableCell::Ink::Good:
        return theme.good;
    case TableCell::Ink::Bad:
        return theme.bad;
    case TableCell::Ink::Text:
        break;
    }
    return theme.text;
}

void paintBar(QPainter& painter, const Appearance& look, const QRectF& box, const TableCell& cell,
              bool root) {
    if (!cell.bar.isValid() || cell.share <= 0) {
        return;
    }
    const double share = std::clamp(root ? std::sqrt(cell.share) : cell.share, 0., 1.);
    const qreal room = std::max(0., box.width() - scaled(look, kNumberRoom));
    const qreal height = scaled(look, 6);
    const QRectF bar(box.left() + scaled(look, 6), box.center().y() - height / 2, std::max(1., room * share),
                     height);
    if (cell.own < 1) {
        fillSnapped(painter, bar, mixed(look.theme().canvas, cell.bar, kPale));
    }
    if (cell.own > 0) {
        fillSnapped(painter, {bar.left(), bar.top(), std::max(1., bar.width() * cell.own), bar.height()},
                    cell.bar);
    }
}

void paintMeter(QPainter& painter, const Appearance& look, const QRectF& box, const TableCell& cell) {
    const Theme& theme = look.theme();
    const qreal width = scaled(look, kMeter);
    const QRectF track(box.left() + scaled(look, 6), box.center().y() - scaled(look, 2), width,
                       scaled(look, 4));
    fillSnapped(painter, track, theme.track);
    fillSnapped(painter,
                {track.left(), track.top(), std::max(1., width * std::min(1., cell.meter)), track.height()},
                cell.meter < kFewMeter ? theme.warn : theme.text2);
    if (cell.ring) {
        const qreal side = scaled(look, 6);
        strokeRounded(painter, {track.right() + scaled(look, 4), box.center().y() - side / 2, side, side},
                      side / 2, theme.warn, 1.25);
    }
}

// Values along a line, from the least to the most joined, and a mark among them.
void paintDots(QPainter& painter, const Appearance& look, const QRectF& box, const TableCell& cell) {
    const Theme& theme = look.theme();
    const QRectF room = box.adjusted(scaled(look, 6), 0, -scaled(look, 22), 0);
    const auto at = [&](double share) { return room.left() + room.width() * std::clamp(share, 0., 1.); };
    const qreal y = box.center().y();
    const auto [least, most] = std::ranges::minmax(cell.dots);
    horizontalLine(painter, room.left(), y, room.width(), theme.line);
    fillSnapped(painter, {at(least), y - scaled(look, 1), at(most) - at(least), scaled(look, 2)},
                theme.text3);
    const qreal side = scaled(look, 5);
    for (const double dot : cell.dots) {
        fillRounded(painter, {at(dot) - side / 2, y - side / 2, side, side}, side / 2, cell.bar);
    }
    if (cell.tick >= 0) {
        fillSnapped(painter, {at(cell.tick) - 1, y - scaled(look, 6), 2, scaled(look, 12)}, theme.text);
    }
}

// A bar from the zero in the middle, and a whisker as wide as the bounds.
void paintBalance(QPainter& painter, const Appearance& look, const QRectF& box, const TableCell& cell) {
    const TableBalance& balance = *cell.balance;
    const QRectF room = box.adjusted(scaled(look, 8), 0, -scaled(look, 8), 0);
    const auto at = [&](double value) {
        return room.center().x() + room.width() / 2 * std::clamp(value, -1., 1.);
    };
    const qreal y = box.center().y();
    const qreal zero = at(0);
    verticalLine(painter, zero, box.top(), box.height(), look.theme().line2);
    const qreal end = at(balance.value);
    const qreal half = scaled(look, 4);
    const QColor pale = mixed(look.theme().canvas, cell.bar, .55);
    fillSnapped(painter, {std::min(zero, end), y - half, std::max(1., std::abs(end - zero)), 2 * half},
                balance.bounded ? pale : cell.bar);
    if (balance.bounded) {
        const qreal low = at(balance.low);
        const qreal high = at(balance.high);
        fillSnapped(painter, {low, y - .75, std::max(1., high - low), 1.5}, cell.bar);
        for (const qreal edge : {low, high}) {
            fillSnapped(painter, {edge - .75, y - half, 1.5, 2 * half}, cell.bar);
        }
    }
}

} // namespace

void paintCell(QPainter& painter, Appearance& look, const QRectF& box, const TableCell& cell,
               const CellStyle& style) {
    const Theme& theme = look.theme();
    const QColor ink = inkOf(theme, cell.ink);
    if (!cell.dots.empty()) {
        paintDots(painter, look, box, cell);
        return;
    }
    if (cell.balance) {
        paintBalance(painter, look, box, cell);
        return;
    }
    paintBar(painter, look, box, cell, style.squareRoot);
    if (cell.meter >= 0) {
        paintMeter(painter, look, box, cell);
    }
    QRectF text = box.adjusted(0, 0, -scaled(look, style.number ? 10 : 16), 0);
    if (cell.dot.isValid()) {
        const qreal side = scaled(look, kDot);
        fillRounded(painter, {box.left(), box.center().y() - side / 2, side, side}, 2, cell.dot);
        text.setLeft(box.left() + scaled(look, kBehindDot));
    }
    if (!cell.icon.isEmpty()) {
        const int side = look.fonts().scaled(14);
        look.icons().paint(painter, {box.left() + scaled(look, 12), box.center().y() - side / 2.}, cell.icon,
                           side, ink);
        return;
    }
    const QFont font = look.fonts().sans(Fonts::kBody, style.strong ? 500 : 400);
    const QString shown = cell.tells.length > 0
                              ? elidedKeeping(cell.text, cell.tells, QFontMetricsF(font), text.width())
                              : cell.text;
    const qreal used = drawTextLine(painter, text, shown, font, ink,
                                    style.number ? Qt::AlignRight : Qt::AlignLeft, cell.elide);
    if (!cell.note.isEmpty()) {
        drawTextLine(painter, text.adjusted(used + scaled(look, 8), 0, 0, 0), cell.note,
                     look.fonts().sans(Fonts::kSmall), theme.text3);
    }
}

QRectF chevronBox(const Appearance& look, const QRectF& box, int depth) {
    return {box.left() + depth * scaled(look, kIndent) - scaled(look, 2), box.top(), scaled(look, 16),
            box.height()};
}

QRectF paintBranch(QPainter& painter, Appearance& look, const QRectF& box, int depth, bool hasChildren,
                   bool open) {
    const qreal step = scaled(look, kIndent);
    for (int level = 0; level < depth; ++level) {
        verticalLine(painter, box.left() + scaled(look, 5) + level * step, box.top(), box.height(),
                     look.theme().line);
    }
    const qreal x = box.left() + depth * step;
    if (hasChildren) {
        const int side = look.fonts().scaled(12);
        look.icons().paint(painter, {x, box.center().y() - side / 2.},
                           open ? QStringLiteral("down") : QStringLiteral("right"), side, look.theme().text3);
    }
    return box.adjusted(x - box.left() + scaled(look, 16), 0, 0, 0);
}

QRectF scaleBox(const Appearance& look, const QRectF& head) {
    return {head.left() + scaled(look, 6), head.center().y() - scaled(look, 7), scaled(look, 20),
            scaled(look, 14)};
}

void paintHead(QPainter& painter, Appearance& look, const QRectF& box, const QString& title,
               const HeadStyle& style) {
    const Theme& theme = look.theme();
    if (style.hovered) {
        fillSnapped(painter, box, theme.hover);
    }
    const QFont font = look.fonts().sans(Fonts::kSmall, style.sorted ? 600 : 500);
    QRectF text = box.adjusted(scaled(look, style.indent), 0, -scaled(look, 10), 0);
    const qreal arrow = scaled(look, 10);
    if (style.sorted) {
        text.adjust(0, 0, -scaled(look, 14), 0);
    }
    const qreal used =
        drawTextLine(painter, text, title, font, style.sorted || style.hovered ? theme.text : theme.text2,
                     style.number ? Qt::AlignRight : Qt::AlignLeft);
    if (style.sorted) {
        const qreal x = style.number ? box.right() - scaled(look, 20) : text.left() + used + scaled(look, 4);
        painter.save();
        painter.translate(x + arrow / 2, box.center().y());
        if (!style.descending) {
            painter.rotate(180);
        }
        look.icons().paint(painter, {-arrow / 2, -arrow / 2}, QStringLiteral("down"), static_cast<int>(arrow),
                           theme.text);
        painter.restore();
    }
    if (style.bar) {
        const QRectF mark = scaleBox(look, box);
        strokeRounded(painter, mark, 3, theme.line2);
        drawTextLine(painter, mark, style.squareRoot ? QStringLiteral("\u221a") : QStringLiteral("lin"),
                     look.fonts().sans(Fonts::kAxis, 500), theme.text2, Qt::AlignHCenter);
    }
}

} // namespace lanes
