// The panel beside the differences: what a row of the table, a frame of the flame graph or an event of the timelines took in A
// and in B.
#pragma once

#include "views/compare/CompareSides.h"
#include "views/compare/CompareTable.h"
#include "views/compare/DiffFlame.h"
#include "views/compare/StepTimelines.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class ComparePanel : public QObject {
    Q_OBJECT

public:
    // `panel` and `sides` outlive this.
    ComparePanel(Appearance& appearance, SidePanel& panel, const CompareSides& sides, QObject* parent);

    // A row that `rows` have.
    void showRow(const CompareTable& rows, std::uint32_t index);
    // A node of the scene's tree; `diff`: of the same sessions.
    void showNode(const DiffScene& scene, std::uint32_t index, const SessionDiff& diff);
    // An event of one of the two.
    void showSlice(const StepPair& pair, StepTimelines::Which which, SliceId slice);

Q_SIGNALS:
    void sliceChosen(lanes::ViewState* session, lanes::SliceId slice);

private:
    void addLink(const CompareSides::Side& side, SliceId slice); // nothing for a slice that is none

    Appearance& appearance_;
    SidePanel& panel_;
    const CompareSides& sides_;
};

} // namespace lanes
