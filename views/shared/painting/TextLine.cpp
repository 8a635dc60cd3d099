#include "views/shared/painting/TextLine.h"

#include "views/shared/look/Fonts.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

// Lays it out on one line, however long that is; blanks at its end count.
qreal widthOf(QTextLayout& text) {
    QTextOption oneLine;
    oneLine.setWrapMode(QTextOption::NoWrap);
    oneLine.setFlags(QTextOption::IncludeTrailingSpaces);
    text.setTextOption(oneLine);
    text.beginLayout();
    const QTextLine line = text.createLine();
    text.endLayout();
    return line.isValid() ? line.naturalTextWidth() : 0;
}

} // namespace

qreal drawTextLine(QPainter& painter, const QRectF& box, const QString& text, const QFont& font,
                   const QColor& color, Qt::Alignment align, Qt::TextElideMode elide) {
    // Shaping is what text costs: the same layout measures and draws.
    QTextLayout line(text, font);
    qreal width = widthOf(line);
    if (width > box.width() && elide != Qt::ElideNone) {
        line.setText(QFontMetricsF(font).elidedText(text, elide, box.width()));
        width = widthOf(line);
    }
    qreal x = box.left();
    if (align & Qt::AlignRight) {
        x = box.right() - width;
    } else if (align & Qt::AlignHCenter) {
        x = box.left() + (box.width() - width) / 2;
    }
    const qreal dpr = painter.device()->devicePixelRatioF();
    const qreal base = baselineOf(font, box.top(), box.height());
    painter.setPen(color);
    const qreal ascent = line.lineAt(0).ascent();
    line.draw(&painter, QPointF(std::round(x * dpr) / dpr, std::round(base * dpr) / dpr - ascent));
    return width;
}

QStringList wrappedText(const QString& text, const QFont& font, qreal width, int most) {
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() == most) {
            lines.clear();
            break;
        }
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

qreal textWidth(const QString& text, const QFont& font) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

qreal drawKeyCap(QPainter& painter, qreal right, qreal top, const QString& key, const QFont& font,
                 const QColor& fill, const QColor& border, const QColor& text) {
    const qreal height = std::max(16.0, std::ceil(QFontMetricsF(font).height()) + 3);
    const qreal width = std::max(height, std::ceil(textWidth(key, font)) + 8);
    const QRectF box(right - width, top, width, height);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(border, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(box.adjusted(.5, .5, -.5, -.5), 3, 3);
    drawTextLine(painter, box, key, font, text, Qt::AlignHCenter, Qt::ElideNone);
    return width;
}

} // namespace lanes
