// What the canvas shows, and where: the rows, the list that is on screen, how far the rows are scrolled, and what lies at a
// place of the picture. Mouse, keys and painting all read it here.
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

// UI thread. Rows and lists are made off it. Pixels are device pixels where nothing else is said.
class TimelineScene : public QObject {
    Q_OBJECT

public:
    TimelineScene(ViewState& state, Appearance& appearance, QObject* parent);

    [[nodiscard]] ViewState& state() const { return state_; }
    [[nodiscard]] Appearance& appearance() const { return appearance_; }

    // The rows that are on screen: those of list(), so that the number of a row means the same to whoever paints, hits or
    // lights it. Null before the first list.
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

    // The list on screen, null before the first; and whether it is that of the current trace and range.
    [[nodiscard]] const std::shared_ptr<const DrawList>& list() const { return list_; }
    [[nodiscard]] bool isUpToDate() const;
    [[nodiscard]] TimelinePicture& picture() { return picture_; }
    [[nodiscard]] const TimelineGeometry& geometry() const { return picture_.geometry(); }
    [[nodiscard]] Metrics metrics() const { return picture_.metrics(); }
    [[nodiscard]] TimeScale scale() const { return {state_.visible(), geometry().lanesWidth()}; }
    void resize(int width, int height, qreal dpr);

    // Where the mouse is; nothing while it is elsewhere. The row under it stays where it is when those above it change their
    // height, and the moment under it is what zooming keeps in place.
    void setPointer(std::optional<QPoint> pointer) { pointer_ = pointer; }
    [[nodiscard]] TimeNs anchor() const;

    // Rows above the picture.
    [[nodiscard]] int scroll() const { return scroll_; }
    void setScroll(int scroll);
    void scrollBy(int logicalPixels);
    void scrollToRow(int row);
    [[nodiscard]] int mostScroll() const;   // 0 when all rows are in view
    [[nodiscard]] QRect movingRows() const; // where rows scroll: below the ruler and what is pinned

    // Whether a row is in the list, or would be were there room: neither folded away nor hidden.
    [[nodiscard]] bool isShown(const TimelineRows& rows, int row) const;

    // Pans to its middle where it is not wholly in view; zooms out only if it is wider than the picture.
    void showRange(TimeRange range);
    // Rows that are folded away or hidden are asked for first (rowWanted()).
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
    [[nodiscard]] const DrawRow* drawn(int row) const; // null if it is not in the list
    // Top and bottom of a row and all that folds into it; equal where it is not in the list.
    [[nodiscard]] std::pair<int, int> extentOf(int row) const;
    // Logical pixels per level of a row, were it so many pixels high.
    [[nodiscard]] double pitchAt(int row, int height) const;
    [[nodiscard]] std::vector<MarkFlag> flags();
    [[nodiscard]] std::uint64_t markUnder(QPointF logical); // 0: none

Q_SIGNALS:
    void rowsChanged();
    void listChanged();
    // Something in a row of `rows` is to be seen that is folded away or hidden.
    void rowWanted(const lanes::TimelineRows& rows, int row);
    void changed(); // rows, headers or ruler have to be painted again

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
    std::shared_ptr<const TimelineRows> newest_; // what the next list is made of
    std::shared_ptr<const LodIndex> source_;     // what newest_ was built from
    std::shared_ptr<const DrawList> list_;
    std::shared_ptr<const TimelineRows> shown_; // those of list_
    RowSettings settings_;
    ColorBy coloring_ = ColorBy::Category;
    bool allFlows_ = false;
    RulerMode rulerMode_ = RulerMode::Session;
    std::optional<QPoint> pointer_;
    int scroll_ = 0;
    SliceId awaited_;        // to be scrolled to when its row is in the list
    QString awaitedRow_;     // by key; the same
    QBasicTimer impatience_; // a list is late: show the last one stretched
};

} // namespace lanes
