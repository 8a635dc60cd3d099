// Writes the user's settings for a session to its file, off the UI thread and not with every change. Only the newest state is
// written.
#pragma once

#include "views/shared/session/Sidecar.h"

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <optional>

namespace lanes {

// UI thread. A file that cannot be written causes no message: the next change tries again.
class SidecarWriter : public QObject {
    Q_OBJECT

public:
    explicit SidecarWriter(QObject* parent = nullptr);
    // Writes what is still due and waits for it, because the session may be opened again at once.
    ~SidecarWriter() override;

    // The write is due a moment after the first call since the last write.
    void write(const QString& path, Sidecar sidecar);
    // Returns when everything due has been written.
    void finish();

private:
    struct Due {
        QString path;
        Sidecar sidecar;
    };
    void start();

    std::optional<Due> due_;
    QTimer timer_;
    QThreadPool pool_; // one thread, so that writes don't overlap
};

} // namespace lanes
