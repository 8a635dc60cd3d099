// What recordings have to tell the user: in the window's banner where it asks for an answer, else in the status line.
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
    // All of them outlive it. `open` shows the session of a file.
    RecordingNews(CaptureDesk& captures, Steering& steering, Banner& banner, StatusLine& status,
                  std::function<void(const QString& path)> open, QObject* parent);

private:
    void warn(const QString& sentence);
    void askToKill(const QString& question, const std::function<void()>& kill);
    void offer(const QString& saved);

    Banner& banner_;
    QString warned_; // last
    std::function<void(const QString&)> open_;
};

} // namespace lanes
