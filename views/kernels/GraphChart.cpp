#include "views/kernels/GraphChart.h"

#include "model/base/TimeScale.h"
#include "views/shared/controls/TimeRuler.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanes {
namespace {

constexpr int kHead = 224; // names and lengths of replays
constexpr int kRuler = 26;
constexpr int kLane = 29;
constexpr int kBelow = 8;             // air below the last lane
constexpr std::size_t kMostLanes = 6; // below the typical one; the rest is scrolled
constexpr int kLeastLabel = 24;       // px
constexpr double kNoise = .005;       // away from the median by less is no direction

constexpr double kLeastBox = 3;    // px
constexpr double kLeastBusy = .01; // of a column that something touches

// A column of pixels of what is too narrow for boxes.
struct Column {
    double busy = 0; // share of its time
    double longest = 0;
    QColor color;

    void add(double share, const QColor& its) {
        busy += std::max(share, kLeastBusy);
        if (share >= longest) {
            longest = share;
            color = its;
        }
    }
};

} // namespace

GraphChart::GraphChart(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Replays in time"));
    connect(&appearance_, &Appearance::changed, this, &GraphChart::rescale);
    rescale();
}

void GraphChart::rescale() {
    const int lanes = std::min<int>(static_cast<int>(picture_.lanes.size()), 1 + int(kMostLanes));
    setFixedHeight(appearance_.fonts().scaled(kRuler + lanes * kLane + kBelow));
    update();
}

void GraphChart::setPicture(Picture picture) {
    picture_ = std::move(picture);
    top_ = 1;
    rescale();
}

void GraphChart::setCurrent(std::optional<std::uint32_t> node, std::optional<std::size_t> replay) {
    node_ = node;
    replay_ = replay;
    if (replay) {
        scrollTo(*replay + 1);
    }
    update();
}

std::size_t GraphChart::visibleLanes() const {
    return picture_.lanes.empty() ? 0 : std::min(kMostLanes, picture_.lanes.size() - 1);
}

void GraphChart::scrollTo(std::size_t lane) {
    const std::size_t shown = visibleLanes();
    if (lane >= 1 && lane < picture_.lanes.size()) {
        top_ = std::clamp(top_, lane >= shown ? lane - shown + 1 : 1, lane);
        update();
    }
}

qreal GraphChart::plotLeft() const {
    return appearance_.fonts().scaled(kHead);
}

double GraphChart::perPixel() const {
    return double(std::max<TimeNs>(picture_.longest, 1)) / std::max(1., width() - plotLeft() - 8);
}

QRectF GraphChart::laneBox(std::size_t lane) const {
    const Fonts& fonts = appearance_.fonts();
    const int position = lane == 0 ? 0 : static_cast<int>(lane) - static_cast<int>(top_) + 1;
    return {plotLeft(), qreal(fonts.scaled(kRuler + position * kLane)), width() - plotLeft(),
            qreal(fonts.scaled(kLane))};
}

void GraphChart::paintHead(QPainter& painter, const Lane& lane, const QRectF& box, bool current) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto part = [&](int left, int right) {
        return QRectF(fonts.scaled(left), box.top(), fonts.scaled(right - left), box.height());
    };
    if (current) {
        fillSnapped(painter, {0, box.top(), box.left(), box.height()}, theme.selRow);
        fillSnapped(painter, {0, box.top(), 2, box.height()}, theme.accent);
    }
    const int side = fonts.scaled(16);
    appearance_.icons().paint(painter, {qreal(fonts.scaled(12)), box.center().y() - side / 2.},
                              lane.away.isEmpty() ? QStringLiteral("graph") : QStringLiteral("replay"), side,
                              theme.text2);
    drawTextLine(painter, part(40, 116), lane.name, fonts.sans(Fonts::kBody, 500), theme.text);
    const bool typical = lane.away.isEmpty();
    drawTextLine(painter, part(96, typical ? 214 : 166), lane.length,
                 fonts.sans(Fonts::kBody, typical ? 600 : 500), theme.text, Qt::AlignRight);
    const QColor direction = std::abs(lane.sign) < kNoise ? theme.text3
                             : lane.sign > 0              ? theme.bad
                                                          : theme.good;
    drawTextLine(painter, part(166, 214), lane.away, fonts.sans(Fonts::kSmall), direction, Qt::AlignRight);
}

// What is narrower than a box joins its columns of pixels: as high as they are busy, in the colour of the longest there.
void GraphChart::paintLane(QPainter& painter, const Lane& lane, const QRectF& box) const {
    const double perPixel = this->perPixel();
    const QRectF row = box.adjusted(0, 4, 0, -4);
    const QFont font = appearance_.fonts().sans(Fonts::kSmall, 500);
    std::vector<Column> columns(static_cast<std::size_t>(std::max(1., row.width())));
    for (const Piece& piece : lane.pieces) {
        const double left = double(piece.range.begin) / perPixel;
        const double right = double(piece.range.end) / perPixel;
        if (right - left < kLeastBox) {
            for (auto x = static_cast<std::size_t>(left); double(x) <= right && x < columns.size(); ++x) {
                columns[x].add(std::min(right, double(x) + 1) - std::max(left, double(x)), piece.color);
            }
            continue;
        }
        const double begin = std::floor(left);
        const QRectF slice(row.left() + begin, row.top(), std::floor(right) - begin - 1, row.height());
        painter.fillRect(slice, piece.color);
        if (slice.width() >= kLeastLabel && textWidth(piece.label, font) + 7 <= slice.width()) {
            drawTextLine(painter, slice, piece.label, font, appearance_.theme().ink, Qt::AlignHCenter,
                         Qt::ElideNone);
        }
    }
    for (std::size_t x = 0; x < columns.size(); ++x) {
        if (columns[x].busy > 0) {
            const qreal high = std::max(2., std::round(row.height() * std::min(1., columns[x].busy)));
            painter.fillRect(QRectF(row.left() + double(x), row.bottom() - high, 1, high), columns[x].color);
        }
    }
}

const GraphChart::Piece* GraphChart::pieceOf(std::size_t lane, std::uint32_t node) const {
    const std::vector<Piece>& pieces = picture_.lanes[lane].pieces;
    const auto at = std::ranges::find(pieces, node, &Piece::node);
    return at == pieces.end() ? nullptr : &*at;
}

void GraphChart::paintCurrent(QPainter& painter, const Lane& lane, const QRectF& box) const {
    const auto piece = std::ranges::find(lane.pieces, *node_, &Piece::node);
    if (piece == lane.pieces.end()) {
        return;
    }
    const double left = std::floor(double(piece->range.begin) / perPixel());
    const double right = std::max(left + 1, std::floor(double(piece->range.end) / perPixel()));
    const bool chosen = replay_ == lane.replay && (!lane.away.isEmpty() || picture_.lanes.size() == 1);
    strokeRounded(painter, {box.left() + left - 2, box.top() + 2, right - left + 3, box.height() - 4}, 0,
                  appearance_.theme().select, chosen ? 2 : 1);
}

// A bar at the right edge while there are more replays than fit.
void GraphChart::paintMore(QPainter& painter) const {
    const std::size_t all = picture_.lanes.size() - 1;
    if (all <= visibleLanes()) {
        return;
    }
    const qreal top = laneBox(top_).top();
    const qreal room = double(visibleLanes()) * laneBox(0).height();
    QColor color = appearance_.theme().text3;
    color.setAlphaF(.55F);
    fillRounded(painter,
                {width() - 6., top + room * double(top_ - 1) / double(all), 5.,
                 std::max(8., room * double(visibleLanes()) / double(all))},
                2, color);
}

void GraphChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    painter.fillRect(rect(), theme.canvas);
    const QRectF ruler(plotLeft(), 0, width() - plotLeft() - 8, fonts.scaled(kRuler));
    painter.fillRect(QRectF(0, 0, width(), ruler.height()), theme.panel);
    drawTextLine(painter, {qreal(fonts.scaled(12)), 0, plotLeft() - 20, ruler.height()},
                 tr("Since the replay began"), fonts.sans(Fonts::kSmall), theme.text2);
    if (!picture_.lanes.empty()) {
        paintTimeRuler(painter, appearance_, ruler, height(), {0, std::max<TimeNs>(picture_.longest, 1)}, 0);
        for (std::size_t i = 0; i <= visibleLanes(); ++i) {
            const std::size_t number = i == 0 ? 0 : top_ + i - 1;
            const Lane& lane = picture_.lanes[number];
            const QRectF box = laneBox(number);
            horizontalLine(painter, 0, box.top(), width(), theme.line);
            paintHead(painter, lane, box, number > 0 && replay_ == lane.replay);
            paintLane(painter, lane, box);
            if (node_) {
                paintCurrent(painter, lane, box);
            }
        }
        verticalLine(painter, plotLeft() + double(picture_.median) / perPixel(), ruler.height(),
                     height() - ruler.height() - fonts.scaled(kBelow), theme.text2);
        paintMore(painter);
    }
    verticalLine(painter, plotLeft() - 1, 0, height(), theme.line2);
    horizontalLine(painter, 0, height() - 1, width(), theme.line2);
    if (hasFocus()) {
        strokeRounded(painter, rect(), 0, theme.accent, 2);
    }
}

std::optional<GraphChart::Place> GraphChart::placeAt(QPointF at) const {
    for (std::size_t i = 0; i <= visibleLanes() && !picture_.lanes.empty(); ++i) {
        const std::size_t lane = i == 0 ? 0 : top_ + i - 1;
        const QRectF box = laneBox(lane);
        if (at.y() < box.top() || at.y() >= box.bottom()) {
            continue;
        }
        const double from = (at.x() - box.left() - 2) * perPixel();
        const double to = (at.x() - box.left() + 2) * perPixel();
        const Piece* best = nullptr;
        for (const Piece& piece : picture_.lanes[lane].pieces) {
            const bool under = double(piece.range.end) >= from && double(piece.range.begin) <= to;
            best = under && (best == nullptr || piece.range.length() > best->range.length()) ? &piece : best;
        }
        return Place{lane, at.x() < box.left() ? nullptr : best};
    }
    return std::nullopt;
}

void GraphChart::mousePressEvent(QMouseEvent* event) {
    const auto place = event->button() == Qt::LeftButton ? placeAt(event->position()) : std::nullopt;
    if (!place) {
        return;
    }
    const std::size_t replay = picture_.lanes[place->lane].replay;
    if (place->piece != nullptr) {
        Q_EMIT chosen(place->piece->node, replay);
    } else if (node_ && event->position().x() < plotLeft()) {
        Q_EMIT chosen(*node_, replay);
    }
}

void GraphChart::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto place = placeAt(event->position());
    if (place && place->piece != nullptr) {
        Q_EMIT activated(place->piece->node, picture_.lanes[place->lane].replay);
    }
}

void GraphChart::wheelEvent(QWheelEvent* event) {
    const std::size_t last = picture_.lanes.size() - visibleLanes();
    if (picture_.lanes.size() <= visibleLanes() + 1 || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    top_ = event->angleDelta().y() < 0 ? std::min(top_ + 1, last) : std::max<std::size_t>(top_, 2) - 1;
    update();
}

void GraphChart::step(int lanes, int nodes) {
    if (picture_.lanes.empty()) {
        return;
    }
    const std::size_t first = picture_.lanes.size() > 1 ? 1 : 0; // the lane of the first replay
    const std::size_t count = picture_.lanes.size() - first;
    const std::size_t replay = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
        static_cast<std::ptrdiff_t>(replay_.value_or(0)) + lanes, 0, static_cast<std::ptrdiff_t>(count) - 1));
    const std::vector<Piece>& pieces = picture_.lanes[replay + first].pieces;
    const Piece* now = node_ ? pieceOf(replay + first, *node_) : nullptr;
    const auto at = std::clamp<std::ptrdiff_t>((now == nullptr ? 0 : now - pieces.data()) + nodes, 0,
                                               static_cast<std::ptrdiff_t>(pieces.size()) - 1);
    Q_EMIT chosen(pieces[static_cast<std::size_t>(at)].node, replay);
}

void GraphChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
        step(-1, 0);
        return;
    case Qt::Key_Down:
        step(1, 0);
        return;
    case Qt::Key_Left:
        step(0, -1);
        return;
    case Qt::Key_Right:
        step(0, 1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (node_) {
            Q_EMIT activated(*node_, replay_.value_or(0));
        }
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lanes
