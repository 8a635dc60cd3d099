// Captures that are started from the window: the dialog, the running program, its console.
#pragma once

#include "app/capture/CaptureRun.h"

#include <QMainWindow>
#include <QObject>

#include <memory>

class QDockWidget;

namespace lanes {

class Appearance;
class CaptureSheet;
class ConsolePanel;
class Overlay;
class Settings;

// One capture at a time per window.
class CaptureDesk : public QObject {
    Q_OBJECT

public:
    CaptureDesk(Appearance& appearance, Settings& settings, QMainWindow& window);
    ~CaptureDesk() override;

    void ask(); // opens the dialog
    void start(const CaptureRequest& request);
    void stopProgram();
    [[nodiscard]] bool running() const { return run_ && run_->running(); }
    [[nodiscard]] QString sessionPath() const; // of the running or last capture; empty if there was none
    [[nodiscard]] const ConsolePanel& console() const { return *console_; }

Q_SIGNALS:
    void sessionReady(const QString& path);
    void failed(const QString& sentence);
    void runningChanged(bool running);

private:
    Appearance& appearance_;
    QMainWindow& window_;
    CaptureSheet* sheet_;
    Overlay* overlay_;
    QDockWidget* dock_;
    ConsolePanel* console_;
    std::unique_ptr<CaptureRun> run_;
};

} // namespace lanes
