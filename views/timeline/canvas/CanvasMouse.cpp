// What the mouse does on the canvas: left drag selects a range, Shift+left or right drag pans, middle drag zooms to the
// range; the wheel scrolls rows, with Shift it pans, with Ctrl it zooms at the cursor,
// unless the user wants these two swapped.
#include "views/shared/text/Text.h"
#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/rows/ShownRows.h"
#include "views/timeline/rows/SpotAt.h"
#include "views/timeline/tools/SliceTip.h"

#include <QApplication>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr int kSnapReach = 6; // logical pixels
constexpr int kGripReach = 5;
constexpr double kNotchZoom = .83; // factor of one notch of the wheel
constexpr double kNotchPan = .1;   // share of the visible range
constexpr int kNotchRows = 60;     // logical pixels

} // namespace

TimeNs TimelineCanvas::timeUnder(QPoint device, Qt::KeyboardModifiers modifiers, QString* snappedTo) const {
    const TimelineGeometry& geometry = picture_.geometry();
    const TimeScale now = scale();
    const int x = std::clamp(device.x() - geometry.head, 0, now.width());
    if (!(modifiers & Qt::AltModifier) && list_) {
        const int reach = picture_.metrics().px(kSnapReach);
        if (const auto snap = snapEdge(*list_, geometry, now, scroll_, device, reach)) {
            if (snappedTo != nullptr) {
                const QString name = toQString(rows_->trace().text(snap->name)).left(48);
                *snappedTo = snap->edge == Snap::Edge::Begin ? tr("%1 begins").arg(name)
                             : snap->edge == Snap::Edge::End ? tr("%1 ends").arg(name)
                                                             : name;
            }
            return snap->time;
        }
    }
    if (snappedTo != nullptr) {
        snappedTo->clear();
    }
    return now.toTime(x);
}

TimelineCanvas::Drag TimelineCanvas::gripAt(QPoint device) const {
    if (!state_.brush()) {
        return Drag::None;
    }
    const TimeScale now = scale();
    const int reach = picture_.metrics().px(kGripReach);
    const int x = device.x() - picture_.geometry().head;
    if (std::abs(now.toPixel(state_.brush()->end) - x) <= reach) {
        return Drag::BrushEnd;
    }
    return std::abs(now.toPixel(state_.brush()->begin) - x) <= reach ? Drag::BrushBegin : Drag::None;
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    leadRow(-1);
    tip_->hide();
    stopMoving();
    pressedAt_ = toDevice(event->position());
    lastAt_ = pressedAt_;
    kineticClock_.start();
    pressedRange_ = state_.visible();
    pressedScroll_ = scroll_;
    dragged_ = false;
    drag_ = Drag::None;
    if (livePill_.contains(pressedAt_) && event->button() == Qt::LeftButton) {
        state_.setFollowing(!state_.following());
        return;
    }
    if (const std::uint64_t mark = markUnder(event->position());
        mark != 0 && event->button() == Qt::LeftButton) {
        state_.marks().setCurrent(mark);
        return;
    }
    const QRect handle = scrollHandle();
    if (!handle.isEmpty() && pressedAt_.x() >= handle.left() && event->button() == Qt::LeftButton) {
        const bool onIt = pressedAt_.y() >= handle.top() && pressedAt_.y() <= handle.bottom();
        drag_ = Drag::Scroll;
        grabbedHandle_ = onIt ? pressedAt_.y() - handle.top() : handle.height() / 2;
        scrollTo(pressedAt_.y() - grabbedHandle_);
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit.part == Hit::Part::Chevron && event->button() == Qt::LeftButton) {
        Q_EMIT foldToggled(hit.row);
        return;
    }
    if (hit.part == Hit::Part::HeaderEdge && event->button() == Qt::LeftButton) {
        drag_ = Drag::Height;
        pressedRow_ = hit.row;
        pressedHeight_ = drawn(hit.row)->height;
        return;
    }
    if (pressedAt_.x() < picture_.geometry().head) {
        if (hit.part == Hit::Part::Header && event->button() == Qt::LeftButton) {
            drag_ = Drag::Row;
            pressedRow_ = hit.row;
        }
        return;
    }
    if (event->button() == Qt::RightButton ||
        (event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier))) {
        drag_ = Drag::Pan;
    } else if (event->button() == Qt::LeftButton) {
        drag_ = gripAt(pressedAt_);
        drag_ = drag_ == Drag::None ? Drag::Select : drag_;
        pressedTime_ = timeUnder(pressedAt_, event->modifiers());
    } else if (event->button() == Qt::MiddleButton) {
        drag_ = Drag::Zoom;
        pressedTime_ = timeUnder(pressedAt_, event->modifiers() | Qt::AltModifier);
    }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPoint at = toDevice(event->position());
    if (drag_ == Drag::None) {
        hoverAt(event->position().toPoint());
        return;
    }
    const int least = picture_.metrics().px(QGuiApplication::styleHints()->startDragDistance() / 2.);
    dragged_ = dragged_ || (at - pressedAt_).manhattanLength() >= least;
    if (!dragged_) {
        return;
    }
    if (drag_ == Drag::Scroll) {
        scrollTo(at.y() - grabbedHandle_);
        return;
    }
    if (drag_ == Drag::Height) {
        dragHeight(pressedHeight_ + at.y() - pressedAt_.y());
        return;
    }
    if (drag_ != Drag::Row) {
        state_.setFollowing(false); // what one holds stays where it is
    }
    if (drag_ == Drag::Pan) {
        panTo(at);
    } else if (drag_ == Drag::Row) {
        moveHeader(at);
    } else {
        moveSelection(at, event->modifiers());
    }
}

void TimelineCanvas::feedKinetic(QPointF by) {
    kinetic_.drag(by, double(kineticClock_.nsecsElapsed()) / 1e9);
    kineticClock_.start();
}

// What is thrown moves on, unless nothing may move by itself.
void TimelineCanvas::letGo() {
    const bool thrown =
        kineticClock_.isValid() && kinetic_.release(double(kineticClock_.nsecsElapsed()) / 1e9);
    if (thrown && !appearance_.reducedMotion()) {
        kineticClock_.start();
        kineticTimer_.start(16, Qt::PreciseTimer, this);
    } else {
        kinetic_.stop();
    }
}

void TimelineCanvas::moveOn() {
    const QPointF by = kinetic_.step(double(kineticClock_.nsecsElapsed()) / 1e9);
    kineticClock_.start();
    panBy(-by.x() / picture_.geometry().lanesWidth());
    scrollBy(static_cast<int>(std::lround(-by.y() / picture_.metrics().dpr)));
    if (!kinetic_.moving()) {
        kineticTimer_.stop();
    }
}

void TimelineCanvas::stopMoving() {
    kinetic_.stop();
    kineticTimer_.stop();
}

void TimelineCanvas::panTo(QPoint at) {
    setCursor(Qt::ClosedHandCursor);
    feedKinetic(at - std::exchange(lastAt_, at));
    const TimeScale from(pressedRange_, picture_.geometry().lanesWidth());
    state_.setVisible(shifted(pressedRange_, from.toTime(0) - from.toTime(at.x() - pressedAt_.x())));
    const int before = scroll_;
    scroll_ = pressedScroll_ - (at.y() - pressedAt_.y());
    clampScroll();
    if (scroll_ != before) {
        requestList();
        repaintRows();
    }
}

// A header that is dragged goes between two rows of the same parent.
void TimelineCanvas::moveHeader(QPoint at) {
    setCursor(Qt::ClosedHandCursor);
    const std::vector<int> siblings = siblingsOf(*rows_, settings_, pressedRow_);
    dropBefore_ = -1;
    headers_.dropLine = -1;
    for (const int sibling : siblings) {
        const auto [top, bottom] = extentOf(sibling);
        if (top == bottom) {
            continue; // hidden, or folded away
        }
        if (at.y() < (top + bottom) / 2) {
            dropBefore_ = sibling;
            headers_.dropLine = top;
            break;
        }
        headers_.dropLine = bottom;
    }
    repaintRows();
}

// Where a row and all that folds into it stands in the picture.
std::pair<int, int> TimelineCanvas::extentOf(int row) const {
    int top = INT_MAX;
    int bottom = INT_MIN;
    for (const DrawRow& drawn : list_->rows) {
        int r = drawn.row;
        while (r > row) { // children stand behind their parents
            r = rows_->rows()[static_cast<std::size_t>(r)].parent;
        }
        if (r == row) {
            const int y = picture_.geometry().ruler + list_->screenTop(drawn, scroll_);
            top = std::min(top, y);
            bottom = std::max(bottom, y + drawn.height);
        }
    }
    return top < bottom ? std::pair(top, bottom) : std::pair(0, 0);
}

void TimelineCanvas::moveSelection(QPoint at, Qt::KeyboardModifiers modifiers) {
    const TimeNs time =
        timeUnder(at, drag_ == Drag::Zoom ? modifiers | Qt::AltModifier : modifiers, &snappedTo_);
    TimeNs fixed = pressedTime_;
    if (drag_ == Drag::BrushBegin) {
        fixed = state_.brush()->end;
    } else if (drag_ == Drag::BrushEnd) {
        fixed = state_.brush()->begin;
    }
    dragRange_ = TimeRange{std::min(fixed, time), std::max(fixed, time)};
    if (drag_ == Drag::BrushBegin || drag_ == Drag::BrushEnd) {
        // A grip that crosses the other one becomes the other one.
        drag_ = time == dragRange_->end ? Drag::BrushEnd : Drag::BrushBegin;
    }
    if (drag_ != Drag::Zoom && !dragRange_->empty()) {
        state_.setBrush(dragRange_); // what is inside is told while one still drags
    }
    state_.setCursor(time);
    update();
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(drag_, Drag::None);
    unsetCursor();
    const auto range = std::exchange(dragRange_, std::nullopt);
    if (drag == Drag::Row) {
        headers_.dropLine = -1;
        repaintRows();
    }
    if (drag == Drag::Pan && dragged_) {
        letGo();
    }
    if (drag == Drag::Scroll) {
        return;
    }
    if (drag == Drag::Height) {
        if (dragged_) {
            const TimelineRow& row = rows_->rows()[static_cast<std::size_t>(pressedRow_)];
            Q_EMIT rowResized(pressedRow_, choiceOf(settings_, row).pitch);
        }
        return;
    }
    if (!dragged_) {
        finishClick(event);
    } else if (drag == Drag::Row) {
        Q_EMIT rowMoved(pressedRow_, dropBefore_);
    } else if (range && !range->empty()) {
        if (drag == Drag::Zoom) {
            state_.setVisible(*range);
        } else {
            state_.setBrush(range);
        }
    }
    update();
}

void TimelineCanvas::finishClick(QMouseEvent* event) {
    const Hit hit = hitAt(event->position());
    if (event->button() == Qt::LeftButton && hit.part == Hit::Part::Row) {
        state_.select(hit.slice);
        if (!hit.slice.valid()) {
            state_.setBrush({});
            chooseSpot(hit);
        }
    } else if (event->button() == Qt::LeftButton && hit.part == Hit::Part::Header) {
        headers_.focused = hit.row;
        repaintRows();
    } else if (event->button() == Qt::RightButton) {
        showContextMenu(hit, event->globalPosition().toPoint());
    }
}

void TimelineCanvas::chooseSpot(const Hit& hit) {
    const auto row = static_cast<std::size_t>(std::max(hit.row, 0));
    if (hit.row < 0 || row >= rows_->rows().size()) {
        return;
    }
    if (hit.instant) {
        state_.selectSpot(spotOf(*rows_, rows_->rows()[row], hit.instant->first));
        return;
    }
    if (const auto spot = spotAt(rows_->trace(), rows_->rows()[row], hit.time)) {
        state_.selectSpot(*spot);
    }
}

void TimelineCanvas::showContextMenu(const Hit& hit, QPoint global) {
    if (hit.slice.valid()) {
        state_.select(hit.slice);
        Q_EMIT sliceContextRequested(hit.slice, global);
    } else if (hit.row >= 0) {
        Q_EMIT rowContextRequested(hit.row, global);
    }
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const std::uint64_t mark = markUnder(event->position()); mark != 0) {
        state_.marks().setCurrent(mark);
        Q_EMIT markNameRequested();
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit.slice.valid()) {
        const Trace::Slice slice = rows_->trace().slice(hit.slice);
        state_.select(hit.slice);
        state_.setVisible(
            zoomed({slice.start, slice.end()}, slice.start + slice.duration / 2, 1.2, ViewState::kShortest));
    } else if (hit.part == Hit::Part::HeaderEdge) {
        Q_EMIT rowResized(hit.row, 0);
    } else if (hit.part == Hit::Part::Header) {
        Q_EMIT foldToggled(hit.row);
    }
}

void TimelineCanvas::hoverAt(QPoint logical) {
    const Hit hit = hitAt(logical);
    const bool onLanes = hit.part == Hit::Part::Row || hit.part == Hit::Part::Ruler;
    state_.setCursor(onLanes ? std::optional(hit.time) : std::nullopt);
    state_.setHovered(hit.slice);
    const bool onHeader =
        hit.part == Hit::Part::Header || hit.part == Hit::Part::Chevron || hit.part == Hit::Part::HeaderEdge;
    const int row = onHeader ? hit.row : -1;
    if (row != headers_.hovered) {
        headers_.hovered = row;
        repaintRows();
    }
    if (markUnder(logical) != 0) {
        setCursor(Qt::PointingHandCursor);
    } else if (onLanes && gripAt(toDevice(logical)) != Drag::None) {
        setCursor(Qt::SizeHorCursor);
    } else if (hit.part == Hit::Part::HeaderEdge) {
        setCursor(Qt::SizeVerCursor);
    } else {
        unsetCursor();
    }
    hoverInstant(hit);
    if (hit.slice.valid()) {
        tip_->showFor(rows_->lod()->trace(), hit.slice, mapToGlobal(logical));
    } else if (hoveredSpot_) {
        const TimelineRow& under = rows_->rows()[static_cast<std::size_t>(hit.row)];
        tip_->showInstant(rows_->trace(), rows_->instantsOf(under), *hit.instant, mapToGlobal(logical));
    } else {
        tip_->hide();
    }
}

// Lights what a click would select.
void TimelineCanvas::hoverInstant(const Hit& hit) {
    std::optional<SpotPlace> place;
    if (hit.instant) {
        const TimelineRow& row = rows_->rows()[static_cast<std::size_t>(hit.row)];
        const TimeNs time = rows_->instantsOf(row).at(hit.instant->first).time;
        place = SpotPlace{hit.row, {time, time}};
    }
    if (place != hoveredSpot_) {
        hoveredSpot_ = place;
        update();
    }
}

void TimelineCanvas::leaveEvent(QEvent* event) {
    tip_->hide();
    hoverInstant({});
    state_.setHovered({});
    state_.setCursor({});
    if (headers_.hovered >= 0) {
        headers_.hovered = -1;
        repaintRows();
    }
    QWidget::leaveEvent(event);
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
    // Touchpads say pixels, wheels say notches of 120. Alt turns a wheel sideways on some desktops.
    const QPoint pixels = event->pixelDelta();
    if (event->phase() == Qt::ScrollEnd) {
        letGo();
        event->accept();
        return;
    }
    kineticTimer_.stop();
    if (!pixels.isNull() && event->modifiers() == Qt::NoModifier) {
        feedKinetic(QPointF(pixels) * picture_.metrics().dpr);
    }
    const QPointF notches = QPointF(event->angleDelta()) / 120;
    event->accept();
    // Two fingers on a touchpad move what they touch, whatever a wheel does.
    const bool wheelZooms = appearance_.wheelZooms() && pixels.isNull() && notches.y() != 0 &&
                            !(event->modifiers() & Qt::ShiftModifier);
    if (wheelZooms != event->modifiers().testFlag(Qt::ControlModifier)) {
        const TimelineGeometry& geometry = picture_.geometry();
        const int x = std::clamp(toDevice(event->position()).x() - geometry.head, 0, geometry.lanesWidth());
        state_.setVisible(zoomed(state_.visible(), scale().toTime(x), std::pow(kNotchZoom, notches.y()),
                                 ViewState::kShortest));
        return;
    }
    if (event->modifiers() & Qt::ShiftModifier) {
        panBy(-kNotchPan * (notches.y() + notches.x()));
        return;
    }
    const double lanes = picture_.geometry().lanesWidth() / picture_.metrics().dpr;
    if (pixels.x() != 0) {
        panBy(-pixels.x() / std::max(1., lanes));
    } else if (notches.x() != 0) {
        panBy(-kNotchPan * notches.x());
    }
    wheelRest_ += pixels.isNull() ? -kNotchRows * notches.y() : -double(pixels.y());
    const double whole = std::trunc(wheelRest_);
    wheelRest_ -= whole;
    scrollBy(static_cast<int>(whole));
}

} // namespace lanes
