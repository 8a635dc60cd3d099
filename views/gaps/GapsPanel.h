// The panel beside the gaps: the causes of a gap, and the events that prove them.
#pragma once

#include "views/gaps/GapTable.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class GapsPanel : public QObject {
    Q_OBJECT

public:
    // `panel` outlives this object.
    GapsPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    // Shows a row that `rows` contain: a gap, or one of its stretches.
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
