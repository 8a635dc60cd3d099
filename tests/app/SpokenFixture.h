// A window whose language is changed in its settings, with settings of its own and, where a test wants that, a loader in place
// of files.
#pragma once

#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/SpokenWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/sheets/SettingsSheet.h"
#include "resources/Fonts.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "views/shared/look/Appearance.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <utility>

namespace lanes::test {

// Begins in English, dark.
struct SpokenFixture {
    explicit SpokenFixture(TraceLoader loader = openTrace)
        : settings(
              (QStandardPaths::setTestModeEnabled(true), folder.filePath(QStringLiteral("settings.ini"))))
        , appearance(Appearance::Mode::Dark) {
        addBakedFonts();
        settings.setKeysWereShown();
        settings.setLanguage(QStringLiteral("en"));
        settings.setCaptureField(QStringLiteral("folder"), folder.path());
        appearance.applyTo(*qApp);
        spoken = std::make_unique<SpokenWindow>(appearance, settings, QString(), std::move(loader));
        window().resize(1440, 900);
        window().show();
    }

    [[nodiscard]] static bool hasTranslations() {
        return QFile::exists(QStringLiteral(":/i18n/lanescope_zh_CN.qm"));
    }
    [[nodiscard]] bool isActive() const { return QTest::qWaitForWindowActive(&window(), kPatience); }
    [[nodiscard]] MainWindow& window() const { return spoken->window(); }
    // Once it has been read; null if that does not come.
    [[nodiscard]] DocumentPage* open(const char* name) const {
        DocumentPage* page = window().openFile(folder.filePath(QLatin1String(name)));
        const auto isReady = [page] { return page->document().state() == Document::State::Ready; };
        return QTest::qWaitFor(isReady, kPatience) ? page : nullptr;
    }

    // The list in the settings, which are opened by the keys that lead there; null if they lead elsewhere.
    [[nodiscard]] QComboBox* goToLanguages() const {
        if (shownChild<SettingsSheet>(window()) == nullptr) {
            QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
        }
        auto* sheet = shownChild<SettingsSheet>(window());
        if (sheet == nullptr) {
            return nullptr;
        }
        for (int i = 0; i < 6 && QApplication::focusWidget() != &sheet->languages(); ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        return QApplication::focusWidget() == &sheet->languages() ? &sheet->languages() : nullptr;
    }
    // Presses a key in that list; whether the window is another one then, with the keyboard in the list again: the next key
    // does not change something else.
    [[nodiscard]] bool choose(Qt::Key key) const {
        QComboBox* languages = goToLanguages();
        QSignalSpy anew(spoken.get(), &SpokenWindow::madeAnew);
        if (languages == nullptr) {
            return false;
        }
        QTest::keyClick(languages, key);
        return anew.wait(kPatience) && isActive() &&
               QTest::qWaitFor(
                   [this] {
                       auto* sheet = shownChild<SettingsSheet>(window());
                       return sheet != nullptr && QApplication::focusWidget() == &sheet->languages();
                   },
                   kPatience);
    }
    void leaveSettings() const { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); }

    QTemporaryDir folder;
    Settings settings;
    Appearance appearance;
    std::unique_ptr<SpokenWindow> spoken;
};

} // namespace lanes::test
