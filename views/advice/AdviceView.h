// Recommended changes to the program: findings with the time that they would save, how certain that is, and the places where
// they were seen.
#pragma once

#include "views/advice/AdviceTable.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class AdvicePanel;

// It covers ViewState::part(). A click on a place selects it. Enter shows the place in the timeline, or for a finding its first
// place. Right lists a finding's places.
class AdviceView : public TableView {
    Q_OBJECT

public:
    explicit AdviceView(Appearance& appearance, QWidget* parent = nullptr);

protected:
    void refresh() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;

private:
    void showRows(std::shared_ptr<const AdviceTable> rows);
    [[nodiscard]] QString hintText() const;

    AdvicePanel* advicePanel_;
    std::shared_ptr<const AdviceTable> rows_;
    bool looking_ = false; // for findings
};

} // namespace lanes
