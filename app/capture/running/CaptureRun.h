// One program being recorded: the recorder as a process of its own, and the program's output.
#pragma once

#include "app/capture/CaptureCommand.h"

#include <QDateTime>
#include <QFile>
#include <QObject>
#include <QProcess>
#include <QStringDecoder>
#include <QTemporaryDir>
#include <QTimer>

#include <vector>

namespace lanes {

class CaptureRun : public QObject {
    Q_OBJECT

public:
    // `recorder` is the path of the lanescope program.
    CaptureRun(QString recorder, const CaptureRequest& request, QObject* parent = nullptr);
    // The program goes on if the window is closed: the destructor only detaches from its recorder.
    ~CaptureRun() override;

    void start();
    [[nodiscard]] bool running() const { return process_->state() != QProcess::NotRunning; }
    [[nodiscard]] const QString& outputPath() const { return output_; }
    // True: the run records into this session (absolute path). For a job on several hosts it includes the session of each host.
    [[nodiscard]] bool writes(const QString& session) const;
    [[nodiscard]] const CaptureRequest& request() const { return request_; }
    // The ways to end a program. A program may ignore the first two.
    enum class Stop { Interrupt, Terminate, Kill };
    // Tries the next stronger way with each call: first as Ctrl+C in a shell, then as `kill`, then killProgram().
    void stopProgram();
    [[nodiscard]] Stop nextStop() const { return nextStop_; }
    void killProgram(); // kills it with all its children; on a target it is asked to terminate
    // The program was asked to end in another way, so that its end is no failure.
    void expectEnd() { endExpected_ = true; }
    void write(const QByteArray& text); // to the program's input
    void endInput();                    // as Ctrl+D in a shell

Q_SIGNALS:
    void sessionReady(const QString& path);          // the file can be opened
    void printed(const QString& text, bool asError); // whole lines or parts of them
    // `failure` says why nothing was recorded, or how the program ended badly; empty: no failure.
    void finished(const QString& failure);

private:
    // A file into which the program prints; it is read as it grows.
    struct Stream {
        QFile file;
        QStringDecoder decoder{QStringDecoder::Utf8}; // a character may arrive in two parts

        QString newText();
    };

    // A file that becomes a session. A job on several hosts has one for each, besides the whole.
    struct Session {
        QString path;
        QDateTime replaced; // last modification of an older file of that name
        bool ready = false;
    };

    void lookForSessions();
    void finish();
    bool read(); // true: there was new text
    [[nodiscard]] QString failure() const;
    [[nodiscard]] QString lastError() const; // one line
    [[nodiscard]] QString troubledTarget() const;

    QString recorder_;
    CaptureRequest request_;
    QString output_;
    QProcess* process_;
    QTimer look_;
    QTemporaryDir folder_; // for the files: pipes would break under the program when the window is closed
    Stream out_;
    Stream error_;
    QString errors_;                // end of the text printed to standard error
    std::vector<Session> sessions_; // `output_` comes first
    Stop nextStop_ = Stop::Interrupt;
    bool endExpected_ = false;
};

} // namespace lanes
