// The other mode of the kernels view: replays of CUDA graphs. It makes the picture above the table and has the panel beside
// it filled; the view itself shows the table.
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
    // `view` becomes the parent of what it shows; it places choice() and chart(). `panel` outlives this.
    GraphPage(Appearance& appearance, SidePanel& panel, QWidget* view);

    [[nodiscard]] ChoiceButton& choice() const { return *choice_; }
    [[nodiscard]] GraphChart& chart() const { return *chart_; }
    [[nodiscard]] std::optional<std::size_t> chosenGraph() const { return graph_; }

    // Null: no session, or another mode.
    void show(std::shared_ptr<const GraphTable> rows);
    [[nodiscard]] const std::shared_ptr<const GraphTable>& rows() const { return rows_; }
    [[nodiscard]] QString hint() const;
    void sayWhyEmpty(EmptyState& empty) const;
    // Fills the panel with what is said of a node; times are told from `origin`.
    void fillPanel(std::uint32_t row, TimeNs origin);
    // The node of a row in the replay that was chosen last, else where it took longest.
    [[nodiscard]] SliceId sliceOf(std::uint32_t row) const;
    void setReplay(std::optional<std::size_t> replay) { replay_ = replay; }
    // The same node in the next replay that has it, or the one before; none if it is the only one.
    [[nodiscard]] SliceId otherReplay(std::uint32_t row, bool forward);
    // The row of the node that runs after that one, or before it; kNone: none is shown. O(nodes).
    [[nodiscard]] std::uint32_t nextNode(std::uint32_t row, bool forward) const;
    // That launched the node of a row in the replay that sliceOf() is of; none where nobody knows.
    [[nodiscard]] SliceId operatorOf(std::uint32_t row) const;
    // The row of what the session has selected; kNone if it is none of these.
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
    std::optional<std::size_t> graph_;  // that the user chose
    std::optional<std::size_t> replay_; // that was chosen last
};

} // namespace lanes
