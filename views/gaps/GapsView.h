// Shows where devices or streams were idle, for how long, and why.
#pragma once

#include "views/gaps/GapTable.h"
#include "views/shared/table/TableView.h"

namespace lanes {

class GapsPanel;
class SegmentedControl;

// The longest gaps in ViewState::part(), each with its stretches. A click selects the gap in the timeline, or for a stretch the
// event that proves its cause; Enter goes there. G switches between devices and streams. Right lists the stretches.
class GapsView : public TableView {
    Q_OBJECT

public:
    static constexpr std::size_t kMost = 1000; // gaps that get an explanation

    explicit GapsView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] SegmentedControl& places() const { return *places_; }

protected:
    void refresh() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool go) override;

private:
    void showRows(std::shared_ptr<const GapTable> rows);
    [[nodiscard]] QString hintText() const;

    SegmentedControl* places_;
    GapsPanel* gapsPanel_;
    std::shared_ptr<const GapTable> rows_;
    bool looking_ = false; // for gaps
};

} // namespace lanes
