// The geometry of one picture of the timeline, in device pixels. The painter replays it, and the hit test reads it. Its size is
// bounded by the size of the picture, however large the session is.
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
    std::uint32_t box = 0;   // index of the band's boxes
    std::uint32_t first = 0; // index of the first part in DrawList::parts
    std::uint32_t count = 0;
    int top = 0; // top of the text's images, below the band's top
};

// One lane in one horizontal stripe of the picture.
struct Band {
    // Boxes: slices, and density columns whose height shows how busy they are. Profile: full columns whose colour shows how
    // busy they are, for deep stacks at two pixels a level. Busy: the thin line of a group.
    enum class Paint : std::uint8_t { Boxes, Profile, Busy };
    static constexpr int kProfileLevels = 12;

    Paint paint = Paint::Boxes;
    // True for the states of a thread. They have quieter colours, which blend at the borders as far as a sample may be off.
    bool states = false;
    int y = 0; // below the top of the row
    int height = 0;
    std::uint32_t lane = 0; // index of the LodIndex's lanes; meaningless for Busy
    LanePixels pixels;
    std::vector<BoxLabel> labels;
    std::vector<std::uint32_t> open;  // indices of boxes whose slices have not ended
    std::vector<std::uint16_t> found; // during a search: density columns with a match
};

struct CurveLine {
    std::uint32_t curve = 0;        // index of TimelineRows::curves()
    std::vector<std::uint16_t> top; // per column: pixels above the base line of the row
};

struct StepBlock {
    int x0 = 0;
    int x1 = 0;
    std::uint32_t step = 0;
    bool begins = false; // the start of the step is in the picture
};

// All instants of one pixel column, drawn as a knob on a stem.
struct InstantKnob {
    InstantMark mark;
    bool found = false; // during a search: one of them matches
};

struct DrawRow {
    int row = 0; // index of TimelineRows::rows()
    int y = 0;   // below the top of the first row; pinned rows: below the top of the rows area
    int height = 0;
    bool pinned = false;
    bool folded = false;              // its children are not shown
    int levels = 1;                   // number of levels that share the height
    int inset = 0;                    // free space above and below the levels
    bool prepared = false;            // bands are filled; rows far outside the picture only have a place
    double busy = -1;                 // busy share of the visible range; -1: not shown
    QString note;                     // second line of the header, if it differs from the row's own
    std::vector<QString> outerFrames; // functions that fill the whole view, outermost first
    std::vector<Band> bands;
    std::vector<CurveLine> curves;
    double curveTop = 0; // value at the upper edge of the curves
    std::vector<StepBlock> steps;
    std::vector<InstantKnob> instants;
};

struct DrawRequest {
    std::shared_ptr<const TimelineRows> rows;
    RowSettings settings;
    TimeRange range;
    std::optional<TimeRange> brush; // if set, the headers' figures count only this range
    int width = 0;                  // of the area of slices
    int height = 0;                 // of the rows area, below the ruler
    int scroll = 0;                 // height of rows above the picture
    double dpr = 1;
    Fonts fonts;
    QRgb ink = 0xff000000;
    QRgb quietInk = 0xff000000;                // colour of texts on dimmed slices
    bool allFlows = false;                     // flows of all boxes are wanted
    std::shared_ptr<const SearchResult> found; // matches are highlighted, the rest is dimmed; null: no search
    std::uint64_t serial = 0;
};

struct DrawList {
    DrawRequest request;
    TimeScale scale;
    std::vector<DrawRow> rows; // pinned rows first
    int pinnedHeight = 0;
    int contentHeight = 0; // of the rows that scroll
    std::vector<TextPart> parts;
    std::vector<std::shared_ptr<const TextImage>> texts; // owns the images that `parts` refers to
    std::vector<Flow> flows; // flows of the boxes, if requested; at most kMostFlows
    static constexpr std::size_t kMostFlows = 600;
    std::vector<std::uint16_t> foundColumns; // for the ruler: columns in which a match begins

    [[nodiscard]] bool filtered() const { return request.found != nullptr; }
    [[nodiscard]] bool found(SliceId slice) const { return request.found->events->contains(slice); }
    [[nodiscard]] const DrawRow* rowAt(int y, int scroll) const; // y is within the rows area
    [[nodiscard]] int screenTop(const DrawRow& row, int scroll) const {
        return row.pinned ? row.y : pinnedHeight + row.y - scroll;
    }
};

// Returns the draw list as text, for tests: a line for each row, band, box, run and mark.
[[nodiscard]] QString toText(const DrawList& list);

} // namespace lanes
