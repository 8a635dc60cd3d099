// The connection to one recording that runs on this machine or is fetched by it, whoever started it: its status, and commands
// to it.
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

// UI thread. It never blocks: answers arrive as signals.
class RecordingLink : public QObject {
    Q_OBJECT

public:
    // `folder` is the recording's folder, as given by runningRecordings().
    explicit RecordingLink(std::string folder, QObject* parent = nullptr);

    // The newest status; nothing before the first answer.
    [[nodiscard]] const std::optional<recorder::RecordingStatus>& status() const { return status_; }
    [[nodiscard]] QString session() const; // absolute, clean path; empty while there is no status()
    [[nodiscard]] QString program() const; // its script, else its name
    [[nodiscard]] QString target() const;  // host of the program, "ssh:HOST"; empty: this machine
    // Asks for the status, unless a request is pending.
    void poll();

    void setPaused(bool paused);
    void mark(const QString& text, qint64 agoNs);
    void save();   // for a flight recorder
    void detach(); // from a program that was attached to; it runs on

    // Like CaptureRun::stopProgram(): the next stronger way with each call.
    void stopProgram();
    [[nodiscard]] CaptureRun::Stop nextStop() const { return nextStop_; }
    void killProgram(); // kills it with all its children

Q_SIGNALS:
    void changed(); // status() or nextStop()
    void told(const QString& sentence);
    void refused(const QString& sentence);

private:
    // `done` is the sentence to report when the recording has obeyed; empty: the request is for the status.
    void ask(const QString& request, const QString& done);
    bool connectNow();
    void take();
    void drop();
    // Returns the pid of the program if it is of this machine. Otherwise it returns 0 and refused() says why.
    [[nodiscard]] pid_t reachableProgram();
    // Stops a program that runs on a target.
    void stopThere();

    std::string folder_;
    std::optional<recorder::RecordingStatus> status_;
    std::optional<recorder::ControlConnection> connection_;
    std::unique_ptr<QSocketNotifier> news_;
    QQueue<QString> asked_; // sentences for the answers still to come
    QElapsedTimer silent_;  // since the last answer, or since the first pending request
    CaptureRun::Stop nextStop_ = CaptureRun::Stop::Interrupt;
};

} // namespace lanes
