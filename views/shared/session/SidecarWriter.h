// Writes what the user made of a session to its file, off the UI thread and not with every change: the newest state wins.
#pragma once

#include "views/shared/session/Sidecar.h"

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <optional>

namespace lanes {

// UI thread. A file that cannot be written is no reason to disturb: the next change tries again.
class SidecarWriter : public QObject {
    Q_OBJECT

public:
    explicit SidecarWriter(QObject* parent = nullptr);
    // Writes what is still due, and waits for it: the session may be opened again at once.
    ~SidecarWriter() override;

    // Due a moment after the first call since the last write.
    void write(const QString& path, Sidecar sidecar);
    // What is due is written, and everything before it.
    void finish();

private:
    struct Due {
        QString path;
        Sidecar sidecar;
    };
    void start();

    std::optional<Due> due_;
    QTimer timer_;
    QThreadPool pool_; // of one thread: one write after the other
};

} // namespace lanes
