#include "views/shared/controls/Histogram.h"

#include "model/base/StoppableSort.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace lanes {
namespace {

constexpr int kShortestDrag = 4; // px
constexpr int kMarkRow = 13;     // above the bars, for the names of the marks

} // namespace

Spread Spread::of(std::vector<TimeNs> values, const std::stop_token& stop) {
    Spread spread;
    if (values.empty() || !sortStoppably(values, std::less{}, stop)) {
        return spread;
    }
    spread.count = values.size();
    spread.shortest = values.front();
    spread.longest = values.back();
    spread.median = values[(values.size() - 1) / 2];
    spread.high = values[(values.size() - 1) * 95 / 100];
    spread.bins.assign(kBins, 0);
    const double length = std::max(1., double(spread.longest - spread.shortest));
    for (const TimeNs value : values) {
        const auto bin = static_cast<std::size_t>(double(value - spread.shortest) / length * kBins);
        ++spread.bins[std::min<std::size_t>(bin, kBins - 1)];
    }
    return spread;
}

Histogram::Histogram(Appearance& appearance, const QColor& color, int height, QWidget* parent)
    : PanelRow(appearance, height + 26, parent)
    , color_(color)
    , height_(height) {}

void Histogram::setSpread(const Spread& spread) {
    spread_ = spread;
    const auto calls = static_cast<std::int64_t>(spread.count);
    setToolTip(tr("%1 calls from %2 to %3; median %4, 95 % are below %5", nullptr, pluralOf(calls))
                   .arg(countText(calls), durationText(spread.shortest), durationText(spread.longest),
                        durationText(spread.median), durationText(spread.high)));
    setAccessibleName(toolTip());
    update();
}

qreal Histogram::xOf(TimeNs value) const {
    const double length = std::max(1., double(spread_.longest - spread_.shortest));
    return inner().left() + inner().width() * double(value - spread_.shortest) / length;
}

TimeNs Histogram::valueAt(qreal x) const {
    const double share = std::clamp((x - inner().left()) / std::max(1., inner().width()), 0., 1.);
    return spread_.shortest + std::llround(share * double(spread_.longest - spread_.shortest));
}

std::vector<Histogram::Mark> Histogram::marks() const {
    if (spread_.bins.empty()) {
        return {};
    }
    std::vector<Mark> marks{{xOf(spread_.median), QStringLiteral("p50"), {}}};
    if (spread_.count >= 20 && spread_.high > spread_.median) {
        marks.push_back({xOf(spread_.high), QStringLiteral("p95"), {}});
    }
    const QFont font = look().fonts().sans(Fonts::kAxis, 500);
    for (Mark& mark : marks) {
        const qreal width = textWidth(mark.text, font);
        const bool fits = mark.line + width + px(6) < inner().right();
        mark.label = {fits ? mark.line + px(3) : mark.line - width - px(4), qreal(-px(2)), width + 1,
                      qreal(px(14))};
    }
    if (marks.size() == 2 && marks[0].label.right() + px(3) > marks[1].label.left()) {
        QRectF& low = marks[0].label;
        QRectF& high = marks[1].label;
        low.moveRight(std::min(low.right(), std::min(high.left(), marks[0].line) - px(3)));
        low.moveLeft(std::max(low.left(), inner().left()));
        high.moveLeft(std::max(high.left(), low.right() + px(3)));
    }
    return marks;
}

void Histogram::paintMark(QPainter& painter, const Mark& mark) {
    const Theme& theme = look().theme();
    verticalLine(painter, mark.line, 0, px(height_), theme.text2);
    drawTextLine(painter, mark.label, mark.text, look().fonts().sans(Fonts::kAxis, 500), theme.text2);
}

void Histogram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const QRectF box = inner();
    const qreal base = px(height_);
    if (!spread_.bins.empty()) {
        const double most = *std::ranges::max_element(spread_.bins);
        const qreal bin = box.width() / Spread::kBins;
        for (std::size_t i = 0; i < spread_.bins.size(); ++i) {
            if (spread_.bins[i] > 0) {
                const qreal height = std::max(2., (base - px(kMarkRow)) * spread_.bins[i] / most);
                fillSnapped(painter,
                            {box.left() + double(i) * bin, base - height, std::max(1., bin - 1), height},
                            color_);
            }
        }
        for (const Mark& mark : marks()) {
            paintMark(painter, mark);
        }
    }
    horizontalLine(painter, box.left(), base, box.width(), theme.line2);
    const QRectF labels(box.left(), base + px(2), box.width(), px(16));
    const QFont font = look().fonts().sans(Fonts::kSmall);
    drawTextLine(painter, labels, durationText(spread_.shortest), font, theme.text3);
    drawTextLine(painter, labels, durationText(spread_.longest), font, theme.text3, Qt::AlignRight);
    if (drag_) {
        QColor veil = theme.accent;
        veil.setAlphaF(.2F);
        painter.fillRect(QRectF(QPointF(std::min(drag_->first, drag_->second), 0),
                                QPointF(std::max(drag_->first, drag_->second), base)),
                         veil);
    }
}

void Histogram::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && spread_.longest > spread_.shortest) {
        drag_ = {event->position().x(), event->position().x()};
    }
}

void Histogram::mouseMoveEvent(QMouseEvent* event) {
    if (drag_) {
        drag_->second = event->position().x();
        update();
    }
}

void Histogram::mouseReleaseEvent(QMouseEvent*) {
    if (!drag_) {
        return;
    }
    const auto [from, to] = std::minmax(drag_->first, drag_->second);
    drag_.reset();
    update();
    if (to - from >= kShortestDrag) {
        Q_EMIT rangeChosen(valueAt(from), valueAt(to));
    }
}

} // namespace lanes
