// The content of the canvas: the rows, the list on screen, the scroll position, and the items at a point of the picture. Mouse,
// keys and painting all read it here.
#pragma once

#include "views/shared/look/Appearance.h"
#include "views/shared/session/ViewState.h"
#include "views/timeline/canvas/HitTest.h"
#include "views/timeline/painting/TimelinePicture.h"
#include "views/timeline/painting/TimelineWorker.h"

#include <QBasicTimer>
#include <QObject>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lanes {

// UI thread; rows and lists are made off it. Pixels are device pixels unless stated otherwise.
class TimelineScene : public QObject {
    Q_OBJECT

public:
    TimelineScene(ViewState& state, Appearance& appearance, QObject* parent);

    [[nodiscard]] ViewState& state() const { return state_; }
    [[nodiscard]] Appearance& appearance() const { return appearance_; }

    // The rows on screen, which are those of list(). So a row's number means the same for painting, hit test and highlights.
    // Null before the first list.
    [[nodiscard]] const std::shared_ptr<const TimelineRows>& rows() const { return shown_; }
    [[nodiscard]] const RowSettings& settings() const { return settings_; }
    void setSettings(RowSettings settings);
    void setColoring(ColorBy by);
    [[nodiscard]] ColorBy coloring() const { return coloring_; }
    void setAllFlows(bool all);
    [[nodiscard]] bool allFlows() const { return allFlows_; }
    void setRulerMode(RulerMode mode);
    [[nodiscard]] RulerMode rulerMode() const { return rulerMode_; }
    [[nodiscard]] RulerTime rulerTime() const;

    // list(): the list on screen; null before the first one. isUpToDate(): true if it is of the current trace and range.
    [[nodiscard]] const std::shared_ptr<const DrawList>& list() const { return list_; }
    [[nodiscard]] bool isUpToDate() const;
    [[nodiscard]] TimelinePicture& picture() { return picture_; }
    [[nodiscard]] const TimelineGeometry& geometry() const { return picture_.geometry(); }
    [[nodiscard]] Metrics metrics() const { return picture_.metrics(); }
    [[nodiscard]] TimeScale scale() const { return {state_.visible(), geometry().lanesWidth()}; }
    void resize(int width, int height, qreal dpr);

    // Sets the position of the mouse; none while it is outside. The row under the mouse keeps its place when rows above it
    // change their height. Zooming keeps the moment under the mouse in place.
    void setPointer(std::optional<QPoint> pointer) { pointer_ = pointer; }
    [[nodiscard]] TimeNs anchor() const;

    // Height of the rows above the picture.
    [[nodiscard]] int scroll() const { return scroll_; }
    void setScroll(int scroll);
    void scrollBy(int logicalPixels);
    void scrollToRow(int row);
    [[nodiscard]] int mostScroll() const;   // 0 if all rows are in view
    [[nodiscard]] QRect movingRows() const; // area of scrolling rows: below the ruler and the pinned rows

    // True: the row is in the list, or would be with enough room. It is neither hidden nor folded into another.
    [[nodiscard]] bool isShown(const TimelineRows& rows, int row) const;

    // Pans to the middle of the range if it is not wholly in view. Zooms out only if the range is wider than the picture.
    void showRange(TimeRange range);
    // Both first emit rowWanted() for rows that are folded or hidden.
    void bringIntoView(SliceId slice);
    void bringSpotIntoView(const Spot& spot);
    void zoomBy(double factor); // about anchor(); below 1: closer
    void panBy(double share);   // of the visible range

    [[nodiscard]] QPoint toDevice(QPointF logical) const;
    [[nodiscard]] QRect toLogical(const QRect& device) const;
    [[nodiscard]] Hit hitAt(QPointF logical) const;
    [[nodiscard]] const TimelineRow& row(int row) const {
        return shown_->rows()[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] const DrawRow* drawn(int row) const; // null if the row is not in the list
    // Top and bottom of a row with all rows that fold into it; equal if it is not in the list.
    [[nodiscard]] std::pair<int, int> extentOf(int row) const;
    // Returns the logical pixels per level if the row were `height` pixels high.
    [[nodiscard]] double pitchAt(int row, int height) const;
    [[nodiscard]] std::vector<MarkFlag> flags();
    [[nodiscard]] std::uint64_t markUnder(QPointF logical); // 0: none

Q_SIGNALS:
    void rowsChanged();
    void listChanged();
    // An event has to be shown in a row of `rows` that is folded or hidden.
    void rowWanted(const lanes::TimelineRows& rows, int row);
    void changed(); // rows, headers or ruler must be painted again

private:
    void rebuildRows();
    void requestList();
    void takeList(std::shared_ptr<const DrawList> list);
    void clampScroll();
    void keepPlace(const DrawList& before);
    bool scrollTo(SliceId slice); // false: not in the list
    void timerEvent(QTimerEvent* event) override;

    ViewState& state_;
    Appearance& appearance_;
    TimelinePicture picture_;
    TimelineWorker worker_;
    LatestJob rowsJob_;
    bool buildingRows_ = false;
    std::shared_ptr<const TimelineRows> newest_; // input of the next list
    std::shared_ptr<const LodIndex> source_;     // level of detail of newest_
    std::shared_ptr<const DrawList> list_;
    std::shared_ptr<const TimelineRows> shown_; // those of list_
    RowSettings settings_;
    ColorBy coloring_ = ColorBy::Category;
    bool allFlows_ = false;
    RulerMode rulerMode_ = RulerMode::Session;
    std::optional<QPoint> pointer_;
    int scroll_ = 0;
    SliceId awaited_;        // scroll to it when its row is in the list
    QString awaitedRow_;     // the same, by row key
    QBasicTimer impatience_; // fires if a list is late: the last one is shown stretched
};

} // namespace lanes
