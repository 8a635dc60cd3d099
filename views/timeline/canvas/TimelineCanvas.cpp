#include "views/timeline/canvas/TimelineCanvas.h"

#include "model/base/TimeScale.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/PaintTools.h"
#include "views/shared/text/Text.h"
#include "views/timeline/canvas/CanvasMotion.h"
#include "views/timeline/canvas/CanvasMouse.h"
#include "views/timeline/canvas/RowWalk.h"
#include "views/timeline/canvas/RowsScrollBar.h"
#include "views/timeline/canvas/SelectionLight.h"
#include "views/timeline/canvas/TimelineParts.h"
#include "views/timeline/canvas/TimelineScene.h"
#include "views/timeline/painting/TimelineGeometry.h"
#include "views/timeline/painting/TimelineVectors.h"
#include "views/timeline/rows/RowLayout.h"

#include <QBackingStore>
#include <QCoreApplication>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPaintEngine>
#include <QPaintEvent>
#include <QPainter>
#include <QRegion>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lanes {

namespace {

// The end of a session that is still recorded: a line, nothing behind it, and a pill that says whether it is followed.
struct LiveState {
    TimeNs end = 0;
    bool following = false;
};

void paintEnd(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, int end) {
    const int hair = tools.metrics.hairline();
    painter.fillRect(QRect(end + hair, geometry.ruler, geometry.width - end - hair, geometry.rowsHeight()),
                     tools.theme.groupBg);
    painter.fillRect(QRect(end, geometry.ruler - tools.px(6), hair, geometry.height), tools.theme.bad);
    const double head = tools.px(6);
    fillRounded(painter, QRectF(end + hair / 2. - head / 2, geometry.ruler - tools.px(12), head, head),
                head / 2, tools.theme.bad);
}

// Returns where the pill is; a click on it follows the end, or lets it go.
QRect paintLive(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                const TimeScale& scale, const LiveState& live) {
    const int end = geometry.head + scale.toPixel(live.end);
    const bool seen = end >= geometry.head && end < geometry.width;
    if (seen) {
        paintEnd(painter, geometry, tools, end);
    }
    const TimeNs ahead = std::max<TimeNs>(0, live.end - scale.range().end);
    const QString text =
        live.following ? QCoreApplication::translate("LivePainter", "Following")
        : ahead > 0 ? QCoreApplication::translate("LivePainter", "End %1 ahead").arg(durationText(ahead, 3))
                    : QCoreApplication::translate("LivePainter", "Follow the end");
    const QColor ink = live.following ? tools.theme.accentText : tools.theme.text;
    const TextLook look{Fonts::kSmall, 600, ink};
    const int width = textWidth(tools, text, look) + tools.px(34);
    const int right = (seen ? end : geometry.width) - tools.px(8);
    const QRect pill(std::max(geometry.head, right - width), tools.px(3), width, tools.px(22));
    const double radius = pill.height() / 2.;
    fillRounded(painter, pill, radius, live.following ? tools.theme.accent : tools.theme.overlay);
    if (!live.following) {
        strokeRounded(painter, pill, radius, tools.theme.line2, tools.metrics.hairline());
    }
    paintIcon(painter, tools, pill.left() + tools.px(8), pill.top() + tools.px(4), QStringLiteral("follow"),
              14, ink);
    paintText(painter, tools, pill.adjusted(tools.px(26), 0, 0, 0), text, look);
    return pill;
}

// The pixels of a window in memory that a widget is about to paint, to be written without a picture in between.
// While `widget` paints all of itself (`region`) with `painter`: its part of the window's own image, of `size` device pixels,
// which it shares. Nothing where it paints into something else, only in part, or where its pixels are not the image's.
std::optional<QImage> screenSurface(const QWidget& widget, const QPainter& painter, const QRegion& region,
                                    QSize size) {
    QBackingStore* store = widget.backingStore();
    QPaintDevice* device = store != nullptr ? store->paintDevice() : nullptr;
    auto* screen = dynamic_cast<QImage*>(device);
    // A grabbed widget paints elsewhere.
    if (screen == nullptr || painter.paintEngine()->paintDevice() != device ||
        region != QRegion(widget.rect())) {
        return std::nullopt;
    }
    const bool plain =
        screen->format() == QImage::Format_RGB32 || screen->format() == QImage::Format_ARGB32_Premultiplied;
    const QPointF at = QPointF(widget.mapTo(widget.window(), QPoint())) * screen->devicePixelRatio();
    const QRect part(at.toPoint(), size);
    if (!plain || part.topLeft() != at || !screen->rect().contains(part) ||
        screen->devicePixelRatio() != widget.devicePixelRatioF()) {
        return std::nullopt;
    }
    uchar* const pixels = screen->scanLine(part.top()) + part.left() * std::ptrdiff_t{4};
    return QImage(pixels, size.width(), size.height(), screen->bytesPerLine(), QImage::Format_RGB32);
}

} // namespace

TimelineCanvas::TimelineCanvas(ViewState& state, Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , scene_(new TimelineScene(state, appearance, this))
    , light_(new SelectionLight(*scene_, this))
    , motion_(new CanvasMotion(*scene_, this))
    , mouse_(new CanvasMouse(*scene_, *light_, *motion_, *this))
    , path_(new PathOverlay(state, this))
    , parts_(new TimelineParts(*this))
    , rowsBar_(new RowsScrollBar(*scene_, *this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    followScene();
    followMouse();
    const auto repaint = [this] { update(); };
    connect(&state, &ViewState::followingChanged, this, repaint);
    connect(&state, &ViewState::liveChanged, this, repaint);
    connect(&state, &ViewState::hoveredChanged, this, repaint);
    connect(&state, &ViewState::cursorChanged, this, repaint);
    connect(path_, &PathOverlay::changed, this, repaint);
    connect(&state, &ViewState::visibleChanged, this, [this] {
        if (!scene_->state().following()) {
            mouse_->hideTip();
        }
    });
}

TimelineCanvas::~TimelineCanvas() = default;

void TimelineCanvas::followScene() {
    connect(scene_, &TimelineScene::changed, this, &TimelineCanvas::repaintRows);
    connect(scene_, &TimelineScene::rowsChanged, this, &TimelineCanvas::rowsChanged);
    connect(scene_, &TimelineScene::listChanged, this, &TimelineCanvas::listChanged);
    connect(scene_, &TimelineScene::listChanged, parts_, &PaintedParts::sayChanged);
    connect(light_, &SelectionLight::hoverChanged, this, [this] { update(); });
    connect(light_, &SelectionLight::changed, this, [this] {
        describeSelection();
        repaintRows();
    });
}

void TimelineCanvas::followMouse() {
    connect(mouse_, &CanvasMouse::changed, this, [this] { update(); });
    connect(mouse_, &CanvasMouse::headersChanged, this, &TimelineCanvas::repaintRows);
    connect(mouse_, &CanvasMouse::headerClicked, this, [this](int row) {
        focused_ = row;
        repaintRows();
    });
    connect(mouse_, &CanvasMouse::foldToggled, this, &TimelineCanvas::foldToggled);
    connect(mouse_, &CanvasMouse::rowMoved, this, &TimelineCanvas::rowMoved);
    connect(mouse_, &CanvasMouse::rowResized, this, &TimelineCanvas::rowResized);
    connect(mouse_, &CanvasMouse::markNameRequested, this, &TimelineCanvas::markNameRequested);
    connect(mouse_, &CanvasMouse::rowContextRequested, this, &TimelineCanvas::rowContextRequested);
    connect(mouse_, &CanvasMouse::sliceContextRequested, this, &TimelineCanvas::sliceContextRequested);
}

ViewState& TimelineCanvas::state() const {
    return scene_->state();
}

const std::shared_ptr<const TimelineRows>& TimelineCanvas::rows() const {
    return scene_->rows();
}

const std::shared_ptr<const DrawList>& TimelineCanvas::list() const {
    return scene_->list();
}

bool TimelineCanvas::isUpToDate() const {
    return scene_->isUpToDate();
}

int TimelineCanvas::scroll() const {
    return scene_->scroll();
}

int TimelineCanvas::hoveredRow() const {
    return mouse_->hoveredHeader();
}

void TimelineCanvas::setSameNameLit(bool lit) {
    sameName_ = lit;
    update();
}

// --- painting ---

void TimelineCanvas::repaintRows() {
    dirty_ = true;
    stale_ = true;
    update();
}

void TimelineCanvas::resizeEvent(QResizeEvent* event) {
    Q_UNUSED(event);
    const qreal dpr = devicePixelRatioF();
    scene_->resize(static_cast<int>(std::lround(width() * dpr)),
                   static_cast<int>(std::lround(height() * dpr)), dpr);
    scene_->scrollToRow(ledRow()); // the bar with its keys has just taken some of the room
}

HeaderState TimelineCanvas::headers() const {
    return {light_->rows(), mouse_->hoveredHeader(), focused_, led_, mouse_->dropLine()};
}

void TimelineCanvas::paintRows(QImage& image) {
    if (const auto& shown = list()) {
        scene_->picture().paint(image, *shown, scene_->scale(), scroll(), headers(), scene_->rulerTime());
    } else {
        scene_->picture().paintEmpty(image);
    }
}

// While rows move, they are painted right onto the screen. What moves over rows that stand still is painted over a picture
// of them.
void TimelineCanvas::paintEvent(QPaintEvent* event) {
    if (scene_->metrics().dpr != devicePixelRatioF()) {
        resizeEvent(nullptr);
    }
    QImage& picture = scene_->picture().image();
    QPainter painter(this);
    auto screen = dirty_ ? screenSurface(*this, painter, event->region(), picture.size()) : std::nullopt;
    dirty_ = false;
    const qreal dpr = scene_->metrics().dpr;
    painter.scale(1 / dpr, 1 / dpr);
    if (screen) {
        paintRows(*screen);
    } else {
        if (std::exchange(stale_, false)) {
            paintRows(picture);
        }
        painter.drawImage(0, 0, picture);
    }
    if (list()) {
        paintOverRows(painter);
    }
}

void TimelineCanvas::paintOverRows(QPainter& painter) {
    const TimeScale now = scene_->scale();
    scene_->picture().paintOverlay(painter, *list(), now, scroll(), overlay());
    paintLedRow(painter);
    QRect pill; // empty unless the session is still recorded
    if (state().live() && state().trace()) {
        PaintTools tools = scene_->picture().tools();
        pill = paintLive(painter, scene_->geometry(), tools, now,
                         {state().trace()->span().end, state().following()});
    }
    mouse_->setLivePill(pill);
}

OverlayState TimelineCanvas::overlay() {
    OverlayState overlay;
    overlay.trace = state().trace();
    overlay.related = light_->related();
    overlay.spot = light_->spot();
    overlay.steps = light_->gapSteps();
    overlay.hoveredSpot = light_->hoveredSpot();
    overlay.hovered = rows()->trace().has(state().hovered()) ? state().hovered() : SliceId();
    overlay.sameName = sameName_;
    const auto& dragged = mouse_->dragRange();
    overlay.brush = dragged ? dragged : state().brush();
    overlay.snappedTo = dragged ? mouse_->snappedTo() : QString();
    overlay.cursor = state().cursor();
    overlay.marks = scene_->flags();
    overlay.path = path_->path();
    overlay.time = scene_->rulerTime();
    return overlay;
}

void TimelineCanvas::paintLedRow(QPainter& painter) const {
    const DrawRow* place = list() ? placeOf(*list(), ledRow()) : nullptr;
    if (place == nullptr) {
        return;
    }
    const TimelineGeometry& geometry = scene_->geometry();
    const int top = geometry.ruler + list()->screenTop(*place, scroll());
    const int above = geometry.ruler + (place->pinned ? 0 : list()->pinnedHeight);
    const Metrics m = scene_->metrics();
    painter.save();
    painter.setClipRect(QRect(0, above, geometry.width, geometry.height - above));
    strokeRounded(painter, QRectF(0, top, geometry.width, place->height), m.px(3), appearance_.theme().accent,
                  m.px(2));
    painter.restore();
}

VectorPicture TimelineCanvas::vectors(const Theme& theme) const {
    return list() ? timelineVectors(*list(), scene_->geometry(), themeFor(theme, scene_->coloring()),
                                    scene_->metrics(), scene_->rulerTime())
                  : VectorPicture();
}

QByteArray TimelineCanvas::svg() const {
    return list() ? vectors(appearance_.theme()).svg() : QByteArray();
}

// --- what is done to it ---

bool TimelineCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        moveKeyOf(*static_cast<QKeyEvent*>(event)) != MoveKey::None) {
        event->accept(); // held keys are moves, whatever shortcut a window may have on them
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            scene_->zoomBy(std::exp(-gesture->value()));
            return true;
        }
    }
    return QWidget::event(event);
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
    if (!motion_->press(*event)) {
        QWidget::keyPressEvent(event);
    }
}

void TimelineCanvas::keyReleaseEvent(QKeyEvent* event) {
    if (!motion_->release(*event)) {
        QWidget::keyReleaseEvent(event);
    }
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
    motion_->wheel(*event);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    leadRow(-1);
    mouse_->press(*event);
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
    scene_->setPointer(scene_->toDevice(event->position()));
    mouse_->move(*event);
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
    mouse_->release(*event);
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    mouse_->doubleClick(*event);
}

void TimelineCanvas::leaveEvent(QEvent* event) {
    scene_->setPointer({});
    mouse_->leave();
    QWidget::leaveEvent(event);
}

// --- rows by keyboard: Tab walks over them, and a ring says where it stands ---

// Behind the last row the focus goes on to the next part of the window.
bool TimelineCanvas::focusNextPrevChild(bool next) {
    const int row = list() ? rowBeside(*list(), ledRow(), next) : -1;
    leadRow(row);
    return row >= 0 || QWidget::focusNextPrevChild(next);
}

void TimelineCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    const bool forward = event->reason() == Qt::TabFocusReason;
    if (list() && (forward || event->reason() == Qt::BacktabFocusReason)) {
        leadRow(focused_ >= 0 && placeOf(*list(), focused_) != nullptr ? focused_
                                                                       : rowBeside(*list(), -1, forward));
    }
}

void TimelineCanvas::focusOutEvent(QFocusEvent* event) {
    motion_->releaseAll();
    if (event->reason() != Qt::PopupFocusReason) {
        leadRow(-1);
    }
    QWidget::focusOutEvent(event);
}

void TimelineCanvas::leadRow(int row) {
    const int before = ledRow();
    led_ = row >= 0;
    if (row >= 0) {
        focused_ = row;
        scene_->scrollToRow(row);
    }
    if (ledRow() != before) {
        describeSelection();
        repaintRows();
        Q_EMIT ledRowChanged();
    }
}

SliceId TimelineCanvas::firstInLedRow() const {
    return list() ? firstInView(*list(), ledRow()) : SliceId();
}

std::optional<Spot> TimelineCanvas::firstInstantInLedRow() const {
    const DrawRow* place = list() ? placeOf(*list(), ledRow()) : nullptr;
    if (place == nullptr || place->instants.empty()) {
        return std::nullopt;
    }
    return spotOf(*rows(), scene_->row(place->row), place->instants.front().mark.first);
}

void TimelineCanvas::changeHeight(int row, double factor) {
    const DrawRow* place = scene_->drawn(row);
    if (place == nullptr || !isResizable(scene_->row(row))) {
        return;
    }
    const double now = scene_->pitchAt(row, place->height);
    // At least a pixel: low levels would not change at all.
    const double pitch = factor > 1 ? std::max(now * factor, now + 1) : std::min(now * factor, now - 1);
    Q_EMIT rowResized(row, std::clamp(pitch, RowSettings::kLowest, RowSettings::kHighest));
}

// --- places, and what is said of them ---

std::optional<QRect> TimelineCanvas::rectOf(SliceId slice) const {
    const auto rect =
        list() ? sliceRect(*list(), scene_->geometry(), scene_->scale(), scroll(), slice) : std::nullopt;
    return rect ? std::optional(scene_->toLogical(*rect)) : std::nullopt;
}

QRect TimelineCanvas::rowRect(const DrawRow& row) const {
    const TimelineGeometry& geometry = scene_->geometry();
    const int above = geometry.ruler + (row.pinned ? 0 : list()->pinnedHeight);
    const QRect box =
        QRect(0, geometry.ruler + list()->screenTop(row, scroll()), geometry.width, row.height) &
        QRect(0, above, geometry.width, geometry.height - above);
    return box.isEmpty() ? QRect() : scene_->toLogical(box);
}

std::optional<QRect> TimelineCanvas::flagOf(std::uint64_t mark) {
    for (const MarkFlag& flag : scene_->flags()) {
        if (flag.mark == mark && !flag.box.isEmpty()) {
            return scene_->toLogical(flag.box);
        }
    }
    return {};
}

void TimelineCanvas::describeSelection() {
    const QString text = selectionText();
    if (text != accessibleDescription()) {
        setAccessibleDescription(text);
        parts_->sayCurrent();
    }
}

// What a screen reader says of the timeline: the selected event, else the row that the keyboard leads.
QString TimelineCanvas::selectionText() const {
    const auto& shown = rows();
    if (shown && light_->spot() && state().spot()->kind == Spot::Kind::Instant) {
        const PointTable& points = shown->trace().points();
        return tr("Instant, %1, in row %2")
            .arg(toQString(shown->trace().text(points.name[state().spot()->index])),
                 scene_->row(light_->spot()->row).label);
    }
    if (shown && shown->trace().has(state().selection())) {
        const Trace::Slice slice = shown->trace().slice(state().selection());
        const auto lane = shown->lod()->laneOf(state().selection());
        const int row = lane ? shown->rowOfLane(*lane) : -1;
        const QString text = tr("%1, %2, %3")
                                 .arg(kindText(slice.kind), toQString(shown->trace().text(slice.name)),
                                      durationText(slice.duration));
        return row >= 0 ? text + tr(", in row %1").arg(scene_->row(row).label) : text;
    }
    return shown && ledRow() >= 0 ? tr("Row %1").arg(scene_->row(ledRow()).label) : QString();
}

} // namespace lanes
