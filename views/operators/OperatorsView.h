// What every operator cost: a table by name, shapes, place or thread, and what its row in focus looks like in detail.
#pragma once

#include "views/operators/OperatorTable.h"
#include "views/operators/RowDetail.h"
#include "views/shared/RenderView.h"
#include "views/shared/SessionView.h"

#include <optional>
#include <utility>

class QLabel;
class QStackedLayout;

namespace lanes {

class ChoiceButton;
class DataTable;
class EmptyState;
class FilterField;
class SidePanel;
class ViewBar;

// Keys, beside those of the table: Enter goes to the slowest call, N and Shift+N to the next and the one before,
// G groups otherwise, F filters.
class OperatorsView : public SessionView {
    Q_OBJECT

public:
    enum class Form {
        Whole, // with its bar and its panel
        Dock,  // the table alone
    };
    explicit OperatorsView(Appearance& appearance, Form form = Form::Whole, QWidget* parent = nullptr);

    [[nodiscard]] DataTable& table() const { return *table_; }
    [[nodiscard]] FilterField& filterField() const { return *filter_; }
    [[nodiscard]] ChoiceButton& grouping() const { return *grouping_; }
    // Null while a table is shown.
    [[nodiscard]] const EmptyState* emptyState() const;
    [[nodiscard]] const RowDetail& detail() const { return detail_; }

protected:
    void refresh() override;
    void followSelection() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    ViewBar* makeBar();
    void setGrouping(int index);
    void present(std::shared_ptr<const OperatorTable> rows);
    void useColumns(bool hasDevice, bool hasShapes);
    void sayWhyEmpty();
    void rowChanged(std::uint32_t row);
    void showDetail();
    void listCalls();
    void listPlaces();
    void reveal(SliceId slice);
    void stepToCall(bool forward);
    void chooseSlowest(std::uint32_t row, bool bringIntoView);

    Form form_;
    OperatorGroup group_ = OperatorGroup::Shapes;
    ViewBar* bar_ = nullptr;
    ChoiceButton* grouping_ = nullptr;
    ChoiceButton* columns_ = nullptr;
    FilterField* filter_ = nullptr;
    QLabel* hint_ = nullptr;
    QStackedLayout* stack_ = nullptr;
    DataTable* table_;
    EmptyState* empty_;
    SidePanel* panel_;
    std::shared_ptr<const OperatorTable> rows_;
    RowDetail detail_;
    std::optional<std::pair<TimeNs, TimeNs>> listed_; // which calls are listed; nothing: the slowest
    std::optional<std::array<bool, 2>> columnsFor_;   // device, shapes
};

[[nodiscard]] inline QImage renderOperators(std::shared_ptr<const Trace> trace,
                                            const RenderRequest& request) {
    return renderAs<OperatorsView>(std::move(trace), request);
}

} // namespace lanes
