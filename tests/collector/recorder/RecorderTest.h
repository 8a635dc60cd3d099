// What tests of the real command share: running it, and reading what it has written.
#pragma once

#include "model/io/OpenTrace.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>

using TracePtr = std::shared_ptr<const lanes::Trace>;

class RecorderTest : public QObject {
protected:
    RecorderTest();

    struct Run {
        QProcess process;
        QString session;
        QString errors;
        QByteArray output;
    };

    // `record` with a session of its own, then what `finish` waits for and collects.
    void start(Run& run, const QStringList& command);
    void finish(Run& run);
    void record(Run& run, const QStringList& command);
    void recordFake(Run& run, const char* what) { record(run, {fake_, QString::fromLatin1(what)}); }
    // Null if it cannot be opened.
    static TracePtr open(const QString& session);
    static TracePtr open(const Run& run) { return open(run.session); }
    // Of a session that is still being written; none if there is no session yet.
    static std::size_t slicesSoFar(const Run& run);
    static bool mayUnshare(const QStringList& how);

    QTemporaryDir folder_;
    const QString recorder_; // the command
    const QString fake_;     // fake_target

private:
    int runs_ = 0;
};
