// The panel beside the gaps: what one of them went to, and the events that show it.
#pragma once

#include "views/gaps/GapTable.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class GapsPanel : public QObject {
    Q_OBJECT

public:
    // `panel` outlives this.
    GapsPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // A row that `rows` have: a gap, or one of its stretches.
    void show(const GapTable& rows, std::uint32_t row);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);

private:
    void showGap(const GapTable& rows, std::uint32_t row);
    void showStretch(const GapTable& rows, std::uint32_t row);
    void listCauses(const SessionGap& gap);
    void listProofs(const GapTable& rows, std::uint32_t row);
    void addLink(const GapTable& rows, const QString& what, SliceId slice);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
