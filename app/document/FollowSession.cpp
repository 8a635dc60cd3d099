#include "app/document/FollowSession.h"

#include "collector/ring/FileLock.h"
#include "model/session/reading/SessionReader.h"

#include <QCoreApplication>

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

namespace lanes {
namespace {

class FollowWords {
    Q_DECLARE_TR_FUNCTIONS(FollowSession)
};

constexpr auto kPause = std::chrono::milliseconds(200);
// A program may idle for a while, and its session with it.
constexpr auto kQuietUntilOver = std::chrono::seconds(30);

// A recorder of this machine holds a lock; whoever fetches a session from elsewhere may not.
bool isWritten(const std::string& path) {
    if (isHeldByRecorder(path)) {
        return true;
    }
    std::error_code error;
    const auto touched = std::filesystem::last_write_time(path, error);
    return !error && std::filesystem::file_time_type::clock::now() - touched < kQuietUntilOver;
}

// Which file has this name; nothing if none has.
std::optional<std::pair<dev_t, ino_t>> fileAt(const std::string& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 ? std::optional(std::pair(facts.st_dev, facts.st_ino))
                                           : std::nullopt;
}

} // namespace

bool isHeldByRecorder(const std::string& path) {
    std::error_code error;
    const std::string real = std::filesystem::canonical(path, error).string();
    return !error && ring::FileLock::holderOf(real) == ring::FileLock::Holder::Somebody;
}

bool isBeingWritten(const std::string& path, const Trace& trace) {
    return !trace.info().complete && isWritten(path);
}

Result<std::shared_ptr<const Trace>> followSession(const std::string& path, const OpenOptions& options) {
    auto file = fileAt(path); // asked before it is opened: one that comes between is seen as another
    auto reader = session::SessionReader::open(path);
    if (!reader) {
        return reader.error();
    }
    session::ReadOptions read;
    read.stop = options.stop;
    read.memoryLimit = options.memoryLimit;
    read.threads = options.threads;
    OwnClassPainter painter(options.ownClasses);
    std::shared_ptr<const Trace> newest;
    while (!options.stop.stop_requested()) {
        auto next = reader->poll(read);
        if (!next) {
            return next.error();
        }
        if (next.value()) {
            newest = painter.paint(next.value());
            options.publish(newest);
        }
        if (reader->ended()) {
            break;
        }
        if (const auto now = fileAt(path); now && now != file) {
            if (auto anew = session::SessionReader::open(path)) {
                file = now;
                reader = std::move(anew);
                continue;
            }
        }
        if (!isWritten(path)) {
            break;
        }
        std::this_thread::sleep_for(kPause);
    }
    if (newest) {
        return newest;
    }
    return Error{FollowWords::tr("%1 is still empty.").arg(QString::fromStdString(path)).toStdString()};
}

} // namespace lanes
