// The panel beside the findings: how much a finding saves, what to do, and the places where it was seen.
#pragma once

#include "views/advice/AdviceTable.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class AdvicePanel : public QObject {
    Q_OBJECT

public:
    // `panel` outlives this object.
    AdvicePanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // Shows a row that `rows` contain: a finding, or one of its places.
    void show(const AdviceTable& rows, std::uint32_t row);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    void rowChosen(std::uint32_t row); // row of another finding

private:
    void showFinding(const AdviceTable& rows, std::uint32_t row);
    void showPlace(const AdviceTable& rows, std::uint32_t row);
    void listPlaces(const AdviceTable& rows, const Finding& finding);
    void listOverlaps(const AdviceTable& rows, const Finding& finding);
    void listStack(const PythonStack& stack);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
