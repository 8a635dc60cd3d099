// The panel beside the nodes of a CUDA graph: the time of a node in each replay, the times of the replays, and the operator
// that launched the node in the chosen replay.
#pragma once

#include "views/kernels/GraphTable.h"

#include <QObject>

#include <optional>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class GraphPanel : public QObject {
    Q_OBJECT

public:
    struct Content {
        const GraphTable& rows;
        std::uint32_t row;                 // one that `rows` contain
        std::optional<std::size_t> replay; // nothing: the one where the node took longest
        TimeNs origin;                     // zero of displayed times
    };

    // `panel` outlives this object.
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
