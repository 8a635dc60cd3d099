// What every operator cost: a table by name, shapes, place or thread, and what its current row looks like in detail.
#pragma once

#include "views/operators/OperatorTable.h"
#include "views/operators/OperatorsPanel.h"
#include "views/shared/table/TableView.h"

#include <array>
#include <memory>
#include <optional>

namespace lanes {

class RooflineChart;
class SegmentedControl;

// As a table, or with a roofline above it. Keys, beside those of the table: Enter goes to the slowest call, N and
// Shift+N to the next and the one before, G groups otherwise.
class OperatorsView : public TableView {
    Q_OBJECT

public:
    explicit OperatorsView(Appearance& appearance, Form form = Form::Whole, QWidget* parent = nullptr);

    [[nodiscard]] ChoiceButton& grouping() const { return *grouping_; }
    [[nodiscard]] const RowDetail& detail() const { return detail_; }
    [[nodiscard]] SegmentedControl& modes() const { return *modes_; }
    [[nodiscard]] RooflineChart& roofline() const { return *roofline_; }

protected:
    void refresh() override;
    void followSelection() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool bringIntoView) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setGrouping(int index);
    void showRows(std::shared_ptr<const OperatorTable> rows);
    void useColumns(); // of rows_
    void addRoofline();
    void setRoofline(bool shown);
    void fillRoofline();
    void showDetail();
    void stepToCall(bool forward);

    OperatorGroup group_;
    ChoiceButton* grouping_;
    SegmentedControl* modes_;
    RooflineChart* roofline_;
    OperatorsPanel* operatorsPanel_;
    std::shared_ptr<const OperatorTable> rows_;
    RowDetail detail_;
    std::optional<OperatorsPanel::Durations> listed_; // which calls are listed; nothing: the slowest
    std::optional<std::array<bool, 3>> columnsFor_;   // device, shapes, roofline
};

} // namespace lanes
