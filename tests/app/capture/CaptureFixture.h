// What tests of captures begin with: a folder, settings of their own, and a window whose recorder is the one that was just built.
#pragma once

#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/recording/CaptureDesk.h"
#include "tests/support/Patience.h"
#include "views/shared/look/Appearance.h"

#include <QApplication>
#include <QDir>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace lanes::test {

struct CaptureFixture {
    CaptureFixture()
        : settings((QStandardPaths::setTestModeEnabled(true), at("settings.ini")))
        , appearance(Appearance::Mode::Dark) {
        settings.setCaptureField("folder", folder.path());
        appearance.applyTo(*qApp);
    }
    ~CaptureFixture() { (void)endCaptures(); }
    CaptureFixture(const CaptureFixture&) = delete;
    CaptureFixture& operator=(const CaptureFixture&) = delete;

    // Its dialog says what the settings say by now.
    [[nodiscard]] bool openWindow(QSize size = {1440, 900}) {
        window = std::make_unique<MainWindow>(appearance, settings);
        window->capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
        window->resize(size);
        window->show();
        return QTest::qWaitForWindowExposed(window.get(), kPatience);
    }
    [[nodiscard]] QString at(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    // Kills what still runs of all that was started from the window, and waits for its end.
    [[nodiscard]] bool endCaptures() const {
        const auto ended = [this] {
            for (const QString& session : QDir(folder.path()).entryList({"*.lanes"})) {
                if (CaptureRun* run = window ? window->capture().runOf(folder.filePath(session)) : nullptr) {
                    run->killProgram();
                }
            }
            return !window || !window->capture().running();
        };
        return QTest::qWaitFor(ended, kPatience);
    }

    QTemporaryDir folder;
    Settings settings;
    Appearance appearance;
    std::unique_ptr<MainWindow> window;
};

} // namespace lanes::test
