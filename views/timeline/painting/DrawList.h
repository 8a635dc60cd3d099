// The geometry of one picture of the timeline, in device pixels: what the painter replays and the hit test reads.
// Bounded by the picture's size, whatever the session holds.
#pragma once

#include "model/analysis/operators/Related.h"
#include "model/base/TimeScale.h"
#include "model/lod/LaneQuery.h"
#include "views/shared/painting/TextCache.h"
#include "views/shared/session/EventSearch.h"
#include "views/timeline/rows/TimelineRows.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lanes {

// A text on a box, already cut to fit.
struct BoxLabel {
    std::uint32_t box = 0;   // position in the band's boxes
    std::uint32_t first = 0; // parts in DrawList::parts
    std::uint32_t count = 0;
    int top = 0; // of the images, below the band's top
};

// One lane in one stripe of pixels.
struct Band {
    // Boxes: slices and density columns as high as they are busy. Profile: every column full, its colour says how
    // busy; for deep stacks at two pixels a level. Busy: the thin line of a group.
    enum class Paint : std::uint8_t { Boxes, Profile, Busy };
    static constexpr int kProfileLevels = 12;

    Paint paint = Paint::Boxes;
    bool states =
        false; // of a thread: in quieter colours, which run into each other as far as a sample may be off
    int y = 0; // below the row's top
    int height = 0;
    std::uint32_t lane = 0; // of the LodIndex; meaningless for Busy
    LanePixels pixels;
    std::vector<BoxLabel> labels;
    std::vector<std::uint32_t> open;  // boxes of slices that have not ended
    std::vector<std::uint16_t> found; // while something is searched: density columns in which it is
};

struct CurveLine {
    std::uint32_t curve = 0;        // of TimelineRows
    std::vector<std::uint16_t> top; // per column: pixels above the row's base line
};

struct StepBlock {
    int x0 = 0;
    int x1 = 0;
    std::uint32_t step = 0;
    bool begins = false; // its start is in the picture
};

// All instants of one pixel column: a knob on a stem.
struct InstantKnob {
    InstantMark mark;
    bool found = false; // while something is searched: one of them is it
};

struct DrawRow {
    int row = 0; // of TimelineRows
    int y = 0;   // below the first row's top; pinned rows: below the rows area's top
    int height = 0;
    bool pinned = false;
    bool folded = false;              // its children are not shown
    int levels = 1;                   // that share the height,
    int inset = 0;                    // less this above and below
    bool prepared = false;            // bands are filled; rows far outside the picture only have their place
    double busy = -1;                 // share of the visible range; -1: not shown
    QString note;                     // second header line, when it says more than the row's own
    std::vector<QString> outerFrames; // functions that fill the whole view, outermost first
    std::vector<Band> bands;
    std::vector<CurveLine> curves;
    double curveTop = 0; // value at the upper edge
    std::vector<StepBlock> steps;
    std::vector<InstantKnob> instants;
};

struct DrawRequest {
    std::shared_ptr<const TimelineRows> rows;
    RowSettings settings;
    TimeRange range;
    std::optional<TimeRange> brush; // what the headers' figures count, if set
    int width = 0;                  // of the slices' area
    int height = 0;                 // of the rows' area, below the ruler
    int scroll = 0;                 // pixels of rows above the picture
    double dpr = 1;
    Fonts fonts;
    QRgb ink = 0xff000000;
    QRgb quietInk = 0xff000000;                // of texts on dimmed slices
    bool allFlows = false;                     // flows of every box are wanted
    std::shared_ptr<const SearchResult> found; // what is lit, the rest dimmed; null: no search
    std::uint64_t serial = 0;
};

struct DrawList {
    DrawRequest request;
    TimeScale scale;
    std::vector<DrawRow> rows; // pinned ones first
    int pinnedHeight = 0;
    int contentHeight = 0; // of the rows that scroll
    std::vector<TextPart> parts;
    std::vector<std::shared_ptr<const TextImage>> texts; // keep what `parts` points to
    std::vector<Flow> flows; // if they were asked for: of the boxes, at most kMostFlows
    static constexpr std::size_t kMostFlows = 600;
    std::vector<std::uint16_t> foundColumns; // in which something begins that was found, for the ruler

    [[nodiscard]] bool filtered() const { return request.found != nullptr; }
    [[nodiscard]] bool found(SliceId slice) const { return request.found->events->contains(slice); }
    [[nodiscard]] const DrawRow* rowAt(int y, int scroll) const; // y within the rows' area
    [[nodiscard]] int screenTop(const DrawRow& row, int scroll) const {
        return row.pinned ? row.y : pinnedHeight + row.y - scroll;
    }
};

// The draw list as text, for tests: a line per row, band, box, run and mark.
[[nodiscard]] QString toText(const DrawList& list);

} // namespace lanes
