// The panel beside the path: what a row of it is, and what would be gained if it were faster.
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

// UI thread. Of what it shows it keeps nothing but the row that asks.
class PathPanel : public QObject {
    Q_OBJECT

public:
    // `panel` outlives this.
    PathPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // A row that `rows` have.
    void show(const PathTable& rows, std::uint32_t index);
    // Null where nothing can be asked of the row that is shown.
    [[nodiscard]] WhatIfRow* whatIf() const { return whatIf_; }
    // What the range would take with the speedup that was chosen last; nothing where nothing can be asked.
    void setAfter(TimeNs after);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    void speedupChosen(const lanes::Speedup& speedup); // of what the row stands for

private:
    void addWhatIf(const PathTable& rows, const PathRow& row);
    void ask(const std::string& filter);
    void listLongest(const PathTable& rows, const PathRow& row);

    Appearance& appearance_;
    SidePanel& panel_;
    QPointer<WhatIfRow> whatIf_; // a row of the panel
};

} // namespace lanes
