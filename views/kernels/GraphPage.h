// The other mode of the kernels view: replays of CUDA graphs. It makes the chart above the table and fills the panel beside it.
// The view itself shows the table.
#pragma once

#include "views/kernels/GraphChart.h"
#include "views/kernels/GraphTable.h"

#include <QObject>

#include <memory>
#include <optional>

class QMenu;

namespace lanes {

class Appearance;
class ChoiceButton;
class EmptyState;
class GraphPanel;
class SidePanel;

// UI thread.
class GraphPage : public QObject {
    Q_OBJECT

public:
    // `view` becomes the parent of the widgets; it places choice() and chart(). `panel` outlives this object.
    GraphPage(Appearance& appearance, SidePanel& panel, QWidget* view);

    [[nodiscard]] ChoiceButton& choice() const { return *choice_; }
    [[nodiscard]] GraphChart& chart() const { return *chart_; }
    [[nodiscard]] std::optional<std::size_t> chosenGraph() const { return graph_; }

    // Null: no session, or the other mode.
    void show(std::shared_ptr<const GraphTable> rows);
    [[nodiscard]] const std::shared_ptr<const GraphTable>& rows() const { return rows_; }
    [[nodiscard]] QString hint() const;
    void sayWhyEmpty(EmptyState& empty) const;
    // Fills the panel about a node. Times count from `origin`.
    void fillPanel(std::uint32_t row, TimeNs origin);
    // Returns the node of a row in the replay chosen last, else in the replay where it took longest.
    [[nodiscard]] SliceId sliceOf(std::uint32_t row) const;
    void setReplay(std::optional<std::size_t> replay) { replay_ = replay; }
    // Returns the same node in the next (or previous) replay that has it; none if there is no other.
    [[nodiscard]] SliceId otherReplay(std::uint32_t row, bool forward);
    // Returns the row of the node that runs after (or before) this one; kNone if none is shown. O(nodes).
    [[nodiscard]] std::uint32_t nextNode(std::uint32_t row, bool forward) const;
    // Returns the operator that launched the node of a row, in the replay of sliceOf(); none if unknown.
    [[nodiscard]] SliceId operatorOf(std::uint32_t row) const;
    // Returns the row of the session's selection; kNone if it is not among them.
    [[nodiscard]] std::uint32_t follow(SliceId slice);
    void markCurrent(std::uint32_t row);

Q_SIGNALS:
    void graphChosen();
    void nodeChosen(std::uint32_t row, bool reveal);
    void linkFollowed(lanes::SliceId slice);

private:
    void fillChart();
    [[nodiscard]] QMenu* menu();
    [[nodiscard]] QString nameOf(std::size_t graph) const;
    [[nodiscard]] GraphChart::Lane laneOf(std::size_t replay) const;
    void chooseNode(std::uint32_t node, std::size_t replay, bool reveal);
    void chooseReplay(std::uint32_t row, std::size_t replay);

    Appearance& appearance_;
    ChoiceButton* choice_;
    GraphChart* chart_;
    GraphPanel* panel_;
    std::shared_ptr<const GraphTable> rows_;
    std::optional<std::size_t> graph_;  // chosen by the user
    std::optional<std::size_t> replay_; // chosen last
};

} // namespace lanes
