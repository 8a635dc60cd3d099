// "Steps 2–20 | Whole session": what the figures, tables, advice and paths of a session are of.
#pragma once

#include "views/shared/controls/SegmentedControl.h"

namespace lanes {

class ViewState;

// Stands below the session's name in its strip, in place of the number of events; hidden while no steady steps are known. While a
// range is brushed neither is chosen, and choosing one lets the range go.
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
