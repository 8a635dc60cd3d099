#include "views/timeline/canvas/TimelineCanvas.h"

#include "views/shared/look/Shapes.h"
#include "views/shared/text/Text.h"
#include "views/timeline/canvas/TimelineParts.h"
#include "views/timeline/painting/LivePainter.h"
#include "views/timeline/painting/ScreenSurface.h"
#include "views/timeline/painting/TimelineVectors.h"
#include "views/timeline/tools/SliceTip.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QStyleHints>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr int kPatienceMs = 24; // a list that takes longer is replaced by the last one, stretched

} // namespace

TimelineCanvas::TimelineCanvas(ViewState& state, Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , state_(state)
    , appearance_(appearance)
    , picture_(appearance)
    , path_(new PathOverlay(state, this))
    , tip_(std::make_unique<SliceTip>(appearance, this))
    , parts_(new TimelineParts(*this)) {
    connect(this, &TimelineCanvas::listChanged, parts_, &PaintedParts::sayChanged);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    connect(&worker_, &TimelineWorker::ready, this, &TimelineCanvas::takeList);
    connect(&state_, &ViewState::lodChanged, this, &TimelineCanvas::rebuildRows);
    connect(&state_, &ViewState::visibleChanged, this, [this] {
        if (!state_.following()) {
            tip_->hide(); // what it spoke of is no longer under the mouse
        }
        requestList();
    });
    connect(&state_, &ViewState::brushChanged, this, [this] { requestList(); });
    connect(&state_.search(), &EventSearch::changed, this, &TimelineCanvas::requestList);
    connect(&state_, &ViewState::selectionChanged, this, &TimelineCanvas::updateRelated);
    connect(&state_, &ViewState::spotChanged, this, &TimelineCanvas::updateRelated);
    connect(&state_, &ViewState::revealRequested, this, &TimelineCanvas::bringIntoView);
    connect(&state_, &ViewState::spotRevealRequested, this, &TimelineCanvas::bringSpotIntoView);
    connect(&state_, &ViewState::followingChanged, this, [this] { update(); });
    connect(&state_, &ViewState::liveChanged, this, [this] { update(); });
    connect(&state_, &ViewState::hoveredChanged, this, [this] { update(); });
    connect(&state_, &ViewState::cursorChanged, this, [this] { update(); });
    connect(path_, &PathOverlay::changed, this, [this] { update(); });
    connect(&appearance_, &Appearance::changed, this, [this] {
        picture_.appearanceChanged();
        requestList();
        repaintRows();
    });
    if (state_.lod()) {
        rebuildRows();
    }
}

TimelineCanvas::~TimelineCanvas() = default;

// --- rows and lists ---

void TimelineCanvas::rebuildRows() {
    if (!state_.lod()) {
        return;
    }
    rowsJob_.run(
        [lod = state_.lod(), by = coloring_](const std::stop_token& stop) {
            const auto rows = TimelineRows::build(lod);
            return by == ColorBy::Category ? rows : TimelineRows::coloredBy(rows, by, stop);
        },
        [this, lod = state_.lod()](std::shared_ptr<const TimelineRows> rows) {
            if (!rows) {
                return;
            }
            rows_ = std::move(rows);
            hoveredSpot_.reset();
            rowsSource_ = lod;
            updateRelated();
            requestList();
            Q_EMIT rowsChanged();
        });
}

void TimelineCanvas::setSettings(RowSettings settings) {
    if (!(settings == settings_)) {
        settings_ = std::move(settings);
        requestList();
    }
}

void TimelineCanvas::setColoring(ColorBy by) {
    if (std::exchange(coloring_, by) != by) {
        rebuildRows();
    }
}

void TimelineCanvas::setAllFlows(bool all) {
    allFlows_ = all;
    requestList();
}

void TimelineCanvas::setRulerMode(RulerMode mode) {
    rulerMode_ = mode;
    repaintRows();
}

RulerTime TimelineCanvas::rulerTime() const {
    RulerTime time;
    time.origin = state_.origin();
    if (rulerMode_ == RulerMode::Clock && state_.trace()) {
        time.origin = 0;
        time.unixOrigin = state_.trace()->info().clockOriginUnixNs;
    } else if (rulerMode_ == RulerMode::Step && rows_) {
        const TimeRange visible = state_.visible();
        if (const Step* step = stepAt(rows_->steps(), visible.begin + visible.length() / 2)) {
            time.origin = step->range.begin;
        }
    }
    return time;
}

void TimelineCanvas::setSameNameLit(bool lit) {
    sameName_ = lit;
    update();
}

void TimelineCanvas::requestList() {
    if (!rows_ || width() <= 0 || height() <= 0) {
        return;
    }
    DrawRequest request;
    request.rows = rows_;
    request.settings = settings_;
    request.range = state_.visible();
    request.brush = state_.brush();
    request.width = picture_.geometry().lanesWidth();
    request.height = picture_.geometry().rowsHeight();
    request.scroll = scroll_;
    request.dpr = picture_.metrics().dpr;
    request.fonts = appearance_.fonts();
    request.ink = opaque(appearance_.theme().ink);
    request.quietInk = opaque(appearance_.theme().text3);
    request.allFlows = allFlows_;
    request.found = state_.search().result();
    worker_.request(std::move(request));
    if (!impatience_.isActive()) {
        impatience_.start(kPatienceMs, Qt::PreciseTimer, this);
    }
}

bool TimelineCanvas::isUpToDate() const {
    const bool newest = rows_ && rowsSource_ == state_.lod() && rowsSource_->trace() == state_.trace();
    return newest && list_ && list_->request.rows == rows_ && rows_->coloring() == coloring_ &&
           !worker_.isBusy() && list_->request.range == state_.visible();
}

void TimelineCanvas::takeList(std::shared_ptr<const DrawList> list) {
    const auto before = std::exchange(list_, std::move(list));
    if (before && before->request.rows == list_->request.rows) {
        // A row that is looked at stays where it is when those above it change their height.
        const QPoint mouse = toDevice(mapFromGlobal(QCursor::pos()));
        const int y = picture_.geometry().rows().contains(mouse) ? mouse.y() - picture_.geometry().ruler
                                                                 : list_->pinnedHeight + 1;
        if (const DrawRow* anchored = before->rowAt(y, scroll_);
            anchored != nullptr && !anchored->pinned && scroll_ > 0) {
            const auto now = std::ranges::find_if(
                list_->rows, [&](const DrawRow& row) { return row.row == anchored->row; });
            scroll_ += now != list_->rows.end() ? now->y - anchored->y : 0;
        }
    }
    clampScroll();
    if (!worker_.isBusy()) {
        impatience_.stop();
    }
    repaintRows();
    Q_EMIT listChanged();
}

void TimelineCanvas::clampScroll() {
    const int most =
        list_ ? list_->contentHeight + list_->pinnedHeight - picture_.geometry().rowsHeight() : 0;
    scroll_ = std::clamp(scroll_, 0, std::max(0, most));
}

void TimelineCanvas::repaintRows() {
    dirty_ = true;
    stale_ = true;
    update();
}

void TimelineCanvas::updateRelated() {
    related_ = {};
    headers_.lit.clear();
    if (rows_ && state_.selection().valid() && rows_->trace().has(state_.selection())) {
        related_ = relatedTo(rows_->trace(), state_.selection());
        headers_.lit = rowsOf(*rows_, related_);
    }
    spot_ = rows_ && state_.spot() ? placeOf(*rows_, *state_.spot()) : std::nullopt;
    if (spot_) {
        headers_.lit = {spot_->row};
    }
    findGapSteps();
    describeSelection();
    repaintRows();
}

void TimelineCanvas::findGapSteps() {
    gapSteps_.clear();
    gapJob_.cancel();
    if (!spot_ || !spot_->idle) {
        return;
    }
    const auto found = [this](GapSteps gap) {
        gapSteps_ = std::move(gap.steps);
        related_ = std::move(gap.related);
        const std::vector<int> lit = rowsOf(*rows_, related_);
        headers_.lit.insert(headers_.lit.end(), lit.begin(), lit.end());
        repaintRows();
    };
    gapJob_.run([trace = state_.trace(), gap = *state_.spot()](
                    const std::stop_token&) { return gapSteps(trace, gap.track, gap.time); },
                found);
}

TimeScale TimelineCanvas::scale() const {
    return {state_.visible(), picture_.geometry().lanesWidth()};
}

// --- painting ---

void TimelineCanvas::resizeEvent(QResizeEvent* event) {
    Q_UNUSED(event);
    const qreal dpr = devicePixelRatioF();
    picture_.resize(static_cast<int>(std::lround(width() * dpr)),
                    static_cast<int>(std::lround(height() * dpr)), dpr);
    scrollToRow(ledRow()); // the bar with its keys has just taken some of the room
    requestList();
    repaintRows();
}

void TimelineCanvas::paintRows(QImage& image) {
    if (list_) {
        picture_.paint(image, *list_, scale(), scroll_, headers_, rulerTime());
    } else {
        picture_.paintEmpty(image);
    }
}

// While rows move, they are painted right onto the screen. What moves over rows that stand still is painted over a picture
// of them.
void TimelineCanvas::paintEvent(QPaintEvent* event) {
    if (picture_.metrics().dpr != devicePixelRatioF()) {
        resizeEvent(nullptr);
    }
    QPainter painter(this);
    auto screen =
        dirty_ ? screenSurface(*this, painter, event->region(), picture_.image().size()) : std::nullopt;
    dirty_ = false;
    const qreal dpr = picture_.metrics().dpr;
    painter.scale(1 / dpr, 1 / dpr);
    if (screen) {
        paintRows(*screen);
    } else {
        if (std::exchange(stale_, false)) {
            paintRows(picture_.image());
        }
        painter.drawImage(0, 0, picture_.image());
    }
    if (list_) {
        const TimeScale now = scale();
        picture_.paintOverlay(painter, *list_, now, scroll_, overlay());
        paintLedRow(painter);
        QColor handle = appearance_.theme().text3;
        handle.setAlphaF(.55F);
        const QRect bar = scrollHandle();
        fillRounded(painter, bar, bar.width() / 2., handle);
        livePill_ = {};
        if (state_.live() && state_.trace()) {
            PaintTools tools = picture_.tools();
            livePill_ = paintLive(painter, picture_.geometry(), tools, now,
                                  {state_.trace()->span().end, state_.following()});
        }
    }
}

OverlayState TimelineCanvas::overlay() {
    OverlayState overlay;
    overlay.trace = state_.trace();
    overlay.related = related_;
    overlay.spot = spot_;
    overlay.steps = gapSteps_;
    overlay.hoveredSpot = hoveredSpot_;
    overlay.hovered = rows_ && rows_->trace().has(state_.hovered()) ? state_.hovered() : SliceId();
    overlay.sameName = sameName_;
    overlay.brush = dragRange_ ? dragRange_ : state_.brush();
    overlay.snappedTo = dragRange_ ? snappedTo_ : QString();
    overlay.cursor = state_.cursor();
    overlay.marks = flags();
    overlay.path = path_->path();
    overlay.time = rulerTime();
    return overlay;
}

std::vector<MarkFlag> TimelineCanvas::flags() {
    PaintTools tools = picture_.tools();
    return markFlags(state_.marks(), picture_.geometry(), tools, scale());
}

std::uint64_t TimelineCanvas::markUnder(QPointF logical) {
    const QPoint at = toDevice(logical);
    return at.y() < picture_.geometry().ruler ? markAt(flags(), at) : 0;
}

std::optional<QRect> TimelineCanvas::flagOf(std::uint64_t mark) {
    const qreal dpr = picture_.metrics().dpr;
    for (const MarkFlag& flag : flags()) {
        if (flag.mark == mark && !flag.box.isEmpty()) {
            return QRectF(flag.box.x() / dpr, flag.box.y() / dpr, flag.box.width() / dpr,
                          flag.box.height() / dpr)
                .toRect();
        }
    }
    return {};
}

// --- moving ---

TimeNs TimelineCanvas::anchor() const {
    const QPoint mouse = toDevice(mapFromGlobal(QCursor::pos()));
    const QRect rows = picture_.geometry().rows();
    if (underMouse() && mouse.x() >= rows.left() && mouse.x() <= rows.right()) {
        return scale().toTime(mouse.x() - rows.left());
    }
    const TimeRange visible = state_.visible();
    return visible.begin + visible.length() / 2;
}

void TimelineCanvas::zoomBy(double factor) {
    state_.setVisible(zoomed(state_.visible(), anchor(), factor, ViewState::kShortest));
}

void TimelineCanvas::panBy(double share) {
    state_.setVisible(
        shifted(state_.visible(), static_cast<TimeNs>(double(state_.visible().length()) * share)));
}

bool TimelineCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        moveKeyOf(*static_cast<QKeyEvent*>(event)) != MoveKey::None) {
        event->accept(); // held keys are moves, whatever shortcut a window may have on them
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            zoomBy(std::exp(-gesture->value()));
            return true;
        }
    }
    return QWidget::event(event);
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
    const MoveKey key = moveKeyOf(*event);
    if (key == MoveKey::None) {
        QWidget::keyPressEvent(event);
        return;
    }
    stopMoving();
    const bool fast = event->modifiers() & Qt::ShiftModifier;
    held_.press(key, fast);
    if (event->isAutoRepeat()) {
        return; // the timer moves more evenly
    }
    const double strength = fast ? HeldKeys::kFaster : 1;
    switch (key) {
    case MoveKey::ZoomIn:
        zoomBy(std::pow(HeldKeys::kTapZoom, strength));
        break;
    case MoveKey::ZoomOut:
        zoomBy(std::pow(HeldKeys::kTapZoom, -strength));
        break;
    case MoveKey::Left:
        panBy(-HeldKeys::kTapPan * strength);
        break;
    case MoveKey::Right:
        panBy(HeldKeys::kTapPan * strength);
        break;
    case MoveKey::None:
        break;
    }
    heldClock_.start();
    heldTimer_.start(16, Qt::PreciseTimer, this);
}

void TimelineCanvas::keyReleaseEvent(QKeyEvent* event) {
    const MoveKey key = moveKeyOf(*event);
    if (key == MoveKey::None) {
        QWidget::keyReleaseEvent(event);
    } else if (!event->isAutoRepeat()) {
        held_.release(key);
        if (!held_.any()) {
            heldTimer_.stop();
        }
    }
}

void TimelineCanvas::focusOutEvent(QFocusEvent* event) {
    held_.clear();
    heldTimer_.stop();
    if (event->reason() != Qt::PopupFocusReason) {
        leadRow(-1);
    }
    QWidget::focusOutEvent(event);
}

void TimelineCanvas::timerEvent(QTimerEvent* event) {
    if (event->timerId() == impatience_.timerId()) {
        impatience_.stop();
        repaintRows();
        return;
    }
    if (event->timerId() == kineticTimer_.timerId()) {
        moveOn();
        return;
    }
    if (event->timerId() == heldTimer_.timerId()) {
        // A press acts at once; what is held longer than a tap moves on.
        constexpr double kTap = .15;
        const double seconds = double(heldClock_.nsecsElapsed()) / 1e9;
        if (seconds < kTap) {
            return;
        }
        heldClock_.restart();
        const double step = std::min(seconds - kTap > .1 ? .016 : seconds, .05);
        zoomBy(held_.zoom(step));
        panBy(held_.pan(step));
        heldClock_.start();
        return;
    }
    QWidget::timerEvent(event);
}

VectorPicture TimelineCanvas::vectors(const Theme& theme) const {
    return list_ ? timelineVectors(*list_, picture_.geometry(), themeFor(theme, coloring_),
                                   picture_.metrics(), rulerTime())
                 : VectorPicture();
}

QByteArray TimelineCanvas::svg() const {
    return list_ ? vectors(appearance_.theme()).svg() : QByteArray();
}

// --- places ---

QPoint TimelineCanvas::toDevice(QPointF logical) const {
    return (logical * picture_.metrics().dpr).toPoint();
}

Hit TimelineCanvas::hitAt(QPointF logical) const {
    return list_
               ? hitTest(*list_, picture_.geometry(), picture_.metrics(), scale(), scroll_, toDevice(logical))
               : Hit{};
}

std::optional<QRect> TimelineCanvas::rectOf(SliceId slice) const {
    const auto rect = list_ ? sliceRect(*list_, picture_.geometry(), scale(), scroll_, slice) : std::nullopt;
    const qreal dpr = picture_.metrics().dpr;
    return rect ? std::optional(
                      QRectF(rect->x() / dpr, rect->y() / dpr, rect->width() / dpr, rect->height() / dpr)
                          .toRect())
                : std::nullopt;
}

QRect TimelineCanvas::rowRect(const DrawRow& row) const {
    const TimelineGeometry& geometry = picture_.geometry();
    const qreal dpr = picture_.metrics().dpr;
    const int above = geometry.ruler + (row.pinned ? 0 : list_->pinnedHeight);
    const QRect box = QRect(0, geometry.ruler + list_->screenTop(row, scroll_), geometry.width, row.height) &
                      QRect(0, above, geometry.width, geometry.height - above);
    return box.isEmpty()
               ? QRect()
               : QRectF(box.x() / dpr, box.y() / dpr, box.width() / dpr, box.height() / dpr).toRect();
}

} // namespace lanes
