// The cost of every nn.Module: the tree of modules with calls, host and device time, and memory.
#pragma once

#include "views/modules/ModuleTable.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class ModuleTimeline;
class ModulesPanel;
class SegmentedControl;

// A click selects the longest call of a module, Enter shows it in the timeline. N and Shift+N go to the next and previous call.
// Space, Left and Right open and close rows.
class ModulesView : public TableView {
    Q_OBJECT

public:
    explicit ModulesView(Appearance& appearance, Form form = Form::Whole, QWidget* parent = nullptr);

    [[nodiscard]] ModuleTimeline& timeline() const { return *timeline_; }

protected:
    void refresh() override;
    void followSelection() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool bringIntoView) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void useColumns(const ModuleFacts& facts);
    void showRows(std::shared_ptr<const ModuleTable> rows);
    void stepToCall(bool forward);

    SegmentedControl* merging_;
    ModuleTimeline* timeline_;
    ModulesPanel* modulesPanel_;
    std::shared_ptr<const ModuleTable> rows_;
    // Source of rows_. Its events need not be in the newer analyses of a session being recorded.
    std::shared_ptr<TraceAnalyses> madeOf_;
    ModuleFacts columnsFor_;
};

} // namespace lanes
