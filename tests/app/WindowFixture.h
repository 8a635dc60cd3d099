// A main window as tests of it begin: dark, 1440x900, with settings of its own, and a loader in place of files.
#pragma once

#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "tests/support/Patience.h"
#include "views/shared/look/Appearance.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <utility>

namespace lanes::test {

struct WindowFixture {
    explicit WindowFixture(TraceLoader loader)
        : settings(
              (QStandardPaths::setTestModeEnabled(true), folder.filePath(QStringLiteral("settings.ini"))))
        , appearance(Appearance::Mode::Dark) {
        appearance.applyTo(*qApp);
        window = std::make_unique<MainWindow>(appearance, settings, std::move(loader));
        window->resize(1440, 900);
        window->show();
    }

    [[nodiscard]] bool isShown() const { return QTest::qWaitForWindowExposed(window.get(), kPatience); }
    // Once it has been read; null if that does not come.
    [[nodiscard]] DocumentPage* open(const QString& name) const {
        DocumentPage* page = window->openFile(folder.filePath(name));
        const auto isReady = [page] { return page->document().state() == Document::State::Ready; };
        return QTest::qWaitFor(isReady, kPatience) ? page : nullptr;
    }

    QTemporaryDir folder;
    Settings settings;
    Appearance appearance;
    std::unique_ptr<MainWindow> window;
};

} // namespace lanes::test
