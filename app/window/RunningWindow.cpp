#include "app/window/RunningWindow.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QLocalServer>
#include <QLocalSocket>

namespace lanes {

namespace {

constexpr int kPatienceMs = 2000;
constexpr qint64 kMostBytes = 1 << 20; // more is no list of files that somebody typed or chose

// Another display of the same user has windows of its own. Empty where there is no folder for it.
QString address() {
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (folder.isEmpty()) {
        return {};
    }
    const QByteArray display = qgetenv("WAYLAND_DISPLAY") + '\n' + qgetenv("DISPLAY");
    const QByteArray hash = QCryptographicHash::hash(display, QCryptographicHash::Sha1).toHex().left(12);
    return folder + QStringLiteral("/lanescope-window-") + QString::fromLatin1(hash);
}

// Each ends with a zero byte, which no reference holds. Not as a QStringList: a stream makes room for as many texts as it is
// told of, and whoever connects may tell of billions.
QByteArray toBytes(const QStringList& references) {
    QByteArray bytes;
    for (const QString& reference : references) {
        bytes += reference.toUtf8() + '\0';
    }
    return bytes;
}

QStringList toReferences(const QByteArray& bytes) {
    QStringList references = QString::fromUtf8(bytes).split(QChar(0));
    references.removeLast(); // behind the last zero
    return references;
}

// Whether a window listens. The one that came first keeps the address, also beside one that --new-window made: with
// UserAccessOption, QLocalServer::listen() would take the address from it without an error.
bool isAnswered() {
    QLocalSocket socket;
    socket.connectToServer(address());
    return socket.waitForConnected(kPatienceMs);
}

} // namespace

bool RunningWindow::handOver(const QStringList& references) {
    if (address().isEmpty()) {
        return false;
    }
    QLocalSocket socket;
    socket.connectToServer(address());
    if (!socket.waitForConnected(kPatienceMs)) {
        return false;
    }
    QDataStream stream(&socket);
    stream << toBytes(references);
    // it closes the connection once it has read all
    return socket.waitForDisconnected(kPatienceMs) && socket.bytesToWrite() == 0;
}

RunningWindow::RunningWindow(std::function<void(const QStringList&)> open, QObject* parent)
    : QObject(parent)
    , server_(std::make_unique<QLocalServer>())
    , open_(std::move(open)) {
    if (address().isEmpty() || isAnswered()) {
        return;
    }
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* from = server_->nextPendingConnection()) {
            connect(from, &QLocalSocket::disconnected, from, &QObject::deleteLater);
            connect(from, &QLocalSocket::readyRead, this, [this, from] { take(from); });
            take(from);
        }
    });
    server_->listen(address()); // takes the place of what a killed window left there
}

RunningWindow::~RunningWindow() = default;

void RunningWindow::take(QLocalSocket* from) {
    QDataStream stream(from);
    stream.startTransaction();
    QByteArray references;
    stream >> references;
    if (!stream.commitTransaction()) {
        if (from->bytesAvailable() > kMostBytes) {
            from->abort();
        }
        return; // the rest is still under way
    }
    from->disconnectFromServer();
    open_(toReferences(references));
}

} // namespace lanes
