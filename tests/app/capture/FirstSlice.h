// How long it takes from the click on "Start capture" to the first slice in the window, beyond what the program itself
// takes to its first operator.
#pragma once

#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureDesk.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/TorchProgram.h"
#include "views/shared/look/Appearance.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace lanes::test {

class FirstSlice {
public:
    struct Times {
        qint64 aloneMs = 0; // from its start to its first operator, not recorded
        qint64 shownMs = 0; // from the click to the first slice
        [[nodiscard]] qint64 beyondMs() const { return shownMs - aloneMs; }
    };

    // Runs the program alone, then from the dialog with `target` ("ssh:HOST"; empty: here), recorded by `recorder`. Nothing:
    // it did not come to it.
    static std::optional<Times> measure(const QString& recorder, const QString& target) {
        const QTemporaryDir folder;
        if (!writeFile(folder.filePath("loop.py"), kEndless)) {
            return std::nullopt;
        }
        Times times;
        times.aloneMs = aloneMs(folder.path());
        Settings settings(folder.filePath("settings.ini"));
        Appearance appearance(Appearance::Mode::Dark);
        MainWindow window(appearance, settings);
        window.capture().setRecorder(recorder);
        window.resize(1280, 800);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window, kPatience)) {
            return std::nullopt;
        }
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
        const CaptureDialog dialog(window);
        dialog.type("target", target);
        dialog.type("folder", folder.path());
        dialog.type("command", QString("%1 -u loop.py").arg(kPython));
        dialog.type("output", folder.filePath("first.lanes"));
        if (!QTest::qWaitFor([&] { return dialog.start()->isEnabled(); }, kPatience)) {
            return std::nullopt;
        }
        QElapsedTimer clock;
        clock.start();
        QTest::mouseClick(dialog.start(), Qt::LeftButton);
        const auto shown = [&window] {
            const DocumentPage* page = window.currentPage();
            return page != nullptr && page->document().trace() && page->document().trace()->sliceCount() > 0;
        };
        const bool came = QTest::qWaitFor(shown, kPatience);
        times.shownMs = clock.elapsed();
        if (CaptureRun* run = window.capture().runOf(folder.filePath("first.lanes"))) {
            run->stopProgram();
        }
        (void)QTest::qWaitFor([&] { return !window.capture().running(); }, kPatience);
        return came ? std::optional(times) : std::nullopt;
    }

private:
    static qint64 aloneMs(const QString& folder) {
        QProcess program;
        program.setWorkingDirectory(folder);
        QElapsedTimer clock;
        clock.start();
        program.start(kPython, {"-u", "loop.py"});
        while (!program.canReadLine() && program.waitForReadyRead(kPatience)) {
        }
        const qint64 taken = clock.elapsed();
        program.kill();
        program.waitForFinished(kPatience);
        return taken;
    }
};

} // namespace lanes::test
