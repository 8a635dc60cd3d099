// The panel beside the path: details of a row, and the gain if its events were faster.
#pragma once

#include "model/analysis/path/WhatIf.h"
#include "views/path/PathTable.h"

#include <QObject>
#include <QPointer>

#include <string>

namespace lanes {

class Appearance;
class SidePanel;
class WhatIfRow;

// UI thread. From the data shown it keeps only the row with the slider.
class PathPanel : public QObject {
    Q_OBJECT

public:
    // `panel` outlives this object.
    PathPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // Shows a row that `rows` contain.
    void show(const PathTable& rows, std::uint32_t index);
    // Null if the row shown has no such question.
    [[nodiscard]] WhatIfRow* whatIf() const { return whatIf_; }
    // Sets the length of the range with the speedup chosen last.
    void setAfter(TimeNs after);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    void speedupChosen(const lanes::Speedup& speedup); // of the row's events

private:
    void addWhatIf(const PathTable& rows, const PathRow& row);
    void ask(const std::string& filter);
    void listLongest(const PathTable& rows, const PathRow& row);

    Appearance& appearance_;
    SidePanel& panel_;
    QPointer<WhatIfRow> whatIf_; // a row of the panel
};

} // namespace lanes
