// What the side panel says of a collective: who came when to it, and of the job, who makes the others wait, what hides
// communication, and the clocks.
#pragma once

#include "views/ranks/RanksTable.h"
#include "views/shared/session/ViewState.h"

#include <QList>
#include <QObject>
#include <QPointer>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class RanksPanel : public QObject {
    Q_OBJECT

public:
    struct Content {
        const RanksTable& rows;
        std::uint32_t row;                          // that the rows have
        const QList<QPointer<ViewState>>& sessions; // by record; null: closed
    };

    // Fills `panel`, which is there at each show().
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
