#include "app/window/SpokenWindow.h"

#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/parts/Language.h"
#include "app/window/sheets/Sheets.h"

#include <QApplication>

#include <utility>

namespace lanes {

SpokenWindow::SpokenWindow(Appearance& appearance, Settings& settings, const QString& language,
                           TraceLoader loader)
    : appearance_(appearance)
    , settings_(settings)
    , loader_(std::move(loader))
    , language_(std::make_unique<Language>(language.isEmpty() ? settings.language() : language)) {
    make();
    // later, not under the hands of the list in which it was chosen
    connect(&settings_, &Settings::languageChanged, this, &SpokenWindow::makeAnew, Qt::QueuedConnection);
    // a dialog that has closed leaves the keyboard to another
    connect(qApp, &QApplication::focusChanged, this, &SpokenWindow::goOn, Qt::QueuedConnection);
}

SpokenWindow::~SpokenWindow() = default;

void SpokenWindow::make() {
    window_ = std::make_unique<MainWindow>(appearance_, settings_, loader_);
    connect(window_.get(), &MainWindow::mayBeFree, this, &SpokenWindow::goOn, Qt::QueuedConnection);
}

void SpokenWindow::goOn() {
    if (waits_) {
        makeAnew();
    }
}

void SpokenWindow::makeAnew() {
    waits_ = !window_->isFree();
    if (waits_) {
        return;
    }
    const bool inSettings = window_->sheets().showsSettings();
    window_->keepLayout();
    language_.reset();
    language_ = std::make_unique<Language>(settings_.language());
    std::unique_ptr<MainWindow> before = std::move(window_);
    make();
    window_->takeFrom(*before);
    window_->show();
    before.reset(); // not before the new one is there: the last window that goes ends the program
    window_->activateWindow();
    if (inSettings) {
        window_->sheets().showLanguages();
    }
    Q_EMIT madeAnew();
}

} // namespace lanes
