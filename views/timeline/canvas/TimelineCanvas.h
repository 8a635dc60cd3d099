// The surface of the timeline: shows draw lists, and turns mouse, wheel and gestures into moves of the ViewState.
// Keys with a name stand in TimelineView's commands; only those that are held (W A S D) are handled here.
#pragma once

#include "views/shared/look/Appearance.h"
#include "views/shared/painting/VectorPicture.h"
#include "views/shared/session/ViewState.h"
#include "views/timeline/canvas/HitTest.h"
#include "views/timeline/canvas/Kinetic.h"
#include "views/timeline/canvas/Navigation.h"
#include "views/timeline/painting/TimelinePicture.h"
#include "views/timeline/painting/TimelineWorker.h"
#include "views/timeline/tools/PathOverlay.h"

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QWidget>

#include <memory>
#include <optional>

namespace lanes {

class SliceTip;
class TimelineParts;

class TimelineCanvas : public QWidget {
    Q_OBJECT

public:
    TimelineCanvas(ViewState& state, Appearance& appearance, QWidget* parent = nullptr);
    ~TimelineCanvas() override;

    [[nodiscard]] const std::shared_ptr<const TimelineRows>& rows() const { return rows_; }
    [[nodiscard]] const RowSettings& settings() const { return settings_; }
    void setSettings(RowSettings settings);
    void setSameNameLit(bool lit);
    [[nodiscard]] bool sameNameLit() const { return sameName_; }
    // Flows of everything that is in view, not only of what is selected.
    void setAllFlows(bool all);
    [[nodiscard]] bool allFlows() const { return allFlows_; }
    [[nodiscard]] PathOverlay& path() { return *path_; }
    void setRulerMode(RulerMode mode);
    [[nodiscard]] RulerMode rulerMode() const { return rulerMode_; }
    void setColoring(ColorBy by);
    [[nodiscard]] ColorBy coloring() const { return coloring_; }
    // Pixels of rows above the picture.
    [[nodiscard]] int scroll() const { return scroll_; }
    void scrollBy(int logicalPixels);

    // The list on screen, and whether it is that of the current trace and range; for tests and tools.
    [[nodiscard]] const std::shared_ptr<const DrawList>& list() const { return list_; }
    [[nodiscard]] bool isUpToDate() const;
    [[nodiscard]] std::optional<QRect> rectOf(SliceId slice) const; // logical pixels
    [[nodiscard]] QRect
    rowRect(const DrawRow& row) const; // of list(), with its head; empty where it is out of view
    [[nodiscard]] ViewState& state() const { return state_; }
    [[nodiscard]] int hoveredRow() const { return headers_.hovered; }

    // The row that the keyboard leads, -1 while the mouse does; and the event that the row begins with on screen.
    [[nodiscard]] int ledRow() const { return headers_.led ? headers_.focused : -1; }
    [[nodiscard]] SliceId firstInLedRow() const;
    [[nodiscard]] std::optional<Spot> firstInstantInLedRow() const;
    void leadRow(int row);

    // What is on screen in shapes, and the rows above and below it; empty before the first list.
    [[nodiscard]] VectorPicture vectors(const Theme& theme) const;
    [[nodiscard]] QByteArray svg() const; // of vectors() as it looks here

    // The flag of a mark of the user's, in logical pixels; nothing where it is not in view.
    [[nodiscard]] std::optional<QRect> flagOf(std::uint64_t mark);

    // Zooms by `factor` (below 1: closer) about the mouse, or the middle if it is elsewhere.
    void zoomBy(double factor);
    // Makes a row higher or lower, as rowResized() tells.
    void changeHeight(int row, double factor);
    // Pans by a share of the visible range.
    void panBy(double share);
    // Scrolls and pans so that the slice is seen; zooms out only if it is wider than the picture.
    void bringIntoView(SliceId slice);
    void bringSpotIntoView(const Spot& spot);

Q_SIGNALS:
    void rowContextRequested(int row, QPoint globalPosition);
    void sliceContextRequested(lanes::SliceId slice, QPoint globalPosition);
    void foldToggled(int row);
    void markNameRequested();           // of the current mark
    void rowMoved(int row, int before); // see moveRow()
    // The user chose the height of a row: logical pixels per level, 0 for what it has by itself.
    void rowResized(int row, double pitch);
    void rowsChanged();
    void ledRowChanged();
    void listChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    enum class Drag { None, Select, Pan, Zoom, BrushBegin, BrushEnd, Row, Height, Scroll };

    void rebuildRows();
    void requestList();
    void takeList(std::shared_ptr<const DrawList> list);
    void repaintRows();
    void paintRows(QImage& image);
    void updateRelated();
    void findGapSteps();
    void clampScroll();
    void showRange(TimeRange range);
    void scrollToRow(int row);
    void paintLedRow(QPainter& painter) const;
    void moveHeader(QPoint at);
    [[nodiscard]] const DrawRow* drawn(int row) const; // null if it is not in the list
    [[nodiscard]] double pitchAt(int height) const;    // of pressedRow_, were it so many device pixels high
    void dragHeight(int height);
    [[nodiscard]] std::pair<int, int> extentOf(int row) const;
    void moveSelection(QPoint at, Qt::KeyboardModifiers modifiers);
    void panTo(QPoint at);
    void feedKinetic(QPointF by);
    void letGo();
    void moveOn();
    void stopMoving();
    void hoverAt(QPoint logical);
    void finishClick(QMouseEvent* event);
    void chooseSpot(const Hit& hit);
    void hoverInstant(const Hit& hit);
    void showContextMenu(const Hit& hit, QPoint global);
    [[nodiscard]] QPoint toDevice(QPointF logical) const;
    [[nodiscard]] TimeScale scale() const;
    [[nodiscard]] Hit hitAt(QPointF logical) const;
    [[nodiscard]] TimeNs timeUnder(QPoint device, Qt::KeyboardModifiers modifiers,
                                   QString* snappedTo = nullptr) const;
    [[nodiscard]] Drag gripAt(QPoint device) const;
    [[nodiscard]] OverlayState overlay();
    [[nodiscard]] RulerTime rulerTime() const;
    [[nodiscard]] std::vector<MarkFlag> flags();
    [[nodiscard]] std::uint64_t markUnder(QPointF logical); // 0: none
    // The scroll bar's handle over the rows, in device pixels; empty when all rows are in view.
    [[nodiscard]] QRect scrollHandle() const;
    void scrollTo(int y);
    void describeSelection();
    [[nodiscard]] TimeNs anchor() const;

    ViewState& state_;
    Appearance& appearance_;
    TimelinePicture picture_;
    TimelineWorker worker_;
    LatestJob rowsJob_;
    std::shared_ptr<const TimelineRows> rows_;
    std::shared_ptr<const LodIndex> rowsSource_; // what rows_ were built from
    std::shared_ptr<const DrawList> list_;
    RowSettings settings_;
    HeaderState headers_;
    Related related_;
    std::optional<SpotPlace> spot_;
    std::vector<GapStep> gapSteps_; // of spot_
    LatestJob gapJob_;
    std::optional<SpotPlace> hoveredSpot_;
    PathOverlay* path_; // child
    int scroll_ = 0;
    bool sameName_ = true;
    ColorBy coloring_ = ColorBy::Category;
    bool allFlows_ = false;
    RulerMode rulerMode_ = RulerMode::Session;
    // Rows, headers or ruler are not those of list_ and scroll_: on screen, and in the picture, which is painted when
    // something else than the rows changes for the first time.
    bool dirty_ = true;
    bool stale_ = true;
    QBasicTimer impatience_; // a list is late: show the last one stretched

    Kinetic kinetic_;
    QBasicTimer kineticTimer_;
    QElapsedTimer kineticClock_; // since the last move
    QPoint lastAt_;

    HeldKeys held_;
    QBasicTimer heldTimer_;
    QElapsedTimer heldClock_;

    Drag drag_ = Drag::None;
    bool dragged_ = false; // far enough to be no click
    QPoint pressedAt_;
    TimeNs pressedTime_ = 0;
    TimeRange pressedRange_;
    int pressedRow_ = -1;
    int grabbedHandle_ = 0; // from the scroll bar's handle's top to where it was grabbed
    int dropBefore_ = -1;   // sibling of pressedRow_, or -1: behind the last
    int pressedScroll_ = 0;
    int pressedHeight_ = 0;              // of pressedRow_
    std::optional<TimeRange> dragRange_; // while selecting or zooming
    QString snappedTo_;
    QRect livePill_;       // device pixels; empty unless the session is still recorded
    double wheelRest_ = 0; // of a scroll by less than a pixel
    std::unique_ptr<SliceTip> tip_;
    TimelineParts* parts_; // child
};

} // namespace lanes
