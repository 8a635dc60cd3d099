#include "views/trust/BytesRow.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QPainter>

namespace lanes {
namespace {

constexpr int kLineHeight = 17;
constexpr int kAirAround = 6;

} // namespace

BytesRow::BytesRow(Appearance& appearance, std::int64_t offset, const std::string& bytes, QWidget* parent)
    : PanelRow(appearance, 0, parent)
    , offset_(offset) {
    for (std::size_t at = 0; at < bytes.size() && lines_.size() < kLines; at += kLineBytes) {
        QString line;
        for (const char byte : bytes.substr(at, kLineBytes)) {
            line += byte >= ' ' && byte <= '~' ? QLatin1Char(byte) : QChar(0xb7);
        }
        lines_ << line;
    }
    setRowHeight(kLineHeight * static_cast<int>(lines_.size()) + 2 * kAirAround);
    setAccessibleName(lines_.join(QString()));
}

void BytesRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const QFont font = look().fonts().mono(Fonts::kSmall);
    fillSnapped(painter, inner(), theme.canvas);
    strokeRounded(painter, inner().adjusted(0.5, 0.5, -0.5, -0.5), 3, theme.line, 1);
    const std::int64_t last = offset_ + std::int64_t{kLineBytes} * lines_.size();
    const qreal number = textWidth(countText(last), font) + px(8);
    for (qsizetype i = 0; i < lines_.size(); ++i) {
        const QRectF row(inner().left() + px(8), px(kAirAround) + px(kLineHeight) * double(i),
                         inner().width() - px(16), px(kLineHeight));
        drawTextLine(painter, row, countText(offset_ + std::int64_t{kLineBytes} * i), font, theme.text3);
        drawTextLine(painter, row.adjusted(number, 0, 0, 0), lines_[i], font, theme.text2, Qt::AlignLeft,
                     Qt::ElideNone);
    }
}

} // namespace lanes
