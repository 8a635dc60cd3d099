#include "views/ranks/RankGrid.h"

#include "views/shared/access/PaintedList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr int kNames = 232; // as wide as the heads of the timeline's rows
constexpr int kHead = 28;
constexpr int kRow = 24;
constexpr int kMostRows = 12; // more are scrolled
constexpr int kEdge = 12;
constexpr int kTextFrom = 62; // width from which a cell says its time
constexpr std::array kHues{Hue::Range, Hue::Sync, Hue::Communication, Hue::Gemm}; // as RankMeasure

} // namespace

RankGrid::RankGrid(Appearance& appearance, QWidget* parent)
    : QAbstractScrollArea(parent)
    , appearance_(appearance)
    , parts_(new PaintedList(
          *this,
          {.count = [this] { return static_cast<int>(ranks() * steps()); },
           .part =
               [this](int part) {
                   const QRect box = cellBox(placeOf(part)).toAlignedRect() & viewport()->rect();
                   return PaintedPart{.name = textOf(placeOf(part)),
                                      .box = box.translated(viewport()->pos()),
                                      .current = placeOf(part) == current_};
               },
           .under =
               [this](QPoint at) {
                   const auto place = placeAt(at - viewport()->pos());
                   return place ? partOf(*place) : PaintedParts::kNone;
               },
           .current = [this] { return ranks() * steps() > 0 ? partOf(current_) : PaintedParts::kNone; },
           .choose = [this](int part) { makeCurrent(placeOf(part)); }})) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Ranks and their steps"));
    connect(&appearance_, &Appearance::changed, this, &RankGrid::fit);
    fit();
}

RankGrid::Place RankGrid::placeOf(int part) const {
    return {static_cast<std::size_t>(part) / steps(), static_cast<std::size_t>(part) % steps()};
}

int RankGrid::partOf(Place place) const {
    return static_cast<int>(place.rank * steps() + place.step);
}

int RankGrid::px(int at100) const {
    return appearance_.fonts().scaled(at100);
}

std::size_t RankGrid::ranks() const {
    return rows_ ? rows_->job().records.size() : 0;
}

std::size_t RankGrid::steps() const {
    return rows_ ? rows_->steps().numbers.size() : 0;
}

const RankSteps::Cell* RankGrid::cellAt(Place place) const {
    const std::optional<RankSteps::Cell>& cell = rows_->steps().cells[place.rank][place.step];
    return cell ? &*cell : nullptr;
}

void RankGrid::setRows(std::shared_ptr<const RanksTable> rows) {
    rows_ = std::move(rows);
    parts_->sayChanged();
    fit();
    setMeasure(measure_);
    if (ranks() > 0) {
        makeCurrent({std::min(current_.rank, ranks() - 1), std::min(current_.step, steps() - 1)});
    }
}

void RankGrid::setMeasure(RankMeasure measure) {
    measure_ = measure;
    most_ = rows_ ? std::max<TimeNs>(rows_->steps().most(measure), 1) : 1;
    viewport()->update();
}

void RankGrid::fit() {
    const int all = px(kHead) + px(kRow) * static_cast<int>(ranks()) + px(8);
    setFixedHeight(std::min(all, px(kHead) + px(kRow) * kMostRows + px(8)));
    verticalScrollBar()->setRange(0, std::max(all - height(), 0));
    verticalScrollBar()->setPageStep(height());
    verticalScrollBar()->setSingleStep(px(kRow));
    viewport()->update();
}

void RankGrid::resizeEvent(QResizeEvent*) {
    fit();
}

QRectF RankGrid::cellBox(Place place) const {
    const double width =
        double(viewport()->width() - px(kNames) - px(kEdge)) / double(std::max<std::size_t>(steps(), 1));
    return {px(kNames) + width * double(place.step),
            double(px(kHead) + px(kRow) * static_cast<int>(place.rank) - verticalScrollBar()->value()), width,
            double(px(kRow))};
}

std::optional<RankGrid::Place> RankGrid::placeAt(QPointF at) const {
    if (ranks() == 0 || at.y() < px(kHead)) {
        return std::nullopt;
    }
    const auto rank =
        static_cast<std::size_t>((at.y() - px(kHead) + verticalScrollBar()->value()) / px(kRow));
    const double step = (at.x() - px(kNames)) / cellBox({}).width();
    if (rank >= ranks() || step >= double(steps())) {
        return std::nullopt;
    }
    return Place{rank, step < 0 ? current_.step : static_cast<std::size_t>(step)};
}

QString RankGrid::textOf(Place place) const {
    const QString where =
        rows_->steps().whole
            ? rows_->rankName(place.rank)
            : tr("%1, step %2").arg(rows_->rankName(place.rank)).arg(rows_->steps().numbers[place.step]);
    const RankSteps::Cell* cell = cellAt(place);
    if (cell == nullptr) {
        return tr("%1: not recorded").arg(where);
    }
    const auto value = [cell](RankMeasure measure) {
        return durationText(cell->ns[static_cast<std::size_t>(measure)]);
    };
    return tr("%1: %2; waited %3, communicated %4, computed %5")
        .arg(where, value(RankMeasure::Time), cell->waitKnown ? value(RankMeasure::Wait) : tr("not known"),
             value(RankMeasure::Communication), value(RankMeasure::Compute));
}

void RankGrid::makeCurrent(Place place) {
    current_ = place;
    setAccessibleDescription(textOf(place));
    parts_->sayCurrent();
    const QRectF box = cellBox(place);
    QScrollBar* bar = verticalScrollBar();
    if (box.top() < px(kHead)) {
        bar->setValue(bar->value() + static_cast<int>(box.top()) - px(kHead));
    } else if (box.bottom() > height()) {
        bar->setValue(bar->value() + static_cast<int>(box.bottom()) - height() + px(4));
    }
    viewport()->update();
}

// --- painting

void RankGrid::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const Theme& theme = appearance_.theme();
    painter.fillRect(viewport()->rect(), theme.canvas);
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
        const double y = cellBox({rank, 0}).top();
        if (y + px(kRow) > px(kHead) && y < height()) {
            paintRank(painter, rank);
        }
    }
    paintHead(painter);
    painter.fillRect(0, height() - 1, viewport()->width(), 1, theme.line);
}

void RankGrid::paintHead(QPainter& painter) const {
    const Theme& theme = appearance_.theme();
    const QFont font = appearance_.fonts().sans(Fonts::kSmall, 500);
    painter.fillRect(0, 0, viewport()->width(), px(kHead), theme.raised);
    drawTextLine(painter, {double(px(kEdge)), 0, double(px(kNames) - px(kEdge)), double(px(kHead))},
                 tr("Rank"), font, theme.text2);
    double free = 0; // left of it stands a label
    for (std::size_t step = 0; step < steps(); ++step) {
        const QRectF box = cellBox({0, step});
        const QString text =
            rows_->steps().whole ? tr("The whole session") : tr("Step %1").arg(rows_->steps().numbers[step]);
        const double wide = textWidth(text, font) + px(12);
        if (box.left() >= free && box.left() + wide <= viewport()->width()) {
            drawTextLine(painter, {box.left() + px(2), 0, wide, double(px(kHead))}, text, font, theme.text2);
            free = box.left() + wide;
        }
    }
}

void RankGrid::paintRank(QPainter& painter, std::size_t rank) const {
    const Theme& theme = appearance_.theme();
    const RankClock& clock = rows_->job().clocks[rank];
    const QRectF row(px(kEdge), cellBox({rank, 0}).top(), px(kNames) - px(kEdge) - px(8), px(kRow));
    const QString error = !clock.known() ? tr("not aligned")
                          : rank == 0    ? tr("reference")
                                         : QStringLiteral("\u00b1") + durationText(clock.error, 3);
    const QFont small = appearance_.fonts().sans(Fonts::kSmall);
    const double right =
        drawTextLine(painter, row, error, small, clock.known() ? theme.text2 : theme.warn, Qt::AlignRight);
    const double name = drawTextLine(painter, row, rows_->rankName(rank),
                                     appearance_.fonts().sans(Fonts::kBody, 500), theme.text);
    const QRectF host(row.left() + name + px(8), row.top(), row.width() - name - right - px(16),
                      row.height());
    if (host.width() > px(24)) {
        drawTextLine(painter, host, toQString(rows_->job().records[rank].host), small, theme.text3);
    }
    for (std::size_t step = 0; step < steps(); ++step) {
        paintCell(painter, {rank, step});
    }
}

void RankGrid::paintCell(QPainter& painter, Place place) const {
    const Theme& theme = appearance_.theme();
    const RankSteps::Cell* cell = cellAt(place);
    const QRectF box = cellBox(place).adjusted(0, 1, -1, -1);
    const bool known = cell != nullptr && (measure_ != RankMeasure::Wait || cell->waitKnown);
    const TimeNs value = known ? cell->ns[static_cast<std::size_t>(measure_)] : 0;
    const double share = double(value) / double(most_);
    if (known) {
        fillSnapped(painter, {box.left(), box.top(), std::max(box.width(), 1.), box.height()},
                    mixed(theme.track, theme.hueColor(kHues[static_cast<std::size_t>(measure_)]), share));
    }
    if (box.width() >= px(kTextFrom)) {
        constexpr double kInkFrom = .5; // on darker fills the theme's text reads better
        drawTextLine(painter, box.adjusted(px(6), 0, -px(6), 0),
                     known ? durationText(value, 3) : tr("not known"),
                     appearance_.fonts().sans(Fonts::kSmall, 500),
                     !known                             ? theme.text3
                     : share >= kInkFrom || !theme.dark ? theme.ink
                                                        : theme.text);
    }
    if (place == current_) {
        painter.setPen(QPen(hasFocus() ? theme.accent : theme.select, px(2)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
}

// --- mouse and keyboard

void RankGrid::mousePressEvent(QMouseEvent* event) {
    if (const auto place = placeAt(event->position())) {
        makeCurrent(*place);
    }
}

void RankGrid::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto place = placeAt(event->position())) {
        makeCurrent(*place);
        Q_EMIT chosen(*place);
    }
}

void RankGrid::keyPressEvent(QKeyEvent* event) {
    if (ranks() == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    Place to = current_;
    switch (event->key()) {
    case Qt::Key_Up:
        to.rank -= to.rank > 0 ? 1 : 0;
        break;
    case Qt::Key_Down:
        to.rank = std::min(to.rank + 1, ranks() - 1);
        break;
    case Qt::Key_Left:
        to.step -= to.step > 0 ? 1 : 0;
        break;
    case Qt::Key_Right:
        to.step = std::min(to.step + 1, steps() - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT chosen(current_);
        return;
    default:
        event->ignore(); // the view's
        return;
    }
    makeCurrent(to);
}

void RankGrid::focusInEvent(QFocusEvent*) {
    viewport()->update();
}

void RankGrid::focusOutEvent(QFocusEvent*) {
    viewport()->update();
}

bool RankGrid::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto place = placeAt(help->pos());
        QToolTip::showText(help->globalPos(), place ? textOf(*place) : QString(), this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace lanes
