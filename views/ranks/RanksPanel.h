// The side panel about a collective and its job. It shows when each rank came to the collective. For the job it shows the ranks
// that make the others wait, the work that hides communication, and the clocks.
#pragma once

#include "views/ranks/RanksTable.h"
#include "views/shared/session/ViewState.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <optional>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class RanksPanel : public QObject {
    Q_OBJECT

public:
    struct Content {
        const RanksTable& rows;
        std::uint32_t row;                          // one that `rows` contain
        const QList<QPointer<ViewState>>& sessions; // by record; null: closed
        std::optional<HoldUp> holdUp;               // nothing without steady steps
    };

    // Fills `panel`, which must exist at each show().
    RanksPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void sliceChosen(lanes::ViewState* session, lanes::SliceId slice);

private:
    void listArrivals(const Content& content);
    void listCausers(const RanksTable& rows);
    void listOverlap(const RanksTable& rows);
    void listClocks(const RanksTable& rows);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
