// The panel beside the nodes of a CUDA graph: how long one of them took in each replay, what all replays took, and what launched
// the one that is chosen.
#pragma once

#include "views/kernels/GraphTable.h"

#include <QObject>

#include <optional>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class GraphPanel : public QObject {
    Q_OBJECT

public:
    struct Content {
        const GraphTable& rows;
        std::uint32_t row;                 // that the rows have
        std::optional<std::size_t> replay; // nothing: where its node took longest
        TimeNs origin;                     // what times are told from
    };

    // `panel` outlives this.
    GraphPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    void replayChosen(std::uint32_t row, std::size_t replay);

private:
    void listReplays(const Content& content);
    void listTimes(const GraphTimes& times);
    void listSpread(const GraphTimes& times, const Trace& trace);
    void listLinks(const Content& content);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
