// Makes a draw list from rows, visible range and size. All reading of events for a picture happens here, off the UI thread.
#pragma once

#include "views/shared/painting/TextCache.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/RowLookUp.h"
#include "views/timeline/painting/SliceNames.h"
#include "views/timeline/rows/RowLayout.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// Used by one thread. It keeps data for the next picture: names, rendered texts, and which rows are open. So rows near a
// threshold do not switch their form back and forth.
class TimelinePrepare {
public:
    TimelinePrepare();
    ~TimelinePrepare();

    // O(pixels x log slices). Returns null if stopped.
    [[nodiscard]] std::shared_ptr<const DrawList> prepare(DrawRequest request,
                                                          const std::stop_token& stop = {});

private:
    void adopt(const DrawRequest& request);
    void findMatches(Band& band, const PixelGrid& grid, const DrawList& list) const;
    [[nodiscard]] std::vector<RowContent> contents(const DrawRequest& request, const PixelGrid& grid);
    [[nodiscard]] RowContent contentOf(std::size_t row, const DrawRequest& request, const PixelGrid& grid);
    void fillRow(const PlacedRow& placed, const PixelGrid& grid, DrawList& list, DrawRow& out);
    void addLevels(const PlacedRow& placed, DrawRow& out) const;
    void addBusyLine(const TimelineRow& row, DrawRow& out) const;
    void addCurves(const TimelineRow& row, DrawRow& out) const;
    void finishRow(DrawRow& row, const PixelGrid& grid, DrawList& list);
    void fillOuterFrames(const TimelineRow& row, const PlacedRow& placed, const DrawList& list, DrawRow& out);
    void fillSteps(const DrawList& list, DrawRow& out) const;
    void findOpen(Band& band) const;
    void addFlows(const Band& band, DrawList& list) const;
    void label(Band& band, DrawList& list);
    void placeLabel(Band& band, std::uint32_t box, DrawList& list);
    [[nodiscard]] double busyShare(const TimelineRow& row, TimeRange range) const;

    std::optional<TextCache> texts_;
    std::optional<SliceNames> names_;
    std::shared_ptr<const TimelineRows> rows_;
    Fonts fonts_;
    Metrics metrics_;
    std::vector<RowContent> last_;
    int lastZoom_ = 0;
    RowLookUp lookUp_;
};

} // namespace lanes
