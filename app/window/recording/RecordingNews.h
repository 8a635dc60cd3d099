// Shows news about recordings: in the window's banner if they need an answer, else in the status line.
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace lanes {

class Banner;
class CaptureDesk;
class StatusLine;
class Steering;

class RecordingNews : public QObject {
    Q_OBJECT

public:
    // All arguments outlive this object. `open` shows the session of a file.
    RecordingNews(CaptureDesk& captures, Steering& steering, Banner& banner, StatusLine& status,
                  std::function<void(const QString& path)> open, QObject* parent);

private:
    void warn(const QString& sentence);
    void askToKill(const QString& question, const std::function<void()>& kill);
    void offer(const QString& saved);

    Banner& banner_;
    QString warned_; // last warning shown
    std::function<void(const QString&)> open_;
};

} // namespace lanes
