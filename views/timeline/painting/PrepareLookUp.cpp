// The part of a draw list that looks at slices, counters and instants: pixels of bands, heights of curves, marks.
#include "model/lod/BusyLine.h"
#include "views/timeline/painting/TimelinePrepare.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace lanes {

// What the rows' bands and curves hold. Nearly all of a picture's time goes into waiting for memory here, which two threads
// do in half of it; a picture that was quick needs no second one.
void TimelinePrepare::lookUp(DrawList& list, const PixelGrid& grid, const std::stop_token& stop) {
    using SteadyClock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kSlow{2};
    struct Part {
        DrawRow* row;
        Band* band; // null: the row's curves
    };
    std::vector<Part> parts;
    for (DrawRow& row : list.rows) {
        for (Band& band : row.bands) {
            parts.push_back({&row, &band});
        }
        if (!row.curves.empty()) {
            parts.push_back({&row, nullptr});
        }
    }
    std::atomic<std::size_t> next{0};
    const auto work = [&](std::vector<TimeNs>& scratch) {
        for (std::size_t i = next++; i < parts.size() && !stop.stop_requested(); i = next++) {
            if (parts[i].band != nullptr) {
                fillBand(*parts[i].row, *parts[i].band, grid, scratch);
            } else {
                fillCurves(*parts[i].row, grid);
            }
        }
    };
    const auto start = SteadyClock::now();
    {
        std::vector<TimeNs> scratch;
        std::jthread helper;
        if (wasSlow_) {
            helper = std::jthread([&] { work(scratch); });
        }
        work(scratch_);
    }
    wasSlow_ = SteadyClock::now() - start > kSlow;
}

void TimelinePrepare::fillBand(const DrawRow& row, Band& band, const PixelGrid& grid,
                               std::vector<TimeNs>& scratch) const {
    if (band.paint == Band::Paint::Busy) {
        const auto& lanes = rows_->rows()[static_cast<std::size_t>(row.row)].busyLanes;
        band.pixels = busyLine(*rows_->lod(), lanes, grid, band.height, scratch);
        return;
    }
    const bool profile = band.paint == Band::Paint::Profile;
    LaneQueryOptions options;
    options.levels = profile ? Band::kProfileLevels : band.height;
    options.minLevel = profile ? 1 : std::max(2, metrics_.px(2));
    queryLane(rows_->lod()->lanes()[band.lane], grid, options, scratch, band.pixels);
}

void TimelinePrepare::fillCurves(DrawRow& row, const PixelGrid& grid) const {
    const double most = row.curveTop;
    const int room = row.height - metrics_.px(6);
    for (CurveLine& line : row.curves) {
        const CurveLod& curve = *rows_->curves()[line.curve].curve;
        line.top.resize(static_cast<std::size_t>(grid.columns()));
        for (int x = 0; x < grid.columns(); ++x) {
            const double value = most > 0 ? curve.maximumIn({grid.edge(x), grid.edge(x + 1)}) / most : 0;
            line.top[static_cast<std::size_t>(x)] =
                static_cast<std::uint16_t>(std::lround(std::max(0., value) * room));
        }
    }
}

// O(columns log instants).
void TimelinePrepare::addInstants(const TimelineRow& row, const PixelGrid& grid, const DrawList& list,
                                  DrawRow& out) const {
    const InstantLane& lane = rows_->instantsOf(row);
    const std::vector<std::uint32_t>* found =
        list.filtered() ? list.request.found->inInstants(*rows_->lod(), row.instants) : nullptr;
    for (const InstantMark& mark : lane.marks(grid)) {
        InstantKnob knob{mark, false};
        knob.mark.hue = hueOfMark(mark, lane);
        if (found != nullptr) {
            const auto at = std::ranges::lower_bound(*found, mark.first);
            knob.found = at != found->end() && *at < mark.first + mark.count;
        }
        out.instants.push_back(knob);
    }
}

// An instant has neither a duration nor a module; where several share a pixel, the first lends its name.
Hue TimelinePrepare::hueOfMark(const InstantMark& mark, const InstantLane& lane) const {
    switch (rows_->coloring()) {
    case ColorBy::Category:
        break;
    case ColorBy::Name:
        return hueOfText(rows_->trace().text(rows_->trace().points().name[lane.at(mark.first).point]));
    case ColorBy::Module:
        return Hue::Other;
    case ColorBy::Duration:
        return hueOfDuration(0);
    }
    return mark.hue;
}

} // namespace lanes
