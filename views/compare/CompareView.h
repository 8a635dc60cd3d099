// What got slower from one session to another: a table of differences that sums exactly to the difference of the totals, with
// a verdict where the sessions' own variance allows one; or a flame graph of them, which sums to the same; or both
// timelines of a step.
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

// B is the view's session, A the one that it is compared with, until X swaps them; R adds further runs to either. A range that
// is brushed in any is all that counts of it. A click selects the longest call of a row, Enter shows it in the timeline of
// its session; G groups, T shows the table, the flame graph or the timelines.
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
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    using Side = CompareSides::Side;
    void nameSides();
    void swap();
    // What a table is of: while it stays the same, the table does.
    struct Asked {
        CompareSides::Parts a;
        CompareSides::Parts b;
        DiffBy by = DiffBy::Name;
        QString filter;
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    // What one computation brings; the scene and the pair only where they are shown.
    struct Shown {
        std::shared_ptr<const CompareTable> rows;
        std::shared_ptr<const DiffScene> scene;
        std::shared_ptr<const StepPair> pair;
    };
    // `known`: the table, where it is there already.
    static Shown shownOf(const DiffSide& a, const DiffSide& b, const Asked& asked,
                         std::shared_ptr<const CompareTable> known, Picture picture, StepRequest request,
                         const std::stop_token& stop);
    void take(const Shown& shown);
    void chooseNode(std::uint32_t node, bool go);
    void choose(SliceId ofA, SliceId ofB, bool go);
    void chooseSlice(StepTimelines::Which which, SliceId slice, bool go);
    void point(std::optional<TimeNs> time); // of a step

    SegmentedControl* pictures_;
    CompareSides* sides_;
    ChoiceButton* partner_;
    ChoiceButton* runs_;
    ChoiceButton* group_;
    CompareHead* head_;
    DiffFlame* flame_;
    StepTimelines* timelines_;
    ComparePanel* comparePanel_;
    Asked asked_;                                            // for rows_
    std::pair<const ViewState*, const ViewState*> compared_; // that rows_ compares, to tell them apart only
    std::shared_ptr<const CompareTable> rows_;
    Picture picture_ = Picture::Table;
    bool comparing_ = false;
};

} // namespace lanes
