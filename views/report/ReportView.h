// The answers of the registry (model/report) that have no view of their own: a table and its current row.
#pragma once

#include "model/report/Answers.h"
#include "views/shared/table/ReportTable.h"
#include "views/shared/table/TableView.h"

#include <memory>
#include <vector>

namespace lanes {

// Keys, besides those of the table: G shows the next answer, Enter goes to the row's event in the timeline.
class ReportView : public TableView {
    Q_OBJECT

public:
    explicit ReportView(Appearance& appearance, QWidget* parent = nullptr);

    // The answers to choose from; never empty.
    [[nodiscard]] const std::vector<const report::Answer*>& answers() const { return answers_; }
    [[nodiscard]] ChoiceButton& choice() const { return *choice_; }
    void setAnswer(int index);

protected:
    void refresh() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showRows(std::shared_ptr<const ReportTable> rows);
    void preferFunctions();

    std::vector<const report::Answer*> answers_;
    ChoiceButton* choice_;
    std::shared_ptr<const ReportTable> rows_;
    const report::Answer* columnsFor_ = nullptr;
    bool seen_ = false; // a session has been shown
};

} // namespace lanes
