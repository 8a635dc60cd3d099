// The changes from one session to another, in one of three pictures. The table's differences sum exactly to the difference of
// the totals; it has verdicts where the sessions' own variance allows one. The flame graph has the same sum. The timelines show
// one step of both.
#pragma once

#include "views/compare/CompareSides.h"
#include "views/compare/CompareTable.h"
#include "views/compare/DiffFlame.h"
#include "views/compare/StepTimelines.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class ChoiceButton;
class CompareHead;
class ComparePanel;
class SegmentedControl;

// B is the view's session, A its partner, until X swaps them. R adds further runs to either side. Each session counts with its
// ViewState::part(). A click selects the longest call of a row, Enter shows it in the timeline of its session. G changes the
// grouping; T shows the table, the flame graph or the timelines.
class CompareView : public TableView {
    Q_OBJECT

public:
    explicit CompareView(Appearance& appearance, QWidget* parent = nullptr);

    enum class Picture { Table, Flame, Timelines };

    [[nodiscard]] CompareHead& head() const { return *head_; }
    [[nodiscard]] DiffFlame& flame() const { return *flame_; }
    [[nodiscard]] StepTimelines& timelines() const { return *timelines_; }
    void setPicture(Picture picture);

protected:
    void refresh() override;
    void followSessions() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void offerSessions(EmptyState& empty);
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    using Side = CompareSides::Side;
    void nameSides();
    void swap();
    // The input of a table. The table stays the same as long as its input does.
    struct Asked {
        CompareSides::Parts a;
        CompareSides::Parts b;
        DiffBy by = DiffBy::Name;
        QString filter;
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    // The result of one computation. The scene and the pair are made only if they are shown.
    struct Shown {
        std::shared_ptr<const CompareTable> rows;
        std::shared_ptr<const DiffScene> scene;
        std::shared_ptr<const StepPair> pair;
    };
    // `known` is the table if it has been made already.
    static Shown shownOf(const DiffSide& a, const DiffSide& b, const Asked& asked,
                         std::shared_ptr<const CompareTable> known, Picture picture, StepRequest request,
                         const std::stop_token& stop);
    void take(const Shown& shown);
    void chooseNode(std::uint32_t node, bool go);
    void choose(SliceId ofA, SliceId ofB, bool go);
    void chooseSlice(StepTimelines::Which which, SliceId slice, bool go);
    void point(std::optional<TimeNs> time); // since the begin of the step

    SegmentedControl* pictures_;
    CompareSides* sides_;
    ChoiceButton* partner_;
    ChoiceButton* runs_;
    ChoiceButton* group_;
    CompareHead* head_;
    DiffFlame* flame_;
    StepTimelines* timelines_;
    ComparePanel* comparePanel_;
    Asked asked_;                                            // input of rows_
    std::pair<const ViewState*, const ViewState*> compared_; // compared by rows_; pointers for identity only
    std::shared_ptr<const CompareTable> rows_;
    Picture picture_ = Picture::Table;
    bool comparing_ = false;
};

} // namespace lanes
