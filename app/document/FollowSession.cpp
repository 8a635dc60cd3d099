#include "app/document/FollowSession.h"

#include "model/session/SessionReader.h"

#include <chrono>
#include <filesystem>
#include <thread>

namespace lanes {
namespace {

constexpr auto kPause = std::chrono::milliseconds(200);
// A program may idle for a while, and its session with it.
constexpr auto kQuietUntilOver = std::chrono::seconds(30);

bool wasTouchedLately(const std::string& path) {
    std::error_code error;
    const auto touched = std::filesystem::last_write_time(path, error);
    return !error && std::filesystem::file_time_type::clock::now() - touched < kQuietUntilOver;
}

} // namespace

bool isBeingWritten(const std::string& path, const Trace& trace) {
    return !trace.info().complete && wasTouchedLately(path);
}

Result<std::shared_ptr<const Trace>> followSession(const std::string& path, const OpenOptions& options) {
    auto reader = session::SessionReader::open(path);
    if (!reader) {
        return reader.error();
    }
    session::ReadOptions read;
    read.stop = options.stop;
    read.memoryLimit = options.memoryLimit;
    read.threads = options.threads;
    std::shared_ptr<const Trace> newest;
    while (!options.stop.stop_requested()) {
        auto next = reader->poll(read);
        if (!next) {
            return next.error();
        }
        if (next.value()) {
            newest = next.value();
            options.publish(newest);
        }
        if (reader->ended() || !wasTouchedLately(path)) {
            break;
        }
        std::this_thread::sleep_for(kPause);
    }
    if (newest) {
        return newest;
    }
    return Error{path + " holds nothing yet."};
}

} // namespace lanes
