#include "app/window/WindowLayout.h"

#include "app/settings/Settings.h"
#include "app/window/page/DetailsDock.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/recording/CaptureDesk.h"

#include <QMainWindow>
#include <QScreen>

namespace lanes {
namespace {

constexpr QSize kStart(1440, 900);
constexpr int kLayoutVersion = 2;

} // namespace

void WindowLayout::restore() {
    if (!window_.restoreGeometry(settings_.geometry())) {
        window_.resize(kStart.boundedTo(window_.screen()->availableSize()));
    }
    capture_.hideConsole(); // there is no run yet
    details_.widen();
    first_ = window_.saveState(kLayoutVersion);
    if (window_.restoreState(settings_.layout(), kLayoutVersion)) {
        details_.takeRestored();
        docks_.takeRestored(settings_.panels());
    }
    capture_.hideConsole(); // of a run before this one
}

void WindowLayout::reset(DocumentPage* front) {
    details_.reset();
    window_.restoreState(first_, kLayoutVersion);
    docks_.takeRestored({});
    details_.widen();
    details_.place(front);
}

void WindowLayout::keep() {
    details_.showWanted(); // what is remembered is the wish
    const KeptPanels panels = docks_.kept();
    docks_.showWanted();
    settings_.setWindow(window_.saveGeometry(), window_.saveState(kLayoutVersion), panels);
}

} // namespace lanes
