#include "app/window/page/ScopeSwitch.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/panels/StripPainter.h"
#include "views/shared/session/ViewState.h"

namespace lanes {
namespace {

constexpr int kLeft = 12; // logical pixels at 100 %, as the session's name
constexpr int kTop = 27;
constexpr int kRight = 8; // from the picture

} // namespace

ScopeSwitch::ScopeSwitch(ViewState& state, Appearance& appearance, QWidget* strip)
    : SegmentedControl(appearance, {QString(), tr("Whole session")}, strip)
    , state_(state)
    , appearance_(appearance) {
    setToolTip(tr("Figures, tables, advice and paths count these steps, or the whole session"));
    connect(this, &ScopeSwitch::chosen, this, [this](int index) { state_.chooseScope(index == 1); });
    connect(&state_, &ViewState::steadyChanged, this, &ScopeSwitch::refresh);
    connect(&state_, &ViewState::partChanged, this, &ScopeSwitch::refresh);
    connect(&appearance_, &Appearance::changed, this, &ScopeSwitch::refresh);
    refresh();
}

QString ScopeSwitch::steadyName() const {
    const ViewState::SteadySteps& steady = *state_.steady();
    return steady.first == steady.last ? tr("Step %1").arg(steady.first)
                                       : tr("Steps %1–%2").arg(steady.first).arg(steady.last);
}

void ScopeSwitch::refresh() {
    setVisible(state_.steady().has_value());
    if (!state_.steady()) {
        return;
    }
    const Fonts& fonts = appearance_.fonts();
    setCurrent(state_.brush() ? -1 : state_.choices().wholeSession() ? 1 : 0);
    setNames({steadyName(), tr("Whole session")});
    if (width() > fonts.scaled(static_cast<int>(StripGeometry::kTitleWidth) - kLeft - kRight)) {
        setNames({tr("Steady"), tr("Whole session")});
    }
    move(fonts.scaled(kLeft), fonts.scaled(kTop));
}

} // namespace lanes
