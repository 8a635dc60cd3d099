// Where the window stands and how its parts are arranged, from one run to the next.
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DetailsDock.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/recording/CaptureDesk.h"

#include <QScreen>

namespace lanes {
namespace {

constexpr QSize kStart(1440, 900);
constexpr int kLayoutVersion = 2;

} // namespace

void MainWindow::restoreLayout() {
    if (!restoreGeometry(settings_.geometry())) {
        resize(kStart.boundedTo(screen()->availableSize()));
    }
    capture_->hideConsole(); // there is no run yet
    details_->widen();
    firstLayout_ = saveState(kLayoutVersion);
    if (restoreState(settings_.layout(), kLayoutVersion)) {
        details_->takeRestored();
        docks_->takeRestored(settings_.panels());
    }
    capture_->hideConsole(); // of a run before this one
}

void MainWindow::resetLayout() {
    details_->reset();
    restoreState(firstLayout_, kLayoutVersion);
    docks_->takeRestored({});
    details_->widen();
    details_->place(currentPage());
}

void MainWindow::keepLayout() {
    details_->showWanted(); // what is remembered is the wish
    const KeptPanels panels = docks_->kept();
    docks_->showWanted();
    settings_.setWindow(saveGeometry(), saveState(kLayoutVersion), panels);
}

} // namespace lanes
