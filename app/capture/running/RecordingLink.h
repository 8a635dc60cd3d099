// One recording that runs on this machine, or is fetched by it, whoever has started it: what it says of itself, and what it
// is told.
#pragma once

#include "app/capture/running/CaptureRun.h"
#include "collector/recorder/host/ControlClient.h"
#include "collector/recorder/host/RecordingStatus.h"

#include <QElapsedTimer>
#include <QObject>
#include <QQueue>
#include <QSocketNotifier>
#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace lanes {

// UI thread; waits for nothing: answers come as signals.
class RecordingLink : public QObject {
    Q_OBJECT

public:
    // `folder`: of the recording, as runningRecordings() gives it.
    explicit RecordingLink(std::string folder, QObject* parent = nullptr);

    // What was heard last; nothing yet just after the start.
    [[nodiscard]] const std::optional<recorder::RecordingStatus>& status() const { return status_; }
    [[nodiscard]] QString session() const; // absolute path, clean; empty as long as status() is
    [[nodiscard]] QString program() const; // its script, or else its name
    [[nodiscard]] QString target() const;  // where it runs, "ssh:HOST"; empty: on this machine
    // Asks for the status, unless that is asked already.
    void poll();

    void setPaused(bool paused);
    void mark(const QString& text, qint64 agoNs);
    void save();   // of a flight recorder
    void detach(); // from a program that was attached to; that runs on

    // As CaptureRun does with its own: the next stronger way each time.
    void stopProgram();
    [[nodiscard]] CaptureRun::Stop nextStop() const { return nextStop_; }
    void killProgram(); // and all that it has started

Q_SIGNALS:
    void changed(); // status() or nextStop()
    void told(const QString& sentence);
    void refused(const QString& sentence);

private:
    // `done`: what is told once the recording has done it; empty: it is asked for its status.
    void ask(const QString& request, const QString& done);
    bool connectNow();
    void take();
    void drop();
    // The program's pid, if this machine's; otherwise refused() says why.
    [[nodiscard]] pid_t reachableProgram();
    // Of a program that is elsewhere.
    void stopThere();

    std::string folder_;
    std::optional<recorder::RecordingStatus> status_;
    std::optional<recorder::ControlConnection> connection_;
    std::unique_ptr<QSocketNotifier> news_;
    QQueue<QString> asked_; // whose answers are to come: what is told then
    QElapsedTimer silent_;  // since the last answer, or since the first of what is asked
    CaptureRun::Stop nextStop_ = CaptureRun::Stop::Interrupt;
};

} // namespace lanes
