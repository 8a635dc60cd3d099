// The rows of the timeline as the session has them: steps, processes with their threads and sub-rows, devices with
// their streams, counters. What the user made of them (folded, pinned...) stands in RowSettings.
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
    QString key; // names what the row is in settings, wherever it stands; stable from run to run
    QString
        also; // key of another row that it stands for, too: what was chosen of that holds until it is chosen itself
    QString label; // "MainThread"
    QString sub;   // quiet, beside the label: the thread's number, the device's model
    QString note;  // second line, from 40 px on
    QString value; // right: "5 steps", a counter's maximum
    QString icon;
    Hue dot = Hue::Other; // where there is no icon
    int indent = 0;
    int parent = -1; // position of the row that it folds into
    bool hasChildren = false;
    bool states = false; // of a thread: where it is, not what it works
    // By rule, until the user says otherwise (RowPolicy.h).
    bool folds = false;
    bool hides = false;
    bool pins = false;
    TrackId track;
    LaneGroup group = LaneGroup::Operators;
    std::uint32_t firstLane = 0; // lanes of LodIndex that it draws, one per level
    std::uint32_t levels = 0;
    std::vector<std::uint32_t> busyLanes; // drawn as a thin line: what everything below does
    std::vector<std::uint32_t> curves;    // of a counter, the one behind first
    std::uint32_t counter = kNone; // of a Counter, in the trace's counters(); none: made of something else
    std::uint32_t instants = 0;    // of Instants: its lane in the LodIndex's instants()
    [[nodiscard]] bool isGroup() const {
        return kind == Kind::Process || kind == Kind::Device || kind == Kind::Thread;
    }
};

// A counter's line, with what its numbers mean.
struct TimelineCurve {
    std::shared_ptr<const CurveLod> curve;
    QString unit; // as quantityText() knows it
    Hue hue = Hue::Norm;
    bool quiet = false; // drawn in grey, behind: an outer limit such as reserved memory
};

class SessionCurves;

// Immutable; any thread.
class TimelineRows {
public:
    // O(slices) for the steps, one pass over their kinds, and what SessionCurves take, to which those of `before` lend what
    // they have where they are of an earlier snapshot of the same session; off the UI thread. While it is recorded (`live`)
    // and from then on, rows keep the order of `before`.
    [[nodiscard]] static std::shared_ptr<const TimelineRows>
    build(std::shared_ptr<const LodIndex> lod, const TimelineRows* before = nullptr, bool live = false);

    // The same rows in other colours, over the level of detail of a trace that was recoloured(). Null if asked to stop. `before`
    // lends what it has where it is of an earlier snapshot of a session that is recorded, in these colours.
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
    // Of a row of Instants.
    [[nodiscard]] const InstantLane& instantsOf(const TimelineRow& row) const {
        return lod_->instants().lanes()[row.instants];
    }
    // Row that draws a lane of the index, or -1.
    [[nodiscard]] int rowOfLane(std::uint32_t lane) const;

private:
    friend class RowsBuilder;
    std::shared_ptr<const LodIndex> lod_;
    std::shared_ptr<const ProcessRoles> roles_;
    std::vector<TimelineRow> rows_;
    std::shared_ptr<const SessionCurves> sources_; // of curves_
    std::vector<TimelineCurve> curves_;
    std::vector<Step> steps_;
    RowPlan plan_;      // what rows_ were made by
    bool calm_ = false; // the session is or was recorded meanwhile
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
