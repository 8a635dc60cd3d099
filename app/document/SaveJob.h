// Writes a file on a thread of its own: how far it is, and a stop that it hears within a moment.
#pragma once

#include "model/base/Result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <stop_token>
#include <thread>

namespace lanes {

// UI thread only, but for the work. One file at a time. Destroying it stops the work and waits for its end.
class SaveJob : public QObject {
    Q_OBJECT

public:
    using Progress = std::function<void(double share)>; // from 0 to 1, as often as the work likes
    // Owns what it touches, asks `stop` every few milliseconds and leaves no cut file behind. On the job's thread.
    using Work = std::function<Result<void>(const std::stop_token& stop, const Progress& progress)>;

    explicit SaveJob(QObject* parent = nullptr);
    ~SaveJob() override;

    // Not while it is running.
    void start(Work work);
    void cancel(); // over() follows
    [[nodiscard]] bool running() const { return running_; }
    [[nodiscard]] double share() const { return share_; }

Q_SIGNALS:
    void progressed();
    // `complaint` is empty where the file is written. A cancelled one is not, unless the stop came too late.
    void over(bool written, bool cancelled, const QString& complaint);

private:
    void end(const Result<void>& result);

    bool running_ = false;
    double share_ = 0;
    std::jthread thread_; // last: it ends first
};

} // namespace lanes
