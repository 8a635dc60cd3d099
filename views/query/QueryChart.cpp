#include "views/query/QueryChart.h"

#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/table/ReportTable.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lanes {

namespace {

constexpr int kHeight = 210;
constexpr int kBar = 36; // the choices above the plot
constexpr int kLeft = 84;
constexpr int kBelow = 22;
constexpr int kAir = 12;
constexpr double kDotsUpTo = 400; // points that get a dot each

bool isNumber(const report::Table& table, std::size_t column) {
    return !table.columns[column].isText();
}

// Numbers that name an event say nothing over another column.
bool isMeasure(const report::Table& table, std::size_t column) {
    static constexpr std::array<std::string_view, 4> kNames{"id", "ts", "depth", "rank"};
    const std::string_view key = table.columns[column].key;
    return isNumber(table, column) && !key.ends_with("_id") && std::ranges::find(kNames, key) == kNames.end();
}

QString numberText(const report::Column& column, double value) {
    return column.unit == report::Unit::Time    ? durationText(static_cast<TimeNs>(value), 3)
           : column.unit == report::Unit::Bytes ? bytesText(static_cast<std::int64_t>(value))
                                                : magnitudeText(value, 4);
}

} // namespace

QueryChart::QueryChart(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , upChoice_(new ChoiceButton(appearance, tr("Chart of"), {}))
    , acrossChoice_(new ChoiceButton(appearance, tr("over"), {})) {
    auto* bar = new QHBoxLayout(this);
    bar->setContentsMargins(8, 5, 8, 0);
    bar->setAlignment(Qt::AlignTop);
    bar->addWidget(upChoice_);
    bar->addWidget(acrossChoice_);
    bar->addStretch(1);
    setAccessibleName(tr("Chart of the result"));
    connect(&appearance_, &Appearance::changed, this, &QueryChart::rescale);
    rescale();
}

void QueryChart::rescale() {
    setFixedHeight(appearance_.fonts().scaled(kHeight));
    update();
}

void QueryChart::setRows(std::shared_ptr<const ReportTable> rows) {
    rows_ = std::move(rows);
    QStringList names;
    if (rows_) {
        for (const report::Column& column : rows_->report().columns) {
            names << toQString(column.key);
        }
    }
    if (names != names_) {
        names_ = names;
        chooseColumns();
    }
    readPoints();
}

void QueryChart::chooseColumns() {
    across_ = -1;
    up_ = -1;
    for (std::size_t i = 0; rows_ && i < rows_->report().columns.size(); ++i) {
        const int column = static_cast<int>(i);
        if (up_ < 0 && isMeasure(rows_->report(), i)) {
            up_ = column;
        } else if (across_ < 0) {
            across_ = column;
        }
    }
}

QMenu* QueryChart::columnMenu(bool ups) {
    auto* menu = new QMenu(this);
    for (int column = 0; column < names_.size(); ++column) {
        if (ups && !isNumber(rows_->report(), static_cast<std::size_t>(column))) {
            continue;
        }
        QAction* entry = menu->addAction(names_[column]);
        entry->setCheckable(true);
        entry->setChecked(column == (ups ? up_ : across_));
        connect(entry, &QAction::triggered, this,
                [this, ups, column] { setColumns(ups ? across_ : column, ups ? column : up_); });
    }
    return menu;
}

void QueryChart::showChoices() {
    upChoice_->setVisible(up_ >= 0);
    acrossChoice_->setVisible(up_ >= 0);
    upChoice_->setMenu(names_.value(up_), [this] { return columnMenu(true); });
    acrossChoice_->setMenu(names_.value(across_), [this] { return columnMenu(false); });
}

void QueryChart::setColumns(int across, int up) {
    across_ = across;
    up_ = up;
    readPoints();
}

void QueryChart::readPoints() {
    showChoices();
    points_.clear();
    bars_ = false;
    least_ = 0;
    most_ = 0;
    if (rows_ && up_ >= 0 && across_ >= 0 && isNumber(rows_->report(), static_cast<std::size_t>(up_))) {
        const report::Column& up = rows_->report().columns[static_cast<std::size_t>(up_)];
        const report::Column& across = rows_->report().columns[static_cast<std::size_t>(across_)];
        bars_ = across.isText();
        const std::size_t most = bars_ ? kMostBars : kMostPoints;
        for (std::uint32_t row = 0; row < rows_->rows() && points_.size() < most; ++row) {
            const report::Value value = up.get(row);
            const report::Value at = across.get(row);
            if (!report::isUnknown(value) && (bars_ || !report::isUnknown(at))) {
                points_.push_back({bars_ ? static_cast<double>(points_.size()) : report::numberOf(at),
                                   report::numberOf(value), row});
            }
        }
        std::ranges::stable_sort(points_, {}, &Point::across);
    }
    for (const Point& point : points_) {
        least_ = std::min(least_, point.up);
        most_ = std::max(most_, point.up);
    }
    describe();
    update();
}

void QueryChart::describe() {
    if (points_.empty()) {
        setAccessibleDescription(tr("A chart needs a column of numbers and another column."));
        return;
    }
    const report::Column& up = rows_->report().columns[static_cast<std::size_t>(up_)];
    const auto [low, high] = std::ranges::minmax_element(points_, {}, &Point::up);
    setAccessibleDescription(tr("%1 over %2, from %3 to %4")
                                 .arg(names_.value(up_), names_.value(across_), numberText(up, low->up),
                                      numberText(up, high->up)));
}

QRectF QueryChart::plot() const {
    const Fonts& fonts = appearance_.fonts();
    return {double(fonts.scaled(kLeft)), double(fonts.scaled(kBar + kAir)),
            std::max(1.0, double(width() - fonts.scaled(kLeft + 2 * kAir))),
            std::max(1.0, double(height() - fonts.scaled(kBar + kAir + kBelow)))};
}

QPointF QueryChart::placeOf(const Point& point) const {
    const QRectF box = plot();
    const double first = points_.front().across;
    const double span = points_.back().across - first;
    const double wide = most_ > least_ ? most_ - least_ : 1;
    const double x = bars_ ? (point.across + .5) / double(points_.size())
                           : (span > 0 ? (point.across - first) / span : .5);
    return {box.left() + x * box.width(), box.bottom() - (point.up - least_) / wide * box.height()};
}

QString QueryChart::textOf(std::uint32_t row) const {
    return rows_->text(row, rows_->report().columns[static_cast<std::size_t>(across_)].key);
}

void QueryChart::paintAxes(QPainter& painter, const QRectF& box) const {
    const Theme& theme = appearance_.theme();
    const report::Column& up = rows_->report().columns[static_cast<std::size_t>(up_)];
    painter.setFont(appearance_.fonts().sans(Fonts::kAxis));
    painter.setPen(theme.text3);
    for (const double value : {least_, (least_ + most_) / 2, most_}) {
        const double y = placeOf({points_.front().across, value, 0}).y();
        horizontalLine(painter, box.left(), y, box.width(), theme.grid);
        painter.drawText(QRectF(0, y - 8, box.left() - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                         numberText(up, value));
    }
    const QRectF below(box.left(), box.bottom() + 2, box.width(), height() - box.bottom() - 4);
    if (!bars_) {
        painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, textOf(points_.front().row));
        painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, textOf(points_.back().row));
    }
}

void QueryChart::paintBars(QPainter& painter, const QRectF& box) const {
    const Theme& theme = appearance_.theme();
    const double room = box.width() / double(points_.size());
    const double zero = placeOf({0, 0, 0}).y();
    const QFontMetrics metrics(painter.font());
    for (const Point& point : points_) {
        const double y = placeOf(point).y();
        const double x = box.left() + point.across * room;
        fillSnapped(
            painter,
            {x + room * .15, std::min(y, zero), std::max(1.0, room * .7), std::max(1.0, std::abs(zero - y))},
            theme.hueColor(Hue::Operator));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(x, box.bottom() + 2, room, height() - box.bottom() - 4), Qt::AlignCenter,
                         metrics.elidedText(textOf(point.row), Qt::ElideMiddle, static_cast<int>(room) - 4));
    }
}

void QueryChart::paintLine(QPainter& painter) const {
    const QColor color = QColor::fromRgb(appearance_.theme().stroke(Hue::Operator));
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path(placeOf(points_.front()));
    for (const Point& point : points_) {
        path.lineTo(placeOf(point));
    }
    painter.setPen(QPen(color, 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const Point& point : points_) {
        if (double(points_.size()) <= kDotsUpTo) {
            painter.drawEllipse(placeOf(point), 2.5, 2.5);
        }
    }
}

void QueryChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    painter.fillRect(rect(), theme.panel);
    horizontalLine(painter, 0, 0, width(), theme.line);
    if (points_.empty()) {
        painter.setFont(appearance_.fonts().sans());
        painter.setPen(theme.text2);
        painter.drawText(rect(), Qt::AlignCenter, accessibleDescription());
        return;
    }
    const QRectF box = plot();
    paintAxes(painter, box);
    if (bars_) {
        paintBars(painter, box);
    } else {
        paintLine(painter);
    }
}

const QueryChart::Point* QueryChart::near(const QPoint& at) const {
    const Point* best = nullptr;
    for (const Point& point : points_) {
        if (best == nullptr ||
            std::abs(placeOf(point).x() - at.x()) < std::abs(placeOf(*best).x() - at.x())) {
            best = &point;
        }
    }
    return plot().contains(at) ? best : nullptr;
}

bool QueryChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto& help = static_cast<const QHelpEvent&>(*event);
        if (const Point* const point = near(help.pos())) {
            QToolTip::showText(
                help.globalPos(),
                textOf(point->row) + QStringLiteral("  ") +
                    numberText(rows_->report().columns[static_cast<std::size_t>(up_)], point->up),
                this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace lanes
