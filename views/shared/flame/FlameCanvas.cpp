#include "views/shared/flame/FlameCanvas.h"

#include "views/shared/access/PaintedList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

constexpr int kRowHeight = 20;
constexpr int kEdge = 12; // at the left and right
constexpr int kTop = 8;
constexpr int kLabelFrom = 36;  // px of width from which a box has a label
constexpr int kValueRoom = 110; // px left behind the label from which it has a value
constexpr int kFewestLetters = 4;
constexpr int kMiddleRoom = 160; // px in which a name without its middle says more than a word
constexpr double kDimmed = .66;
constexpr double kHover = .18;

// Fills of hues are made for dark ink; others may be too dark for it.
QColor inkOn(const Theme& theme, QRgb fill) {
    const QColor ground = QColor::fromRgb(fill);
    return contrast(theme.ink, ground) >= contrast(theme.text, ground) ? theme.ink : theme.text;
}

} // namespace

FlameCanvas::FlameCanvas(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , parts_(new PaintedList(*this, {.count = [this] { return static_cast<int>(bars_.size()); },
                                     .part = [this](int bar) { return partOf(bar); },
                                     .under = [this](QPoint at) { return barAt(at); },
                                     .current = [this] { return current_; },
                                     .choose =
                                         [this](int bar) {
                                             setCurrent(bar);
                                             Q_EMIT chosen(bar);
                                         }})) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&appearance_, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void FlameCanvas::setBars(std::vector<FlameBar> bars, int rows, Telling telling) {
    bars_ = std::move(bars);
    rows_ = rows;
    telling_ = std::move(telling);
    current_ = kNone;
    hovered_ = kNone;
    setMinimumHeight(appearance_.fonts().scaled(kRowHeight) * rows_ + 2 * appearance_.fonts().scaled(kTop));
    findMatches();
    update();
    parts_->sayChanged();
}

void FlameCanvas::setCurrent(int bar) {
    current_ = bar;
    update();
    parts_->sayCurrent();
}

void FlameCanvas::setPointer(std::optional<double> x) {
    for (const std::optional<double>& at : {pointer_, x}) {
        if (at) {
            update(static_cast<int>(appearance_.fonts().scaled(kEdge) + *at) - 2, 0, 5, height());
        }
    }
    pointer_ = x;
}

void FlameCanvas::setMarkedName(const QString& name) {
    marked_ = name;
    update();
}

void FlameCanvas::setSearch(const QString& text) {
    search_ = text;
    findMatches();
    update();
}

void FlameCanvas::findMatches() {
    found_.clear();
    lit_.assign(bars_.size(), search_.isEmpty());
    for (std::size_t i = 0; !search_.isEmpty() && i < bars_.size(); ++i) {
        if (toQString(aboutBar(static_cast<int>(i)).name).contains(search_, Qt::CaseInsensitive)) {
            lit_[i] = true;
            found_.push_back(static_cast<int>(i));
        }
    }
}

double FlameCanvas::room() const {
    return std::max(1, width() - 2 * appearance_.fonts().scaled(kEdge));
}

QRectF FlameCanvas::boxOf(int bar) const {
    const FlameBar& at = bars_[static_cast<std::size_t>(bar)];
    const qreal dpr = devicePixelRatioF();
    const int pitch = appearance_.fonts().scaled(kRowHeight);
    const qreal left = snapped(appearance_.fonts().scaled(kEdge) + at.x, dpr);
    const qreal right = snapped(appearance_.fonts().scaled(kEdge) + at.x + at.width, dpr);
    const qreal gap = right - left > 3 ? hairline(dpr) : 0;
    return {left, qreal(appearance_.fonts().scaled(kTop) + at.row * pitch), std::max(1., right - left - gap),
            qreal(pitch - 1)};
}

PaintedPart FlameCanvas::partOf(int bar) const {
    const About about = aboutBar(bar);
    return {.name = toQString(about.name),
            .description = tr("level %1, %2")
                               .arg(bars_[static_cast<std::size_t>(bar)].row + 1)
                               .arg(valueOf(bar).simplified()),
            .box = boxOf(bar).toAlignedRect() & rect(),
            .current = bar == current_};
}

int FlameCanvas::barAt(const QPointF& at) const {
    for (int i = 0; i < static_cast<int>(bars_.size()); ++i) {
        if (boxOf(i).contains(at)) {
            return i;
        }
    }
    return kNone;
}

void FlameCanvas::paintLabel(QPainter& painter, int bar, const QRectF& box, const About& about,
                             const QColor& ink) const {
    const Fonts& fonts = appearance_.fonts();
    FlameLabel label = flameLabel(about.kind, about.name);
    const bool two = !label.place.isEmpty();
    const QFont strong = fonts.sans(Fonts::kSmall, two ? 600 : 500);
    const QFont quiet = fonts.sans(Fonts::kSmall);
    const QRectF text = box.adjusted(fonts.scaled(5), 0, -fonts.scaled(4), 0);
    const bool whole = label.cutMiddle && text.width() > fonts.scaled(kMiddleRoom);
    if (!whole && textWidth(label.text, strong) > text.width()) {
        label.text = shortLabel(about.kind, about.name);
    }
    const QFontMetricsF metrics(strong);
    const auto elide = label.cutMiddle && text.width() > fonts.scaled(72) ? Qt::ElideMiddle : Qt::ElideRight;
    const QString shown = metrics.elidedText(label.text, elide, text.width());
    if (shown.size() - 1 < kFewestLetters && shown != label.text) {
        return;
    }
    qreal used = drawTextLine(painter, text, shown, strong, ink, Qt::AlignLeft, Qt::ElideNone);
    if (two && text.width() - used > textWidth(label.place, quiet) + fonts.scaled(10)) {
        used += fonts.scaled(6);
        used += drawTextLine(painter, text.adjusted(used, 0, 0, 0), label.place, quiet, ink);
    }
    if (text.width() - used > fonts.scaled(kValueRoom)) {
        drawTextLine(painter, text, valueOf(bar), quiet, ink, Qt::AlignRight);
    }
}

void FlameCanvas::paintBar(QPainter& painter, int bar) const {
    const Theme& theme = appearance_.theme();
    const QRectF box = boxOf(bar);
    const About about = aboutBar(bar);
    const bool lit = lit_[static_cast<std::size_t>(bar)];
    QRgb fill = about.fill.value_or(theme.hue(about.hue, shadeOf(about.name)));
    if (!lit) {
        fill = mixed(fill, theme.canvas.rgb(), kDimmed);
    }
    if (bar == hovered_) {
        fill = mixed(fill, theme.dark ? 0xffffffff : 0xff000000, theme.dark ? kHover : kHover / 2);
    }
    painter.fillRect(box, QColor(fill));
    if (box.width() > kLabelFrom) {
        paintLabel(painter, bar, box, about, lit ? inkOn(theme, fill) : theme.text3);
    }
    if (lit && !search_.isEmpty()) {
        painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width(), 2), theme.match);
    }
}

void FlameCanvas::paint(QPainter& painter, const QRect& part) const {
    const Theme& theme = appearance_.theme();
    painter.fillRect(part, theme.canvas);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const std::string marked = marked_.toStdString();
    for (int i = 0; i < static_cast<int>(bars_.size()); ++i) {
        if (boxOf(i).toAlignedRect().intersects(part)) {
            paintBar(painter, i);
        }
    }
    for (int i = 0; i < static_cast<int>(bars_.size()); ++i) {
        const QRectF box = boxOf(i);
        if (!box.adjusted(-2, -2, 2, 2).toAlignedRect().intersects(part)) {
            continue;
        }
        const bool named = !marked.empty() && aboutBar(i).name == marked;
        if (i == current_ || named) {
            if (box.width() > 6) {
                strokeRounded(painter, box.adjusted(1, 1, -1, -1), 0, theme.canvas, 1);
            }
            strokeRounded(painter, box.adjusted(-1, -1, 1, 1), 0,
                          i == current_ && hasFocus() ? theme.accent : theme.select, 2);
        }
    }
    if (pointer_) {
        verticalLine(painter, appearance_.fonts().scaled(kEdge) + *pointer_, 0, height(), theme.accent);
    }
}

void FlameCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    paint(painter, event->rect());
}

void FlameCanvas::resizeEvent(QResizeEvent* event) {
    if (event->size().width() != event->oldSize().width()) {
        Q_EMIT resized();
    }
}

void FlameCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::BackButton) {
        Q_EMIT backRequested();
        return;
    }
    const int bar = barAt(event->position());
    pressed_ = event->button() == Qt::LeftButton && bar != kNone;
    if (pressed_) {
        setCurrent(bar);
        Q_EMIT chosen(bar);
        Q_EMIT zoomed(bar);
    }
}

// The first click has zoomed to the box: another one may lie there now.
void FlameCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && pressed_) {
        Q_EMIT opened();
    }
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event) {
    Q_EMIT pointed(event->position().x() - appearance_.fonts().scaled(kEdge));
    const int bar = barAt(event->position());
    if (bar != hovered_) {
        setHovered(bar);
        setCursor(bar == kNone ? Qt::ArrowCursor : Qt::PointingHandCursor);
    }
}

void FlameCanvas::setHovered(int bar) {
    for (const int changed : {hovered_, bar}) {
        if (changed != kNone) {
            update(boxOf(changed).toAlignedRect());
        }
    }
    hovered_ = bar;
}

QString FlameCanvas::tipOf(int bar) const {
    return bar == kNone ? QString() : telling_.tip(itemOf(bar));
}

void FlameCanvas::leaveEvent(QEvent*) {
    setHovered(kNone);
    Q_EMIT pointed({});
}

bool FlameCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos());
        QToolTip::showText(help->globalPos(), tipOf(bar), this);
        return true;
    }
    return QWidget::event(event);
}

// The box in that direction: below, the one in the middle; beside, the next of the row.
int FlameCanvas::neighbour(int key) const {
    if (current_ == kNone || bars_.empty()) {
        return bars_.empty() ? kNone : 0;
    }
    const FlameBar& from = bars_[static_cast<std::size_t>(current_)];
    const int step = key == Qt::Key_Up ? -1 : key == Qt::Key_Down ? 1 : 0;
    int best = kNone;
    double distance = 0;
    for (int i = 0; i < static_cast<int>(bars_.size()); ++i) {
        const FlameBar& to = bars_[static_cast<std::size_t>(i)];
        if (i == current_ || to.row != from.row + step) {
            continue;
        }
        const double apart = to.x + to.width / 2 - from.x - from.width / 2;
        const bool beside = key == Qt::Key_Left ? apart < 0 : apart > 0;
        // below and above: they must share a column
        const bool touches = to.x < from.x + from.width && from.x < to.x + to.width;
        if ((step != 0 ? touches : beside) && (best == kNone || std::abs(apart) < distance)) {
            best = i;
            distance = std::abs(apart);
        }
    }
    return best;
}

void FlameCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & Qt::AltModifier) {
        if (event->key() == Qt::Key_Left) {
            Q_EMIT backRequested();
        } else if (event->key() == Qt::Key_Right) {
            Q_EMIT forwardRequested();
        } else {
            QWidget::keyPressEvent(event);
        }
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (const int to = neighbour(event->key()); to != kNone) {
            setCurrent(to);
            Q_EMIT chosen(to);
        }
        return;
    case Qt::Key_Space:
        if (current_ != kNone) {
            Q_EMIT zoomed(current_);
        }
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current_ != kNone) {
            Q_EMIT chosen(current_);
            Q_EMIT opened();
        }
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lanes
