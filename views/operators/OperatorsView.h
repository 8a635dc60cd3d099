// The cost of every operator: a table by name, shapes, place or thread, and the details of its current row.
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

// A table alone, or with a roofline above it. Keys, besides those of the table: Enter goes to the slowest call, N and Shift+N
// to the next and previous call, G changes the grouping.
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
    void useColumns(); // sets the columns for rows_
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
    std::optional<OperatorsPanel::Durations> listed_; // durations of listed calls; nothing: the slowest
    std::optional<std::array<bool, 3>> columnsFor_;   // device, shapes, roofline
};

} // namespace lanes
