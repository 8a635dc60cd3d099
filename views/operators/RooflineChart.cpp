#include "views/operators/RooflineChart.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

namespace lanes {
namespace {

constexpr int kLeft = 64;
constexpr int kRight = 24;
constexpr int kTop = 20;
constexpr int kBottom = 44;
constexpr double kLargest = 30; // radius of the point that took longest
constexpr double kSmallest = 3;
constexpr double kReach = 6; // a click beside a point still means it
constexpr int kLabelHeight = 16;

} // namespace

double RooflineChart::Axis::share(double value) const {
    return (std::log10(value) - low) / (high - low);
}

RooflineChart::RooflineChart(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Roofline"));
    setMinimumHeight(240);
    connect(&appearance_, &Appearance::changed, this, QOverload<>::of(&QWidget::update));
}

void RooflineChart::setPicture(Picture picture) {
    const std::optional<std::uint32_t> row = currentRow();
    picture_ = std::move(picture);
    current_.reset();
    fitAxes();
    if (row) {
        setCurrentRow(*row);
    }
    update();
}

void RooflineChart::setCurrentRow(std::uint32_t row) {
    const auto at =
        std::ranges::find(picture_.points, row, [](const Point& point) { return point.place.row; });
    current_.reset();
    if (at != picture_.points.end()) {
        current_ = static_cast<std::size_t>(at - picture_.points.begin());
    }
    update();
}

std::optional<std::uint32_t> RooflineChart::currentRow() const {
    return current_ ? std::optional(picture_.points[*current_].place.row) : std::nullopt;
}

// Whole powers of ten around all points and the ridge of the roof.
void RooflineChart::fitAxes() {
    std::vector<double> right{.1, 1000};
    std::vector<double> up{1e12};
    for (const Point& point : picture_.points) {
        right.push_back(point.place.intensity);
        up.push_back(point.place.flops);
    }
    if (picture_.roof) {
        right.push_back(picture_.roof->ridge() * 2);
        up.push_back(picture_.roof->tensorFlops);
    }
    const auto around = [](const std::vector<double>& values) {
        const auto [least, most] = std::ranges::minmax(values);
        constexpr double kFar = 30; // shapes come from files: 0 and infinity have no power of ten
        const double low = std::clamp(std::floor(std::log10(least)), -kFar, kFar);
        return Axis{low, std::clamp(std::ceil(std::log10(most)), low + 1, kFar + 1)};
    };
    intensity_ = around(right);
    flops_ = around(up);
}

QRectF RooflineChart::plot() const {
    const Fonts& fonts = appearance_.fonts();
    return QRectF(rect()).adjusted(fonts.scaled(kLeft), fonts.scaled(kTop), -fonts.scaled(kRight),
                                   -fonts.scaled(kBottom));
}

QPointF RooflineChart::toPixels(double intensity, double flops) const {
    const QRectF box = plot();
    return {box.left() + box.width() * intensity_.share(intensity),
            box.bottom() - box.height() * flops_.share(flops)};
}

QPointF RooflineChart::placeOf(std::size_t point) const {
    return toPixels(picture_.points[point].place.intensity, picture_.points[point].place.flops);
}

// Areas are times.
double RooflineChart::radiusOf(const Point& point) const {
    const double share = double(point.place.time) / double(picture_.points.front().place.time);
    return appearance_.fonts().scaled(1) * std::max(kSmallest, kLargest * std::sqrt(share));
}

// The smallest of those under the mouse: large ones can be reached elsewhere.
std::optional<std::size_t> RooflineChart::pointAt(QPointF place) const {
    for (std::size_t i = picture_.points.size(); i-- > 0;) {
        const QPointF away = place - placeOf(i);
        if (std::hypot(away.x(), away.y()) <= std::max(radiusOf(picture_.points[i]), kReach)) {
            return i;
        }
    }
    return std::nullopt;
}

void RooflineChart::paintGrid(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const QFont font = appearance_.fonts().sans(Fonts::kSmall);
    const QRectF box = plot();
    const double line = appearance_.fonts().scaled(kLabelHeight);
    for (double power = intensity_.low; power <= intensity_.high; ++power) {
        const double x = toPixels(std::pow(10, power), 1).x();
        verticalLine(painter, x, box.top(), box.height(), theme.grid);
        drawTextLine(painter, {x - 40, box.bottom() + 6, 80, line},
                     QString::number(std::pow(10, power), 'g', 6), font, theme.text2, Qt::AlignHCenter);
    }
    for (double power = flops_.low; power <= flops_.high; ++power) {
        const double y = toPixels(1, std::pow(10, power)).y();
        horizontalLine(painter, box.left(), y, box.width(), theme.grid);
        drawTextLine(painter, {0, y - line / 2, box.left() - 8, line}, magnitudeText(std::pow(10, power)),
                     font, theme.text2, Qt::AlignRight);
    }
    drawTextLine(painter, {box.left(), box.bottom() + 6 + line, box.width(), line},
                 tr("FLOP per byte of memory traffic, from shapes"), font, theme.text2, Qt::AlignHCenter);
    horizontalLine(painter, box.left(), box.bottom(), box.width(), theme.line2);
    verticalLine(painter, box.left(), box.top(), box.height(), theme.line2);
}

void RooflineChart::paintRoof(QPainter& painter) const {
    if (!picture_.roof) {
        return;
    }
    const DeviceRoof& roof = *picture_.roof;
    const Theme& theme = appearance_.theme();
    const QFont font = appearance_.fonts().sans(Fonts::kSmall, 500);
    const QRectF box = plot();
    const double left = std::pow(10, intensity_.low);
    const QPointF start = toPixels(left, roof.at(left));
    const QPointF ridge = toPixels(roof.ridge(), roof.tensorFlops);
    QPainterPath above(box.topLeft());
    above.lineTo(start);
    above.lineTo(ridge);
    above.lineTo(box.right(), ridge.y());
    above.lineTo(box.topRight());
    painter.save();
    painter.setClipRect(box);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(above, theme.raised);
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawPolyline(std::array{start, ridge, QPointF(box.right(), ridge.y())}.data(), 3);
    painter.setPen(QPen(theme.text3, 1, Qt::DashLine));
    const QPointF vector = toPixels(roof.vectorFlops / roof.bytes, roof.vectorFlops);
    painter.drawLine(vector, {box.right(), vector.y()});
    painter.restore();
    const double line = appearance_.fonts().scaled(kLabelHeight);
    drawTextLine(painter, {box.left(), ridge.y() - line - 2, box.width() - 6, line},
                 tr("%1FLOP/s, matrix units").arg(magnitudeText(roof.tensorFlops)), font, theme.text,
                 Qt::AlignRight);
    drawTextLine(painter, {box.left(), vector.y() - line - 2, box.width() - 6, line}, vectorText(),
                 appearance_.fonts().sans(Fonts::kSmall), theme.text2, Qt::AlignRight);
    painter.save();
    const QPointF slope = ridge - start;
    painter.translate(start);
    painter.rotate(std::atan2(slope.y(), slope.x()) * 180 / 3.14159265358979);
    const double length = std::hypot(slope.x(), slope.y());
    drawTextLine(painter, {length * .35, -line - 3, length * .6, line},
                 tr("%1B/s").arg(magnitudeText(roof.bytes)), font, theme.text);
    painter.restore();
}

void RooflineChart::paintPoints(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Point& point : picture_.points) {
        const QPointF place = toPixels(point.place.intensity, point.place.flops);
        const double radius = radiusOf(point);
        const bool solid = !point.place.launchBound;
        painter.setBrush(solid ? QBrush(point.color) : QBrush(theme.canvas));
        painter.setPen(
            QPen(solid ? mixed(point.color, theme.text, .45) : mixed(point.color, theme.text, .3), 1));
        painter.drawEllipse(place, radius, radius);
    }
    if (current_) {
        const Point& point = picture_.points[*current_];
        const QPointF place = placeOf(*current_);
        const double radius = radiusOf(point);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.select, 2));
        painter.drawEllipse(place, radius + 1, radius + 1);
        if (picture_.roof) { // what is left up to the roof
            const QPointF roof = toPixels(point.place.intensity, picture_.roof->at(point.place.intensity));
            painter.setPen(QPen(theme.select, 1, Qt::DashLine));
            if (roof.y() < place.y() - radius) {
                painter.drawLine(place - QPointF(0, radius + 1), roof);
            }
        }
    }
    painter.restore();
}

// Whether it lies below the roof, whose line it then does not cross.
bool RooflineChart::isUnderRoof(const QRectF& label) const {
    if (!picture_.roof) {
        return true;
    }
    const QRectF box = plot();
    const double share = (label.left() - box.left()) / box.width();
    const double intensity = std::pow(10, intensity_.low + share * (intensity_.high - intensity_.low));
    return label.top() > toPixels(intensity, picture_.roof->at(intensity)).y();
}

QString RooflineChart::vectorText() const {
    return tr("%1FLOP/s, fp32").arg(magnitudeText(picture_.roof->vectorFlops));
}

std::vector<QRectF> RooflineChart::roofMarks() const {
    if (!picture_.roof) {
        return {};
    }
    const DeviceRoof& roof = *picture_.roof;
    const QPointF start = toPixels(roof.vectorFlops / roof.bytes, roof.vectorFlops);
    const double right = plot().right();
    const double line = appearance_.fonts().scaled(kLabelHeight);
    const double text = textWidth(vectorText(), appearance_.fonts().sans(Fonts::kSmall)) + 12;
    return {QRectF(start.x(), start.y() - 1, right - start.x(), 2),
            QRectF(right - text, start.y() - line - 2, text, line)};
}

// Beside, above or below its point, where nothing else stands; the longest first. Those that are bound by their launches
// have theirs in the tooltip.
std::vector<QRectF> RooflineChart::labels() const {
    const QFont font = appearance_.fonts().sans(Fonts::kSmall, 500);
    const double line = appearance_.fonts().scaled(kLabelHeight);
    const QRectF box = plot();
    std::vector<QRectF> taken; // first of all points, so that `taken[i]` is that of point i
    for (std::size_t i = 0; i < picture_.points.size(); ++i) {
        const double radius = radiusOf(picture_.points[i]);
        taken.emplace_back(placeOf(i) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    }
    std::ranges::copy(roofMarks(), std::back_inserter(taken));
    std::vector<QRectF> labels(picture_.points.size());
    for (std::size_t i = 0; i < picture_.points.size(); ++i) {
        if (picture_.points[i].place.launchBound) {
            continue;
        }
        const QPointF place = placeOf(i);
        const double beside = radiusOf(picture_.points[i]) + 6;
        const QSizeF size(textWidth(picture_.points[i].name, font) + 2, line);
        const QPointF right = place + QPointF(beside, -line / 2);
        const std::array candidates = {
            QRectF(right, size),
            QRectF(right + QPointF(0, line), size),
            QRectF(right - QPointF(0, line), size),
            QRectF(place + QPointF(-beside - size.width(), -line / 2), size),
            QRectF(place + QPointF(-size.width() / 2, beside - 4), size),
            QRectF(place + QPointF(-size.width() / 2, 4 - beside - line), size),
        };
        const auto label = std::ranges::find_if(candidates, [&](const QRectF& candidate) {
            return box.contains(candidate) && isUnderRoof(candidate) &&
                   std::ranges::none_of(taken, [&](const QRectF& other) {
                       return other != taken[i] && other.intersects(candidate);
                   });
        });
        if (label != candidates.end()) {
            labels[i] = *label;
            taken.push_back(*label);
        }
    }
    return labels;
}

void RooflineChart::paintLabels(QPainter& painter) const {
    const QFont font = appearance_.fonts().sans(Fonts::kSmall, 500);
    const std::vector<QRectF> places = labels();
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i].isEmpty()) {
            drawTextLine(painter, places[i], picture_.points[i].name, font, appearance_.theme().text);
        }
    }
}

void RooflineChart::paintMissing(QPainter& painter) const {
    const QFont font = appearance_.fonts().sans(Fonts::kBody);
    drawTextLine(painter, plot(), picture_.missing, font, appearance_.theme().text2, Qt::AlignHCenter);
}

void RooflineChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), appearance_.theme().canvas);
    if (picture_.points.empty()) {
        paintMissing(painter);
    } else {
        paintGrid(painter);
        paintRoof(painter);
        paintPoints(painter);
        paintLabels(painter);
    }
    if (hasFocus()) {
        strokeRounded(painter, rect(), 0, appearance_.theme().accent, 2);
    }
}

void RooflineChart::mousePressEvent(QMouseEvent* event) {
    const auto point = event->button() == Qt::LeftButton ? pointAt(event->position()) : std::nullopt;
    if (point) {
        current_ = point;
        update();
        Q_EMIT chosen(picture_.points[*point].place.row);
    }
}

void RooflineChart::step(bool right) {
    std::vector<std::size_t> order(picture_.points.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return picture_.points[i].place.intensity; });
    const auto now = current_ ? std::ranges::find(order, *current_) - order.begin() : (right ? -1 : 1);
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    current_ = order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + (right ? 1 : -1), 0, last))];
    update();
    Q_EMIT chosen(picture_.points[*current_].place.row);
}

void RooflineChart::keyPressEvent(QKeyEvent* event) {
    const bool right = event->key() == Qt::Key_Right;
    if ((right || event->key() == Qt::Key_Left) && !picture_.points.empty()) {
        step(right);
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && current_) {
        Q_EMIT activated(picture_.points[*current_].place.row);
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool RooflineChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto point = pointAt(help->pos())) {
        const RooflinePoint& place = picture_.points[*point].place;
        QToolTip::showText(help->globalPos(),
                           tr("%1\n%2 on the device, %3FLOP/s at %4FLOP/B")
                               .arg(picture_.points[*point].name, durationText(place.time),
                                    magnitudeText(place.flops), magnitudeText(place.intensity)));
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace lanes
