// What got slower from one session to another: a table of differences that sums exactly to the difference of the totals, with
// a verdict where the sessions' own variance allows one.
#pragma once

#include "views/compare/CompareTable.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class ChoiceButton;
class CompareHead;

// B is the view's session, A the one that it is compared with, until X swaps them. A range that is brushed in either is all
// that counts of it. A click selects the longest call of a row, Enter shows it in the timeline of its session; G groups.
class CompareView : public TableView {
    Q_OBJECT

public:
    explicit CompareView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] CompareHead& head() const { return *head_; }

protected:
    void refresh() override;
    void followSessions() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // What happens to one of the two sessions.
    struct Side {
        ViewState* state = nullptr;
        QString name;
    };
    void choosePartner();
    void listenTo(ViewState* partner);
    void swap();
    void showRows(std::shared_ptr<const CompareTable> rows);
    void addLink(const Side& side, SliceId slice);
    [[nodiscard]] ViewState* partner() const;
    [[nodiscard]] Side sideA() const;
    [[nodiscard]] Side sideB() const;
    [[nodiscard]] Side side(ViewState* state) const;
    [[nodiscard]] QMenu* partnerMenu();

    ChoiceButton* partner_;
    ChoiceButton* group_;
    CompareHead* head_;
    std::shared_ptr<const CompareTable> rows_;
    QPointer<ViewState> listened_; // the partner
    bool swapped_ = false;
    bool comparing_ = false;
};

} // namespace lanes
