// Captures that are started from the window: the dialog, the running programs, their consoles.
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

// Any number of captures at a time, each with a console of its own; the dock shows one of them.
class CaptureDesk : public QObject {
    Q_OBJECT

public:
    CaptureDesk(Appearance& appearance, Settings& settings, QMainWindow& window);
    ~CaptureDesk() override;

    // The lanescope program that records; it is this one unless said otherwise.
    void setRecorder(const QString& program);
    [[nodiscard]] const QString& recorder() const { return recorder_; }
    void ask();       // opens the dialog for a program that is started
    void askAttach(); // and for one that runs already
    void start(const CaptureRequest& request);
    // Its console comes to the front, if this session was recorded here.
    void showConsoleOf(const QString& session);
    void hideConsole();
    [[nodiscard]] bool running() const; // any of them
    // The running capture into this session (absolute path); null: none.
    [[nodiscard]] CaptureRun* runOf(const QString& session) const;
    // The session of the one that runs; empty if none does, or several.
    [[nodiscard]] QString onlyRunning() const;
    [[nodiscard]] ConsolePanel& console() const; // the one in front

Q_SIGNALS:
    void sessionReady(const QString& path);
    void started();
    void failed(const QString& sentence);
    void runsChanged(); // one has started or ended

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
    QStackedWidget* consoles_; // the first is empty: there is always one to show
    QString recorder_;
    std::list<Capture> captures_; // oldest first
};

} // namespace lanes
