#include "views/memory/MemoryCanvas.h"

#include "views/shared/access/PaintedList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/painting/Ticks.h"
#include "views/shared/text/Text.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr int kAxis = 76;
constexpr int kRuler = 28;
constexpr double kCurveShare = .48; // of the height below the ruler
constexpr int kTickDistance = 130;  // px between marks of time, at least
constexpr int kLineDistance = 36;   // px between lines of bytes, at least
constexpr double kHeadroom = 1.1;
constexpr double kWheelStep = 1.25;

} // namespace

MemoryCanvas::MemoryCanvas(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , parts_(new PaintedList(
          *this, {.count = [this] { return picture_ ? static_cast<int>(picture_->blocks.size()) : 0; },
                  .part = [this](int block) { return partOf(block); },
                  .under = [this](QPoint at) { return blockAt(at); },
                  .current = [] { return PaintedParts::kNone; },
                  .choose = [this](int block) { Q_EMIT blockChosen(block); }})) {
    setAccessibleName(tr("Memory over time"));
    setMouseTracking(true);
    connect(&appearance_, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void MemoryCanvas::setPicture(const MemoryPicture* picture, TimeNs zero,
                              std::function<QString(const MemoryBlock&)> nameOf) {
    picture_ = picture;
    zero_ = zero;
    nameOf_ = std::move(nameOf);
    setAccessibleDescription(picture_ && picture_->peak > 0 ? peakText() : QString());
    parts_->sayChanged();
    update();
}

void MemoryCanvas::setMoment(std::optional<TimeNs> moment) {
    moment_ = moment;
    update();
}

void MemoryCanvas::setMark(std::optional<TimeNs> mark) {
    mark_ = mark;
    update();
}

int MemoryCanvas::plotWidth() const {
    return std::max(1, width() - appearance_.fonts().scaled(kAxis));
}

QRectF MemoryCanvas::rulerBox() const {
    return {qreal(width() - plotWidth()), 0, qreal(plotWidth()), qreal(appearance_.fonts().scaled(kRuler))};
}

QRectF MemoryCanvas::curveBox() const {
    const QRectF ruler = rulerBox();
    return {ruler.left(), ruler.bottom(), ruler.width(),
            std::floor((height() - ruler.height()) * kCurveShare)};
}

QRectF MemoryCanvas::blocksBox() const {
    const qreal top = curveBox().bottom() + appearance_.fonts().scaled(kRuler);
    return {curveBox().left(), top, curveBox().width(), std::max(1., height() - top)};
}

double MemoryCanvas::xOf(TimeNs time) const {
    return curveBox().left() + TimeScale(picture_->range, plotWidth()).toPixelExact(time);
}

TimeNs MemoryCanvas::timeAt(double x) const {
    return TimeScale(picture_->range, plotWidth()).toTime(static_cast<int>(x - curveBox().left()));
}

double MemoryCanvas::yOf(std::int64_t bytes) const {
    const QRectF box = curveBox();
    return box.bottom() - (box.height() - 1) * double(bytes) /
                              (double(std::max<std::int64_t>(picture_->most, 1)) * kHeadroom);
}

QRectF MemoryCanvas::boxOf(const MemoryPicture::Block& block) const {
    const QRectF box = blocksBox();
    const double scale = box.height() / (double(std::max<std::int64_t>(picture_->stacked, 1)) * 1.02);
    const double left = std::max(xOf(block.block->life.begin), box.left() - 2);
    const double right = std::min(xOf(block.block->life.end), box.right() + 2);
    const double high = std::max(3., double(block.block->bytes) * scale);
    return {left, box.bottom() - double(block.offset) * scale - high, std::max(1., right - left - 1),
            std::max(1., high - 1)};
}

void MemoryCanvas::paintRuler(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const QRectF ruler = rulerBox();
    const TimeRange range = picture_->range;
    const TimeNs step = niceStep(double(range.length()) * kTickDistance / std::max(1., ruler.width()));
    const QFont font = appearance_.fonts().sans(Fonts::kSmall);
    painter.fillRect(ruler, theme.panel);
    for (const TimeNs t : ticksIn({range.begin - zero_, range.end - zero_ + 1}, step)) {
        const double x = xOf(t + zero_);
        if (x < ruler.left() || x > ruler.right()) {
            continue;
        }
        verticalLine(painter, x, ruler.bottom() - 6, 6, theme.line2);
        verticalLine(painter, x, ruler.bottom(), height() - ruler.bottom(), theme.grid);
        const QString text = momentText(t, step, range.length());
        if (x + 4 + textWidth(text, font) <= width()) { // whole or not at all
            drawTextLine(painter, {x + 4, 0, kTickDistance, ruler.height()}, text, font, theme.text2);
        }
    }
    horizontalLine(painter, 0, ruler.bottom() - hairline(devicePixelRatioF()), width(), theme.line);
}

void MemoryCanvas::paintAxis(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const QRectF box = curveBox();
    const double top = double(picture_->most) * kHeadroom;
    const QFont font = appearance_.fonts().sans(Fonts::kSmall);
    for (const std::int64_t value : byteTicks(std::max(top, 1.), box.height(), kLineDistance)) {
        const double y = yOf(value);
        if (value > 0) {
            horizontalLine(painter, box.left(), y, box.width(), theme.line);
        }
        const double middle = value > 0 ? y - 8 : y - 16;
        drawTextLine(painter, {0, middle, box.left() - 8, 16},
                     value > 0 ? bytesText(value) : QStringLiteral("0"), font, theme.text3, Qt::AlignRight);
    }
}

void MemoryCanvas::paintCurve(QPainter& painter, std::int64_t MemoryPicture::Column::*value,
                              const QColor& color, double alpha) const {
    const QRectF box = curveBox();
    QPainterPath path;
    for (std::size_t x = 0; x < picture_->columns.size(); ++x) {
        const double y = yOf(std::max<std::int64_t>(picture_->columns[x].*value, 0));
        const QPointF at(box.left() + double(x), y);
        x == 0 ? path.moveTo(at) : path.lineTo(at);
        path.lineTo(at + QPointF(1, 0));
    }
    QPainterPath area = path;
    area.lineTo(box.left() + double(picture_->columns.size()), box.bottom());
    area.lineTo(box.left(), box.bottom());
    area.closeSubpath();
    QColor soft = color;
    soft.setAlphaF(static_cast<float>(alpha));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillPath(area, soft);
    painter.strokePath(path, QPen(color, 1));
}

void MemoryCanvas::paintOutside(QPainter& painter) const {
    const QRectF box = curveBox();
    QPainterPath path;
    bool known = false; // just before
    for (std::size_t x = 0; x < picture_->columns.size(); ++x) {
        const std::int64_t bytes = picture_->columns[x].outside;
        const QPointF at(box.left() + double(x),
                         std::max(yOf(std::max<std::int64_t>(bytes, 0)), box.top() + 1));
        if (bytes >= 0) {
            known ? path.lineTo(at) : path.moveTo(at);
            path.lineTo(at + QPointF(1, 0));
        }
        known = bytes >= 0;
    }
    const QColor color = appearance_.theme().hueColor(Hue::Copy);
    const bool above = double(picture_->mostOutside) > double(picture_->most) * kHeadroom;
    painter.strokePath(path, QPen(color, 2, above ? Qt::DashLine : Qt::SolidLine));
    if (above) { // the scale is the program's own
        const QFont font = appearance_.fonts().sans(Fonts::kSmall);
        drawTextLine(painter, {box.left() + 8, box.top() + 4, box.width() - 16, 16},
                     tr("outside PyTorch, beyond this scale: %1").arg(bytesText(picture_->mostOutside)), font,
                     appearance_.theme().text2, Qt::AlignRight);
    }
}

void MemoryCanvas::paintWithout(QPainter& painter) const {
    QPainterPath path;
    for (std::size_t x = 0; x < picture_->without.size(); ++x) {
        const QPointF at(curveBox().left() + double(x), yOf(std::max<std::int64_t>(picture_->without[x], 0)));
        x == 0 ? path.moveTo(at) : path.lineTo(at);
        path.lineTo(at + QPointF(1, 0));
    }
    painter.strokePath(path, QPen(appearance_.theme().match, 2));
}

QString MemoryCanvas::peakText() const {
    return tr("Peak %1 at %2").arg(bytesText(picture_->peak), durationText(picture_->peakTime - zero_, 5));
}

void MemoryCanvas::paintPeak(QPainter& painter) const {
    if (picture_->peak <= 0) {
        return;
    }
    const Theme& theme = appearance_.theme();
    const QPointF at(xOf(picture_->peakTime), yOf(picture_->peak));
    fillRounded(painter, {at.x() - 4, at.y() - 4, 8, 8}, 4, theme.canvas);
    strokeRounded(painter, {at.x() - 4, at.y() - 4, 8, 8}, 4, theme.bad, 2);
    const QString text = peakText();
    const QFont font = appearance_.fonts().sans(Fonts::kSmall, 500);
    const double wide = textWidth(text, font) + 16;
    const bool right = at.x() + 12 + wide < width();
    const QRectF label(right ? at.x() + 12 : at.x() - 12 - wide, std::max(curveBox().top() + 2, at.y() - 26),
                       wide, 22);
    fillRounded(painter, label, 4, theme.overlay);
    strokeRounded(painter, label, 4, theme.line2);
    drawTextLine(painter, label, text, font, theme.text, Qt::AlignHCenter);
}

void MemoryCanvas::paintBlocks(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    painter.save();
    painter.setClipRect(blocksBox());
    for (const MemoryPicture::Block& block : picture_->blocks) {
        const QRectF box = boxOf(block);
        fillSnapped(painter, box, theme.hueColor(block.hue, block.shade));
        if (moment_ && block.block->life.contains(*moment_) && box.height() > 6) {
            strokeRounded(painter, box, 0, theme.select, 1);
        }
        const QRectF text = box.adjusted(std::max(0., blocksBox().left() - box.left()) + 6, 0, -4, 0);
        if (text.width() < 50 || box.height() < 14) {
            continue;
        }
        const QString size = bytesText(block.block->bytes);
        if (box.height() >= 40) {
            drawTextLine(painter, {text.left(), text.top() + 4, text.width(), 18}, nameOf_(*block.block),
                         fonts.sans(Fonts::kSmall, 500), theme.ink);
            drawTextLine(painter, {text.left(), text.top() + 21, text.width(), 18}, size,
                         fonts.sans(Fonts::kSmall), theme.ink);
        } else {
            drawTextLine(painter, text, nameOf_(*block.block) + QStringLiteral("  ") + size,
                         fonts.sans(Fonts::kSmall, 500), theme.ink);
        }
    }
    painter.restore();
}

void MemoryCanvas::paintMoment(QPainter& painter, TimeNs time, const QColor& color, bool label) const {
    const Theme& theme = appearance_.theme();
    const double x = xOf(time);
    if (x < curveBox().left() || x > width()) {
        return;
    }
    verticalLine(painter, x, 0, height(), color);
    if (!label) {
        return;
    }
    const QFont font = appearance_.fonts().sans(Fonts::kSmall, 600);
    const QString text = durationText(time - zero_, 5);
    const double wide = textWidth(text, font) + 12;
    const QRectF chip(std::clamp(x - wide / 2, curveBox().left(), width() - wide), 4, wide, 18);
    fillRounded(painter, chip, 4, color);
    drawTextLine(painter, chip, text, font, theme.accentText, Qt::AlignHCenter);
    const auto column =
        static_cast<std::size_t>(std::clamp(x - curveBox().left(), 0., double(plotWidth() - 1)));
    if (column < picture_->columns.size()) {
        fillRounded(painter, {x - 3.5, yOf(picture_->columns[column].allocated) - 3.5, 7, 7}, 3.5, color);
    }
}

void MemoryCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    painter.fillRect(rect(), theme.canvas);
    if (picture_ == nullptr) {
        return;
    }
    painter.fillRect(QRectF(0, 0, curveBox().left(), height()), theme.panel);
    paintRuler(painter);
    paintAxis(painter);
    if (picture_->reservedKnown) {
        paintCurve(painter, &MemoryPicture::Column::reserved, theme.text3, .08);
    }
    paintCurve(painter, &MemoryPicture::Column::allocated, theme.hueColor(Hue::Norm), .28);
    paintOutside(painter);
    paintWithout(painter);
    const QRectF head(0, curveBox().bottom(), width(), blocksBox().top() - curveBox().bottom());
    paintBlocks(painter);
    painter.fillRect(head, theme.panel);
    horizontalLine(painter, 0, head.top(), width(), theme.line2);
    horizontalLine(painter, 0, head.bottom() - 1, width(), theme.line);
    drawTextLine(painter, head.adjusted(12, 0, 0, 0), tr("Lifetimes"),
                 appearance_.fonts().sans(Fonts::kBody, 600), theme.text);
    QString hint = tr("blocks that the recording saw being allocated; height is size");
    if (picture_->leftOut > 0) {
        hint += tr(", %1 smaller ones left out").arg(countText(static_cast<std::int64_t>(picture_->leftOut)));
    }
    drawTextLine(painter, head.adjusted(curveBox().left() + 12, 0, 0, 0), hint,
                 appearance_.fonts().sans(Fonts::kSmall), theme.text3);
    verticalLine(painter, curveBox().left() - 1, 0, height(), theme.line2);
    if (mark_) {
        paintMoment(painter, *mark_, theme.match, false);
    }
    if (moment_) {
        paintMoment(painter, *moment_, theme.accent, true);
    }
    paintPeak(painter);
}

void MemoryCanvas::resizeEvent(QResizeEvent* event) {
    if (event->size().width() != event->oldSize().width()) {
        Q_EMIT resized();
    }
}

void MemoryCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (picture_ != nullptr && event->position().x() >= curveBox().left()) {
        Q_EMIT hovered(timeAt(event->position().x()));
    }
}

void MemoryCanvas::leaveEvent(QEvent*) {
    Q_EMIT left();
}

void MemoryCanvas::mousePressEvent(QMouseEvent* event) {
    if (picture_ == nullptr || event->button() != Qt::LeftButton ||
        event->position().x() < curveBox().left()) {
        return;
    }
    if (const int block = blockAt(event->position()); block >= 0) {
        Q_EMIT blockChosen(block);
        return;
    }
    Q_EMIT momentChosen(timeAt(event->position().x()));
}

int MemoryCanvas::blockAt(const QPointF& at) const {
    for (std::size_t i = 0; picture_ != nullptr && blocksBox().contains(at) && i < picture_->blocks.size();
         ++i) {
        if (boxOf(picture_->blocks[i]).contains(at)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

// What a screen reader says of a block.
PaintedPart MemoryCanvas::partOf(int block) const {
    const MemoryPicture::Block& at = picture_->blocks[static_cast<std::size_t>(block)];
    return {.name = nameOf_(*at.block),
            .description = bytesText(at.block->bytes),
            .box = boxOf(at).toAlignedRect() & rect()};
}

void MemoryCanvas::wheelEvent(QWheelEvent* event) {
    if (picture_ == nullptr) {
        return;
    }
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier || turned.x() == 0) {
        Q_EMIT zoomRequested(timeAt(event->position().x()), turned.y() > 0 ? 1 / kWheelStep : kWheelStep);
    } else {
        Q_EMIT panRequested(turned.x() > 0 ? -.1 : .1);
    }
}

} // namespace lanes
