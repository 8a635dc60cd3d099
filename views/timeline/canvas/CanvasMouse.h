// The mouse on the canvas. Left drag selects a range, Shift+left or right drag pans, middle drag zooms to the range. Headers
// are dragged to other places and heights; marks and events are clicked.
#pragma once

#include "views/timeline/canvas/HitTest.h"

#include <QObject>
#include <QPoint>
#include <QRect>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

class QMouseEvent;
class QWidget;

namespace lanes {

class CanvasMotion;
class SelectionLight;
class SliceTip;
class TimelineScene;

class CanvasMouse : public QObject {
    Q_OBJECT

public:
    // `scene`, `light` and `motion` belong to `canvas`. The mouse cursor and the tip are shown on `canvas`.
    CanvasMouse(TimelineScene& scene, SelectionLight& light, CanvasMotion& motion, QWidget& canvas);
    ~CanvasMouse() override;

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void leave();
    // Hides the tip, because its event is no longer under the mouse.
    void hideTip();

    // Sets the box of the pill that tells whether the end is followed, in device pixels. The pill acts as a button.
    void setLivePill(const QRect& pill) { livePill_ = pill; }
    // While a range is dragged: the range, and the name of the event to which its edge has snapped.
    [[nodiscard]] const std::optional<TimeRange>& dragRange() const { return dragRange_; }
    [[nodiscard]] const QString& snappedTo() const { return snappedTo_; }
    // The row whose header is under the mouse, and the y of the line where a dragged header would be put; -1: none.
    [[nodiscard]] int hoveredHeader() const { return hoveredHeader_; }
    [[nodiscard]] int dropLine() const { return dropLine_; }

Q_SIGNALS:
    void changed();        // the overlay has to be painted again
    void headersChanged(); // hoveredHeader() or dropLine() has changed
    void headerClicked(int row);
    void foldToggled(int row);
    void rowMoved(int row, int before);
    void rowResized(int row, double pitch);
    void markNameRequested();
    void rowContextRequested(int row, QPoint globalPosition);
    void sliceContextRequested(lanes::SliceId slice, QPoint globalPosition);

private:
    enum class Drag : std::uint8_t { None, Select, Pan, Zoom, BrushBegin, BrushEnd, Row, Height };

    [[nodiscard]] Drag dragOf(const QMouseEvent& event);
    [[nodiscard]] bool isBundle(int row) const;
    [[nodiscard]] bool clickControl(const QMouseEvent& event);
    [[nodiscard]] Drag gripAt(QPoint device) const;
    [[nodiscard]] TimeNs timeUnder(QPoint device, Qt::KeyboardModifiers modifiers,
                                   QString* snappedTo = nullptr) const;
    void pan(QPoint at);
    void moveHeader(QPoint at);
    void moveEdge(QPoint at);
    void moveSelection(QPoint at, Qt::KeyboardModifiers modifiers);
    void click(const QMouseEvent& event);
    void chooseSpot(const Hit& hit);
    void showContextMenu(const Hit& hit, QPoint global);
    void hover(QPoint logical);
    void showShape(const Hit& hit, QPoint logical);
    void showTip(const Hit& hit, QPoint logical);
    void setHoveredHeader(int row);
    void setDropLine(int y);

    TimelineScene& scene_;
    SelectionLight& light_;
    CanvasMotion& motion_;
    QWidget& canvas_;
    std::unique_ptr<SliceTip> tip_;
    Drag drag_ = Drag::None;
    bool pressed_ = false; // a button is down, and the press did not act at once
    bool dragged_ = false; // moved too far for a click
    QPoint pressedAt_;
    QPoint lastAt_;
    TimeNs pressedTime_ = 0;
    TimeRange pressedRange_;
    int pressedRow_ = -1;
    int pressedScroll_ = 0;
    int pressedHeight_ = 0; // height of pressedRow_
    int dropBefore_ = -1;   // sibling of pressedRow_; -1: behind the last one
    int dropLine_ = -1;
    int hoveredHeader_ = -1;
    std::optional<TimeRange> dragRange_; // while selecting or zooming
    QString snappedTo_;
    QRect livePill_;
};

} // namespace lanes
