// One line of text as the whole window draws it: centred on its capitals, elided, snapped to device pixels.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <QStringList>

namespace lanes {

// Draws `text` into `box` and returns the width it took. `align` is AlignLeft, AlignRight or AlignHCenter.
qreal drawTextLine(QPainter& painter, const QRectF& box, const QString& text, const QFont& font,
                   const QColor& color, Qt::Alignment align = Qt::AlignLeft,
                   Qt::TextElideMode elide = Qt::ElideRight);

// Wraps the text into lines of `width`, at words where possible. Returns an empty list if `most` lines cannot hold the text.
[[nodiscard]] QStringList wrappedText(const QString& text, const QFont& font, qreal width, int most);

[[nodiscard]] qreal textWidth(const QString& text, const QFont& font);

// Draws a key cap, 16 px high at 100 %, with its right edge at `right`. Returns its width. `key` is "Ctrl" or "F".
qreal drawKeyCap(QPainter& painter, qreal right, qreal top, const QString& key, const QFont& font,
                 const QColor& fill, const QColor& border, const QColor& text);

} // namespace lanes
