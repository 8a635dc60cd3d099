// Shows which rank holds the others up: the ranks and their steps on top, and the collectives that they share below. The ranks
// are in one session, or in several open sessions.
#pragma once

#include "views/ranks/RankGrid.h"
#include "views/ranks/RanksTable.h"
#include "views/shared/table/TableView.h"

#include <QList>
#include <QPointer>

#include <optional>
#include <vector>

class QMenu;

namespace lanes {

class ChoiceButton;
class RanksPanel;
class SegmentedControl;

// A click on a collective selects the part of its last rank, Enter shows it in the timeline of its session. M changes the
// measure. Enter on a cell of the grid brushes that step in its session.
class RanksView : public TableView {
    Q_OBJECT

public:
    explicit RanksView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] RankGrid& grid() const { return *grid_; }
    [[nodiscard]] SegmentedControl& measures() const { return *measures_; }

protected:
    void refresh() override;
    void followSessions() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    using States = QList<QPointer<ViewState>>;

    [[nodiscard]] std::vector<ViewState*> chosenSessions() const;
    void listenTo(const std::vector<ViewState*>& states);
    void showRows(std::shared_ptr<const RanksTable> rows, States states);
    [[nodiscard]] ViewState* stateOf(std::size_t record) const {
        return states_[static_cast<qsizetype>(record)];
    }
    void setMeasure(int measure);
    void showStep(RankGrid::Place place);
    [[nodiscard]] QMenu* sessionMenu();
    void nameSessions();

    ChoiceButton* chosen_;
    SegmentedControl* measures_;
    RankGrid* grid_;
    RanksPanel* ranksPanel_;
    std::shared_ptr<const RanksTable> rows_;
    std::optional<HoldUp> holdUp_;
    States states_;   // by record
    States listened_; // besides state()
    States left_;     // open sessions that the user excluded
    bool looking_ = false;
};

} // namespace lanes
