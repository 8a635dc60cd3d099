// Captures started from the window: the dialog, the running programs and their consoles.
#pragma once

#include "app/capture/running/CaptureRun.h"

#include <QMainWindow>
#include <QObject>

#include <list>
#include <memory>

class QDockWidget;
class QStackedWidget;

namespace lanes {

class Appearance;
class CaptureSheet;
class ConsolePanel;
class Overlay;
class Settings;

// Any number of captures run at a time, each with its own console. The dock shows one of the consoles.
class CaptureDesk : public QObject {
    Q_OBJECT

public:
    CaptureDesk(Appearance& appearance, Settings& settings, QMainWindow& window);
    ~CaptureDesk() override;

    // Sets the lanescope program that records; by default this one.
    void setRecorder(const QString& program);
    [[nodiscard]] const QString& recorder() const { return recorder_; }
    void ask();       // opens the dialog to start a program
    void askAttach(); // opens the dialog to attach to one
    void start(const CaptureRequest& request);
    // Brings its console to the front, if this session was recorded here.
    void showConsoleOf(const QString& session);
    void hideConsole();
    [[nodiscard]] bool running() const; // true: at least one capture runs
    // The capture that records into this session (absolute path); null: none.
    [[nodiscard]] CaptureRun* runOf(const QString& session) const;
    // The session of the only running capture; empty if there is none, or several.
    [[nodiscard]] QString onlyRunning() const;
    [[nodiscard]] ConsolePanel& console() const; // the one in front

Q_SIGNALS:
    void sessionReady(const QString& path);
    void started();
    void failed(const QString& sentence);
    void runsChanged(); // a capture has started or ended

private:
    struct Capture {
        std::unique_ptr<CaptureRun> run;
        ConsolePanel* console; // child of consoles_
    };
    ConsolePanel* makeConsole();
    void connectRun(const Capture& capture);
    void connectConsole(const Capture& capture);
    void dropEnded(const QString& session);

    Appearance& appearance_;
    QMainWindow& window_;
    CaptureSheet* sheet_;
    Overlay* overlay_;
    QDockWidget* dock_;
    QStackedWidget* consoles_; // the first one is empty, so that there is always one to show
    QString recorder_;
    std::list<Capture> captures_; // oldest first
};

} // namespace lanes
