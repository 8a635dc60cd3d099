// The critical path through a range, which decides how long the range took: a summary, and the gain if some of it were faster.
#pragma once

#include "views/path/PathTable.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class PathPanel;
class SegmentedControl;
class WhatIfRow;
struct Speedup;

// It covers ViewState::focus(). A click selects the longest event of a row, Enter shows it in the timeline. G changes the
// grouping; + and - make the row's events faster and slower.
class PathView : public TableView {
    Q_OBJECT

public:
    explicit PathView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] SegmentedControl& groups() const { return *groups_; }
    // Null if the current row has no such question.
    [[nodiscard]] WhatIfRow* whatIf() const;

protected:
    void refresh() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showRows(std::shared_ptr<const PathTable> rows);
    void replay(const Speedup& faster);

    SegmentedControl* groups_;
    PathPanel* pathPanel_;
    std::shared_ptr<const PathTable> rows_;
    bool looking_ = false; // for the path
};

} // namespace lanes
