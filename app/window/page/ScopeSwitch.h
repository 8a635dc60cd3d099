// "Steps 2–20 | Whole session": the part of the session that figures, tables, advice and paths cover.
#pragma once

#include "views/shared/controls/SegmentedControl.h"

namespace lanes {

class ViewState;

// It stands in the session's strip below the name, in place of the number of events. It is hidden while no steady steps are
// known. While a range is brushed neither part is chosen; choosing one removes the brush.
class ScopeSwitch : public SegmentedControl {
    Q_OBJECT

public:
    ScopeSwitch(ViewState& state, Appearance& appearance, QWidget* strip);

private:
    void refresh();
    [[nodiscard]] QString steadyName() const;

    ViewState& state_;
    Appearance& appearance_;
};

} // namespace lanes
