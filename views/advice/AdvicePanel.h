// The panel beside the findings: what one of them saves, what to do, and the places where it was seen.
#pragma once

#include "views/advice/AdviceTable.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class AdvicePanel : public QObject {
    Q_OBJECT

public:
    // `panel` outlives this.
    AdvicePanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // A row that `rows` have: a finding, or one of its places.
    void show(const AdviceTable& rows, std::uint32_t row);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    void rowChosen(std::uint32_t row); // of another finding

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
