// One window per desktop: a second `lanescope FILE` passes its files to the window that is open already.
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>

class QLocalServer;
class QLocalSocket;

namespace lanes {

// Listens below $XDG_RUNTIME_DIR, which only the user can access. Without that folder every window is independent. UI thread.
class RunningWindow : public QObject {
    Q_OBJECT

public:
    // Passes `references` (absolute paths, maybe with a place) to the window of this desktop, and waits until it has taken
    // them. Returns false if there is no window, or none answers within two seconds. Then the caller opens its own.
    [[nodiscard]] static bool handOver(const QStringList& references);

    // From now on `open` gets the references that others pass. An empty list only brings the window to the front.
    explicit RunningWindow(std::function<void(const QStringList&)> open, QObject* parent = nullptr);
    ~RunningWindow() override;

private:
    void take(QLocalSocket* from);

    std::unique_ptr<QLocalServer> server_;
    std::function<void(const QStringList&)> open_;
};

} // namespace lanes
