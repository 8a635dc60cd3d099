// One program that is being recorded: the recorder as a process of its own, and what the program prints.
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
    // `recorder`: path of the lanescope program.
    CaptureRun(QString recorder, const CaptureRequest& request, QObject* parent = nullptr);
    // The program goes on if the window goes: its recorder is only let go of.
    ~CaptureRun() override;

    void start();
    [[nodiscard]] bool running() const { return process_->state() != QProcess::NotRunning; }
    [[nodiscard]] const QString& outputPath() const { return output_; }
    // Whether it records into this one (absolute path): of a job on several hosts also what comes from each.
    [[nodiscard]] bool writes(const QString& session) const;
    [[nodiscard]] const CaptureRequest& request() const { return request_; }
    // How a program is asked to end; a program may ignore the first two.
    enum class Stop { Interrupt, Terminate, Kill };
    // The next stronger way each time: as Ctrl+C in a shell, as `kill`, for good.
    void stopProgram();
    [[nodiscard]] Stop nextStop() const { return nextStop_; }
    void killProgram(); // for good, with all that it has started; elsewhere it is asked to terminate
    // The program was asked to end by another way: that it does is no failure.
    void expectEnd() { endExpected_ = true; }
    void write(const QByteArray& text); // to the program's input
    void endInput();                    // as Ctrl+D in a shell

Q_SIGNALS:
    void sessionReady(const QString& path);          // there is something to open
    void printed(const QString& text, bool asError); // whole lines or parts of them
    // `failure`: why nothing was recorded, or how the program ended if it did not end well; empty: all is good.
    void finished(const QString& failure);

private:
    // A file that the program prints into, read as it grows.
    struct Stream {
        QFile file;
        QStringDecoder decoder{QStringDecoder::Utf8}; // a character may come in two parts

        QString newText();
    };

    // A file that becomes a session; a job on several hosts has one for each before the whole.
    struct Session {
        QString path;
        QDateTime replaced; // when one of that name was last written, before this run
        bool ready = false;
    };

    void lookForSessions();
    void finish();
    bool read(); // whether there was something new
    [[nodiscard]] QString failure() const;
    [[nodiscard]] QString lastError() const; // a line
    [[nodiscard]] QString troubledTarget() const;

    QString recorder_;
    CaptureRequest request_;
    QString output_;
    QProcess* process_;
    QTimer look_;
    QTemporaryDir folder_; // for the files: pipes would break under the program when the window goes
    Stream out_;
    Stream error_;
    QString errors_;                // the last of what was printed to standard error
    std::vector<Session> sessions_; // `output_` first
    Stop nextStop_ = Stop::Interrupt;
    bool endExpected_ = false;
};

} // namespace lanes
