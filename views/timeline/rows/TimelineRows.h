// The rows of the timeline as found in the session: steps, processes with their threads and sub-rows, devices with their
// streams, counters. RowSettings contains the user's changes to them (folded, pinned...).
#pragma once

#include "model/analysis/time/Steps.h"
#include "model/lod/CurveLod.h"
#include "model/lod/LodIndex.h"
#include "views/shared/session/RowSettings.h"
#include "views/timeline/rows/Recolour.h"
#include "views/timeline/rows/RowPolicy.h"

#include <QHash>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace lanes {

struct TimelineRow {
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    enum class Kind : std::uint8_t {
        Steps,
        Process,
        Device,
        Thread,
        Group,
        Stream,
        Bundle, // rows of one kind, folded into one
        Counter,
        Instants
    };

    Kind kind = Kind::Group;
    QString key; // identifies the row in settings, wherever it is; stable from run to run
    // Key of another row that this row represents, too. That row's settings apply until the user changes this row.
    QString also;
    QString label; // "MainThread"
    QString sub;   // quiet, beside the label: the number of the thread, the model of the device
    QString note;  // second line; shown for rows of 40 px or more
    QString value; // at the right: "5 steps", the maximum of a counter
    QString icon;
    Hue dot = Hue::Other; // colour of the dot; used if there is no icon
    int indent = 0;
    int parent = -1; // index of the row into which it folds
    bool hasChildren = false;
    bool states = false; // shows the states of a thread, not its work
    // Defaults by rule (RowPolicy.h) until the user changes them.
    bool folds = false;
    bool hides = false;
    bool pins = false;
    TrackId track;
    LaneGroup group = LaneGroup::Operators;
    std::uint32_t firstLane = 0; // lanes of the LodIndex that it draws, one per level
    std::uint32_t levels = 0;
    std::vector<std::uint32_t> busyLanes; // lanes of all rows below, drawn as a thin line
    std::vector<std::uint32_t> curves;    // of a counter, the one painted first comes first
    std::uint32_t counter = kNone; // index of the trace's counters(); kNone: the row has another source
    std::uint32_t instants = 0;    // of Instants: index of its lane in the LodIndex's instants()
};

// A curve of a counter row, with the meaning of its numbers.
struct TimelineCurve {
    std::shared_ptr<const CurveLod> curve;
    QString unit; // see quantityText()
    Hue hue = Hue::Norm;
    bool quiet = false; // grey, in the background: an outer limit such as reserved memory
};

class SessionCurves;

// Immutable; any thread.
class TimelineRows {
public:
    // Makes the rows, off the UI thread. O(slices) for the steps, one pass over the kinds of slices, and the cost of
    // SessionCurves. `before` are the rows of an earlier snapshot of the same session, whose curves are reused. While the
    // session is recorded (`live`), and from then on, rows keep the order of `before`.
    [[nodiscard]] static std::shared_ptr<const TimelineRows>
    build(std::shared_ptr<const LodIndex> lod, const TimelineRows* before = nullptr, bool live = false);

    // Returns the same rows in other colours, over the level of detail of a recoloured() trace. Null if stopped. If `before` is
    // of an earlier snapshot of a session being recorded, in these colours, its data are reused.
    [[nodiscard]] static std::shared_ptr<const TimelineRows>
    coloredBy(const std::shared_ptr<const TimelineRows>& rows, ColorBy by, const std::stop_token& stop,
              const TimelineRows* before = nullptr);

    [[nodiscard]] const std::shared_ptr<const LodIndex>& lod() const { return lod_; }
    [[nodiscard]] ColorBy coloring() const { return coloring_; }
    [[nodiscard]] const Trace& trace() const { return *lod_->trace(); }
    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return rows_; }
    [[nodiscard]] const std::vector<TimelineCurve>& curves() const { return curves_; }
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    [[nodiscard]] const ProcessRoles& roles() const { return *roles_; }
    // Only for a row of kind Instants.
    [[nodiscard]] const InstantLane& instantsOf(const TimelineRow& row) const {
        return lod_->instants().lanes()[row.instants];
    }
    // Returns the row that draws a lane of the index, or -1.
    [[nodiscard]] int rowOfLane(std::uint32_t lane) const;

private:
    friend class RowsBuilder;
    std::shared_ptr<const LodIndex> lod_;
    std::shared_ptr<const ProcessRoles> roles_;
    std::vector<TimelineRow> rows_;
    std::shared_ptr<const SessionCurves> sources_; // source of curves_
    std::vector<TimelineCurve> curves_;
    std::vector<Step> steps_;
    RowPlan plan_;      // source of rows_
    bool calm_ = false; // the session is being recorded, or was
    std::vector<int> rowOfLane_;
    ColorBy coloring_ = ColorBy::Category;
};

[[nodiscard]] inline RowSettings::Choice choiceOf(const RowSettings& settings, const TimelineRow& row) {
    RowSettings::Choice byRule{.folded = row.folds, .hidden = row.hides, .pinned = row.pins};
    if (!row.also.isEmpty()) {
        const RowSettings::Choice also = settings.of(row.also, byRule);
        byRule.hidden = also.hidden;
        if (row.track.valid()) { // else it is a part of that
            byRule.folded = also.folded;
            byRule.pinned = also.pinned;
        }
    }
    return settings.of(row.key, byRule);
}

} // namespace lanes
