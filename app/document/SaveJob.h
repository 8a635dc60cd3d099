// Writes a file on a thread of its own, reports the progress, and can be stopped within a moment.
#pragma once

#include "model/base/Result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <stop_token>
#include <thread>

namespace lanes {

// UI thread only, except for the work. One file at a time. The destructor stops the work and waits for its end.
class SaveJob : public QObject {
    Q_OBJECT

public:
    using Progress = std::function<void(double share)>; // from 0 to 1, at any rate
    // Runs on the job's thread. It owns what it touches, checks `stop` every few milliseconds and leaves no truncated file
    // behind.
    using Work = std::function<Result<void>(const std::stop_token& stop, const Progress& progress)>;

    explicit SaveJob(QObject* parent = nullptr);
    ~SaveJob() override;

    // Must not be called while running().
    void start(Work work);
    void cancel(); // over() follows
    [[nodiscard]] bool running() const { return running_; }
    [[nodiscard]] double share() const { return share_; }

Q_SIGNALS:
    void progressed();
    // `complaint` is empty if the file was written. A cancelled file is not written, unless the stop came too late.
    void over(bool written, bool cancelled, const QString& complaint);

private:
    void end(const Result<void>& result);

    bool running_ = false;
    double share_ = 0;
    std::jthread thread_; // the last member, so that it ends first
};

} // namespace lanes
