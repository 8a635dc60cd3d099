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

    // The lanescope program that records; it is this one unless said otherwise.
    void setRecorder(const QString& program) { recorder_ = program; }
    void ask(); // opens the dialog
    void start(const CaptureRequest& request);
    void stopProgram();
    void hideConsole();
    [[nodiscard]] bool running() const { return run_ && run_->running(); }
    [[nodiscard]] QString sessionPath() const; // of the running or last capture; empty if there was none
    [[nodiscard]] ConsolePanel& console() { return *console_; }

Q_SIGNALS:
    void sessionReady(const QString& path);
    void failed(const QString& sentence);
    void runningChanged(bool running);
    void stopAsked(lanes::CaptureRun::Stop next); // what asking again would do

private:
    Appearance& appearance_;
    QMainWindow& window_;
    CaptureSheet* sheet_;
    Overlay* overlay_;
    QDockWidget* dock_;
    ConsolePanel* console_;
    QString recorder_;
    std::unique_ptr<CaptureRun> run_;
};

} // namespace lanes
