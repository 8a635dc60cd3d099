// The panel beside the differences. It shows the time in A and in B of a table row, a frame of the flame graph, or an
// event of the timelines.
#pragma once

#include "views/compare/CompareSides.h"
#include "views/compare/CompareTable.h"
#include "views/compare/DiffFlame.h"
#include "views/compare/StepTimelines.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class ComparePanel : public QObject {
    Q_OBJECT

public:
    // `panel` and `sides` outlive this object.
    ComparePanel(Appearance& appearance, SidePanel& panel, const CompareSides& sides, QObject* parent);

    // Shows a row that `rows` contain.
    void showRow(const CompareTable& rows, std::uint32_t index);
    // Shows a node of the scene's tree. `diff` is of the same sessions.
    void showNode(const DiffScene& scene, std::uint32_t index, const SessionDiff& diff);
    // Shows an event of one of the two sides.
    void showSlice(const StepPair& pair, StepTimelines::Which which, SliceId slice);

Q_SIGNALS:
    void sliceChosen(lanes::ViewState* session, lanes::SliceId slice);

private:
    void addLink(const CompareSides::Side& side, SliceId slice); // adds nothing for an invalid slice

    Appearance& appearance_;
    SidePanel& panel_;
    const CompareSides& sides_;
};

} // namespace lanes
