// One window per desktop: a second `lanescope FILE` hands its files to the window that is open already.
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>

class QLocalServer;
class QLocalSocket;

namespace lanes {

// Listens below $XDG_RUNTIME_DIR, which is the user's alone; without that folder every window is on its own. UI thread.
class RunningWindow : public QObject {
    Q_OBJECT

public:
    // Gives `references` (absolute paths, maybe with a place) to the window of this desktop, and waits until it has
    // taken them. False where there is none, or none that answers within two seconds: the caller opens its own.
    [[nodiscard]] static bool handOver(const QStringList& references);

    // From now on `open` gets what others hand over, an empty list too: then the window is just to come forward.
    explicit RunningWindow(std::function<void(const QStringList&)> open, QObject* parent = nullptr);
    ~RunningWindow() override;

private:
    void take(QLocalSocket* from);

    std::unique_ptr<QLocalServer> server_;
    std::function<void(const QStringList&)> open_;
};

} // namespace lanes
