#include "views/timeline/painting/RowLookUp.h"

#include "model/lod/BusyLine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace lanes {
namespace {

struct Picture {
    const TimelineRows& rows;
    const Metrics& metrics;
    PixelGrid grid;
};

void fillBand(const Picture& picture, const DrawRow& row, Band& band, std::vector<TimeNs>& scratch) {
    if (band.paint == Band::Paint::Busy) {
        const auto& lanes = picture.rows.rows()[static_cast<std::size_t>(row.row)].busyLanes;
        band.pixels = busyLine(*picture.rows.lod(), lanes, picture.grid, band.height, scratch);
        return;
    }
    const bool profile = band.paint == Band::Paint::Profile;
    LaneQueryOptions options;
    options.levels = profile ? Band::kProfileLevels : band.height;
    options.minLevel = profile ? 1 : std::max(2, picture.metrics.px(2));
    queryLane(picture.rows.lod()->lanes()[band.lane], picture.grid, options, scratch, band.pixels);
}

void fillCurves(const Picture& picture, DrawRow& row) {
    const double most = row.curveTop;
    const int room = row.height - picture.metrics.px(6);
    for (CurveLine& line : row.curves) {
        const CurveLod& curve = *picture.rows.curves()[line.curve].curve;
        line.top.resize(static_cast<std::size_t>(picture.grid.columns()));
        for (int x = 0; x < picture.grid.columns(); ++x) {
            const double value =
                most > 0 ? curve.maximumIn({picture.grid.edge(x), picture.grid.edge(x + 1)}) / most : 0;
            line.top[static_cast<std::size_t>(x)] =
                static_cast<std::uint16_t>(std::lround(std::max(0., value) * room));
        }
    }
}

// An instant has neither a duration nor a module; where several share a pixel, the first lends its name.
Hue hueOfMark(const InstantMark& mark, const InstantLane& lane, const TimelineRows& rows) {
    switch (rows.coloring()) {
    case ColorBy::Category:
        break;
    case ColorBy::Name:
        return hueOfText(rows.trace().text(rows.trace().points().name[lane.at(mark.first).point]));
    case ColorBy::Module:
        return Hue::Other;
    case ColorBy::Duration:
        return hueOfDuration(0);
    }
    return mark.hue;
}

} // namespace

// Nearly all of a picture's time goes into waiting for memory here, which two threads do in half of it; a picture that was
// quick needs no second one.
void RowLookUp::fill(DrawList& list, const TimelineRows& rows, const Metrics& metrics,
                     const std::stop_token& stop) {
    using SteadyClock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kSlow{2};
    struct Part {
        DrawRow* row;
        Band* band; // null: the row's curves
    };
    const Picture picture{rows, metrics, PixelGrid(list.scale)};
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
                fillBand(picture, *parts[i].row, *parts[i].band, scratch);
            } else {
                fillCurves(picture, *parts[i].row);
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

std::vector<InstantKnob> instantKnobs(const TimelineRow& row, const TimelineRows& rows,
                                      const DrawList& list) {
    std::vector<InstantKnob> knobs;
    const InstantLane& lane = rows.instantsOf(row);
    const std::vector<std::uint32_t>* found =
        list.filtered() ? list.request.found->inInstants(*rows.lod(), row.instants) : nullptr;
    for (const InstantMark& mark : lane.marks(PixelGrid(list.scale))) {
        InstantKnob knob{mark, false};
        knob.mark.hue = hueOfMark(mark, lane, rows);
        if (found != nullptr) {
            const auto at = std::ranges::lower_bound(*found, mark.first);
            knob.found = at != found->end() && *at < mark.first + mark.count;
        }
        knobs.push_back(knob);
    }
    return knobs;
}

} // namespace lanes
