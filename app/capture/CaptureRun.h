// One program that is being recorded: the recorder as a process of its own, and what the program prints.
#pragma once

#include "app/capture/CaptureCommand.h"

#include <QFile>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

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
    [[nodiscard]] const CaptureRequest& request() const { return request_; }
    // As Ctrl+C in a shell; asked again, it ends the program for good.
    void stopProgram();
    [[nodiscard]] bool stopAsked() const { return stopAsked_; }
    void write(const QByteArray& text); // to the program's input

Q_SIGNALS:
    void sessionReady();                             // there is something to open
    void printed(const QString& text, bool asError); // whole lines or parts of them
    // `failure`: why nothing was recorded, or how the program ended if it did not end well; empty: all is good.
    void finished(const QString& failure);

private:
    void lookForSession();
    void finish();
    void read();
    // What has been appended to a file since `seen`, which moves on.
    static QByteArray appended(QFile& file, qint64& seen);

    QString recorder_;
    CaptureRequest request_;
    QString output_;
    QProcess* process_;
    QTimer look_;
    QTemporaryDir
        folder_; // what the program prints, in files: pipes would break under it when the window goes
    QFile out_;
    QFile error_;
    qint64 outSeen_ = 0;
    qint64 errorSeen_ = 0;
    QString lastError_;
    bool ready_ = false;
    bool stopAsked_ = false;
};

} // namespace lanes
