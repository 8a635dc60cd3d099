#include "views/timeline/canvas/CanvasMouse.h"

#include "views/shared/text/Text.h"
#include "views/timeline/canvas/CanvasMotion.h"
#include "views/timeline/canvas/SelectionLight.h"
#include "views/timeline/canvas/TimelineScene.h"
#include "views/timeline/rows/ShownRows.h"
#include "views/timeline/rows/SpotAt.h"
#include "views/timeline/tools/SliceTip.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanes {

namespace {

constexpr int kSnapReach = 6; // logical pixels
constexpr int kGripReach = 5;

} // namespace

CanvasMouse::CanvasMouse(TimelineScene& scene, SelectionLight& light, CanvasMotion& motion, QWidget& canvas)
    : QObject(&canvas)
    , scene_(scene)
    , light_(light)
    , motion_(motion)
    , canvas_(canvas)
    , tip_(std::make_unique<SliceTip>(scene.appearance(), &canvas)) {}

CanvasMouse::~CanvasMouse() = default;

void CanvasMouse::hideTip() {
    tip_->hide();
}

// --- what is under the mouse ---

TimeNs CanvasMouse::timeUnder(QPoint device, Qt::KeyboardModifiers modifiers, QString* snappedTo) const {
    const TimeScale now = scene_.scale();
    const TimelineGeometry& geometry = scene_.geometry();
    const int x = std::clamp(device.x() - geometry.head, 0, now.width());
    if (!(modifiers & Qt::AltModifier) && scene_.list()) {
        const int reach = scene_.metrics().px(kSnapReach);
        if (const auto snap = snapEdge(*scene_.list(), geometry, now, scene_.scroll(), device, reach)) {
            if (snappedTo != nullptr) {
                const QString name = toQString(scene_.rows()->trace().text(snap->name)).left(48);
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

CanvasMouse::Drag CanvasMouse::gripAt(QPoint device) const {
    const auto brush = scene_.state().brush();
    if (!brush) {
        return Drag::None;
    }
    const TimeScale now = scene_.scale();
    const int reach = scene_.metrics().px(kGripReach);
    const int x = device.x() - scene_.geometry().head;
    if (std::abs(now.toPixel(brush->end) - x) <= reach) {
        return Drag::BrushEnd;
    }
    return std::abs(now.toPixel(brush->begin) - x) <= reach ? Drag::BrushBegin : Drag::None;
}

// --- pressing ---

void CanvasMouse::press(const QMouseEvent& event) {
    tip_->hide();
    motion_.hold();
    pressedAt_ = scene_.toDevice(event.position());
    lastAt_ = pressedAt_;
    pressedRange_ = scene_.state().visible();
    pressedScroll_ = scene_.scroll();
    dragged_ = false;
    pressed_ = false;
    drag_ = Drag::None;
    if (event.button() == Qt::LeftButton && clickControl(event)) {
        return;
    }
    pressed_ = true;
    drag_ = dragOf(event);
    if (drag_ == Drag::Zoom) {
        pressedTime_ = timeUnder(pressedAt_, event.modifiers() | Qt::AltModifier);
    } else if (drag_ == Drag::Select || drag_ == Drag::BrushBegin || drag_ == Drag::BrushEnd) {
        pressedTime_ = timeUnder(pressedAt_, event.modifiers());
    }
}

// Whether something was hit that acts at once.
bool CanvasMouse::clickControl(const QMouseEvent& event) {
    ViewState& state = scene_.state();
    if (livePill_.contains(pressedAt_)) {
        state.setFollowing(!state.following());
        return true;
    }
    if (const std::uint64_t mark = scene_.markUnder(event.position()); mark != 0) {
        state.marks().setCurrent(mark);
        return true;
    }
    const Hit hit = scene_.hitAt(event.position());
    if (hit.part == Hit::Part::Chevron) {
        Q_EMIT foldToggled(hit.row);
    }
    return hit.part == Hit::Part::Chevron;
}

CanvasMouse::Drag CanvasMouse::dragOf(const QMouseEvent& event) {
    const bool left = event.button() == Qt::LeftButton;
    const Hit hit = scene_.hitAt(event.position());
    if (left && hit.part == Hit::Part::HeaderEdge) {
        pressedRow_ = hit.row;
        pressedHeight_ = scene_.drawn(hit.row)->height;
        return Drag::Height;
    }
    if (pressedAt_.x() < scene_.geometry().head) {
        pressedRow_ = hit.row;
        return left && hit.part == Hit::Part::Header ? Drag::Row : Drag::None;
    }
    if (event.button() == Qt::RightButton || (left && (event.modifiers() & Qt::ShiftModifier))) {
        return Drag::Pan;
    }
    if (left) {
        const Drag grip = gripAt(pressedAt_);
        return grip == Drag::None ? Drag::Select : grip;
    }
    return event.button() == Qt::MiddleButton ? Drag::Zoom : Drag::None;
}

// --- dragging ---

void CanvasMouse::move(const QMouseEvent& event) {
    const QPoint at = scene_.toDevice(event.position());
    if (drag_ == Drag::None) {
        hover(event.position().toPoint());
        return;
    }
    const int least = scene_.metrics().px(QGuiApplication::styleHints()->startDragDistance() / 2.);
    dragged_ = dragged_ || (at - pressedAt_).manhattanLength() >= least;
    if (!dragged_) {
        return;
    }
    switch (drag_) {
    case Drag::Height:
        moveEdge(at);
        return;
    case Drag::Row:
        moveHeader(at);
        return;
    case Drag::Pan:
        scene_.state().setFollowing(false); // what one holds stays where it is
        pan(at);
        return;
    default:
        scene_.state().setFollowing(false);
        moveSelection(at, event.modifiers());
    }
}

void CanvasMouse::pan(QPoint at) {
    canvas_.setCursor(Qt::ClosedHandCursor);
    motion_.drag(at - std::exchange(lastAt_, at));
    const TimeScale from(pressedRange_, scene_.geometry().lanesWidth());
    scene_.state().setVisible(shifted(pressedRange_, from.toTime(0) - from.toTime(at.x() - pressedAt_.x())));
    scene_.setScroll(pressedScroll_ - (at.y() - pressedAt_.y()));
}

// A header that is dragged goes between two rows of the same parent.
void CanvasMouse::moveHeader(QPoint at) {
    canvas_.setCursor(Qt::ClosedHandCursor);
    int line = -1;
    dropBefore_ = -1;
    for (const int sibling : siblingsOf(*scene_.rows(), scene_.settings(), pressedRow_)) {
        const auto [top, bottom] = scene_.extentOf(sibling);
        if (top == bottom) {
            continue; // hidden, or folded away
        }
        if (at.y() < (top + bottom) / 2) {
            dropBefore_ = sibling;
            line = top;
            break;
        }
        line = bottom;
    }
    setDropLine(line);
}

// The row follows the mouse; its height is kept when the mouse lets go.
void CanvasMouse::moveEdge(QPoint at) {
    const TimelineRow& row = scene_.row(pressedRow_);
    RowSettings settings = scene_.settings();
    RowSettings::Choice choice = choiceOf(settings, row);
    choice.pitch = scene_.pitchAt(pressedRow_, pressedHeight_ + at.y() - pressedAt_.y());
    settings.choices.insert(row.key, choice);
    scene_.setSettings(std::move(settings));
}

void CanvasMouse::moveSelection(QPoint at, Qt::KeyboardModifiers modifiers) {
    ViewState& state = scene_.state();
    const TimeNs time =
        timeUnder(at, drag_ == Drag::Zoom ? modifiers | Qt::AltModifier : modifiers, &snappedTo_);
    TimeNs fixed = pressedTime_;
    if (drag_ == Drag::BrushBegin) {
        fixed = state.brush()->end;
    } else if (drag_ == Drag::BrushEnd) {
        fixed = state.brush()->begin;
    }
    dragRange_ = TimeRange{std::min(fixed, time), std::max(fixed, time)};
    if (drag_ == Drag::BrushBegin || drag_ == Drag::BrushEnd) {
        // A grip that crosses the other one becomes the other one.
        drag_ = time == dragRange_->end ? Drag::BrushEnd : Drag::BrushBegin;
    }
    if (drag_ != Drag::Zoom && !dragRange_->empty()) {
        state.setBrush(dragRange_); // what is inside is told while one still drags
    }
    state.setCursor(time);
    Q_EMIT changed();
}

// --- letting go ---

void CanvasMouse::release(const QMouseEvent& event) {
    const bool pressed = std::exchange(pressed_, false);
    const Drag drag = std::exchange(drag_, Drag::None);
    const auto range = std::exchange(dragRange_, std::nullopt);
    canvas_.unsetCursor();
    setDropLine(-1);
    Q_EMIT changed();
    if (drag == Drag::Height) {
        if (dragged_) {
            Q_EMIT rowResized(pressedRow_, choiceOf(scene_.settings(), scene_.row(pressedRow_)).pitch);
        }
        return;
    }
    if (!dragged_) {
        if (pressed) { // else the end of a double click, which may have put something else there
            click(event);
        }
    } else if (drag == Drag::Pan) {
        motion_.letGo();
    } else if (drag == Drag::Row) {
        Q_EMIT rowMoved(pressedRow_, dropBefore_);
    } else if (range && !range->empty()) {
        if (drag == Drag::Zoom) {
            scene_.state().setVisible(*range);
        } else {
            scene_.state().setBrush(range);
        }
    }
}

void CanvasMouse::click(const QMouseEvent& event) {
    const Hit hit = scene_.hitAt(event.position());
    if (event.button() == Qt::LeftButton && hit.part == Hit::Part::Row) {
        scene_.state().select(hit.slice);
        if (!hit.slice.valid()) {
            scene_.state().setBrush({});
            chooseSpot(hit);
        }
    } else if (event.button() == Qt::LeftButton && hit.part == Hit::Part::Header) {
        Q_EMIT headerClicked(hit.row);
        if (isBundle(hit.row)) { // it is there to be opened
            Q_EMIT foldToggled(hit.row);
        }
    } else if (event.button() == Qt::RightButton) {
        showContextMenu(hit, event.globalPosition().toPoint());
    }
}

void CanvasMouse::chooseSpot(const Hit& hit) {
    if (hit.row < 0) {
        return;
    }
    const TimelineRows& rows = *scene_.rows();
    const TimelineRow& row = scene_.row(hit.row);
    if (hit.instant) {
        scene_.state().selectSpot(spotOf(rows, row, hit.instant->first));
    } else if (const auto spot = spotAt(rows.trace(), row, hit.time)) {
        scene_.state().selectSpot(*spot);
    }
}

void CanvasMouse::showContextMenu(const Hit& hit, QPoint global) {
    if (hit.slice.valid()) {
        scene_.state().select(hit.slice);
        Q_EMIT sliceContextRequested(hit.slice, global);
    } else if (hit.row >= 0) {
        Q_EMIT rowContextRequested(hit.row, global);
    }
}

void CanvasMouse::doubleClick(const QMouseEvent& event) {
    ViewState& state = scene_.state();
    if (const std::uint64_t mark = scene_.markUnder(event.position()); mark != 0) {
        state.marks().setCurrent(mark);
        Q_EMIT markNameRequested();
        return;
    }
    const Hit hit = scene_.hitAt(event.position());
    if (hit.slice.valid()) {
        const Trace::Slice slice = scene_.rows()->trace().slice(hit.slice);
        state.select(hit.slice);
        state.setVisible(
            zoomed({slice.start, slice.end()}, slice.start + slice.duration / 2, 1.2, ViewState::kShortest));
    } else if (hit.part == Hit::Part::HeaderEdge) {
        Q_EMIT rowResized(hit.row, 0);
    } else if (hit.part == Hit::Part::Header && !isBundle(hit.row)) { // which the first click has opened
        Q_EMIT foldToggled(hit.row);
    }
}

bool CanvasMouse::isBundle(int row) const {
    return scene_.row(row).kind == TimelineRow::Kind::Bundle;
}

// --- without a button ---

void CanvasMouse::hover(QPoint logical) {
    const Hit hit = scene_.hitAt(logical);
    const bool onLanes = hit.part == Hit::Part::Row || hit.part == Hit::Part::Ruler;
    scene_.state().setCursor(onLanes ? std::optional(hit.time) : std::nullopt);
    scene_.state().setHovered(hit.slice);
    const bool onHeader =
        hit.part == Hit::Part::Header || hit.part == Hit::Part::Chevron || hit.part == Hit::Part::HeaderEdge;
    setHoveredHeader(onHeader ? hit.row : -1);
    light_.hover(hit);
    showShape(hit, logical);
    showTip(hit, logical);
}

void CanvasMouse::showShape(const Hit& hit, QPoint logical) {
    const bool onLanes = hit.part == Hit::Part::Row || hit.part == Hit::Part::Ruler;
    if (scene_.markUnder(logical) != 0) {
        canvas_.setCursor(Qt::PointingHandCursor);
    } else if (onLanes && gripAt(scene_.toDevice(logical)) != Drag::None) {
        canvas_.setCursor(Qt::SizeHorCursor);
    } else if (hit.part == Hit::Part::HeaderEdge) {
        canvas_.setCursor(Qt::SizeVerCursor);
    } else {
        canvas_.unsetCursor();
    }
}

void CanvasMouse::showTip(const Hit& hit, QPoint logical) {
    const QPoint global = canvas_.mapToGlobal(logical);
    if (hit.slice.valid()) {
        tip_->showFor(scene_.rows()->lod()->trace(), hit.slice, global);
    } else if (light_.hoveredSpot()) {
        const TimelineRows& rows = *scene_.rows();
        tip_->showInstant(rows.trace(), rows.roles(), rows.instantsOf(scene_.row(hit.row)), *hit.instant,
                          global);
    } else {
        tip_->hide();
    }
}

void CanvasMouse::leave() {
    tip_->hide();
    light_.hover({});
    scene_.state().setHovered({});
    scene_.state().setCursor({});
    setHoveredHeader(-1);
}

void CanvasMouse::setHoveredHeader(int row) {
    if (std::exchange(hoveredHeader_, row) != row) {
        Q_EMIT headersChanged();
    }
}

void CanvasMouse::setDropLine(int y) {
    if (std::exchange(dropLine_, y) != y) {
        Q_EMIT headersChanged();
    }
}

} // namespace lanes
