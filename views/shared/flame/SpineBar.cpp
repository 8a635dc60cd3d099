#include "views/shared/flame/SpineBar.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kHeight = 24;
constexpr int kSpineEdge = 12;
constexpr int kArrow = 13; // room of the sign between two calls
constexpr int kBehind = 4;

} // namespace

SpineBar::SpineBar(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setFixedHeight(appearance_.fonts().scaled(kHeight));
    connect(&appearance_, &Appearance::changed, this, [this] {
        setFixedHeight(appearance_.fonts().scaled(kHeight));
        update();
    });
}

void SpineBar::setCalls(const QString& remark, const QStringList& calls) {
    remark_ = remark;
    calls_ = calls;
    setAccessibleName(remark_ + QLatin1Char(' ') + calls_.join(QStringLiteral(" > ")));
    setToolTip(calls_.join(QStringLiteral("\n")));
    update();
}

std::vector<QRectF> SpineBar::boxes() const {
    const Fonts& fonts = appearance_.fonts();
    const QFont font = fonts.sans(Fonts::kSmall);
    qreal left = fonts.scaled(kSpineEdge) + textWidth(remark_, fonts.sans(Fonts::kSmall, 500)) +
                 fonts.scaled(kSpineEdge);
    std::vector<qreal> widths;
    qreal all = 0;
    for (const QString& call : calls_) {
        widths.push_back(textWidth(call, font) + fonts.scaled(kBehind + kArrow));
        all += widths.back();
    }
    std::vector<QRectF> places(widths.size());
    const qreal room = width() - left - fonts.scaled(kSpineEdge);
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (all > room && i + 1 < widths.size()) {
            all -= widths[i]; // the innermost calls matter most
            continue;
        }
        places[i] = {left, 0, widths[i], qreal(height())};
        left += widths[i];
    }
    return places;
}

void SpineBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    painter.fillRect(rect(), theme.groupBg);
    const QFont font = fonts.sans(Fonts::kSmall);
    drawTextLine(painter, QRectF(rect()).adjusted(fonts.scaled(kSpineEdge), 0, 0, 0), remark_,
                 fonts.sans(Fonts::kSmall, 500), theme.text2);
    const std::vector<QRectF> places = boxes();
    bool first = true;
    for (int i = 0; i < calls_.size(); ++i) {
        QRectF place = places[static_cast<std::size_t>(i)];
        if (place.isEmpty()) {
            continue;
        }
        if (!first || i > 0) {
            appearance_.icons().paint(painter, {place.left(), (height() - fonts.scaled(10)) / 2.},
                                      QStringLiteral("right"), fonts.scaled(10), theme.text3);
            place.setLeft(place.left() + fonts.scaled(kArrow));
        }
        first = false;
        drawTextLine(painter, place, calls_[i], font, i + 1 == calls_.size() ? theme.text : theme.text2);
    }
}

void SpineBar::mousePressEvent(QMouseEvent* event) {
    const std::vector<QRectF> places = boxes();
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].contains(event->position())) {
            Q_EMIT chosen(static_cast<int>(i));
        }
    }
}

} // namespace lanes
