// What to change in the program: findings with what they would save, how sure that is, and the places where they were seen.
#pragma once

#include "views/advice/AdviceTable.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class AdvicePanel;

// Of the brushed range, else of the whole session. A click on a place selects it; Enter shows it, or the first of a finding,
// in the timeline; Right lists a finding's places.
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
