// The folder in which target and recorder meet (collector/ring/RingLayout.h lists its files). It lives as long as the
// recording; its contents survive the target, not the recorder.
#pragma once

#include "collector/ring/FileLock.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/RingLayout.h"
#include "model/base/Result.h"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// The reports of targets while the recording is paused: nothing; or the ends of training steps; or, as LastStep, also
// that the pause ends with this step. Sources that need time to start then get ready.
enum class PausedWatch : std::uint8_t { Nothing, Steps, LastStep };

// The user and group with which a process opens files.
struct FileUser {
    uid_t user = 0;
    gid_t group = 0;
};
// Returns nothing if there is no such process.
[[nodiscard]] std::optional<FileUser> fileUserOf(pid_t process);

class RingFolder {
public:
    // Makes a new folder with its session file, in memory-backed storage if that is large enough. `sources`: Source
    // bits for the targets. `samplesPerSecond`: of Python's threads. `filter`: see ring/WhereFilter.h. `forOthers`:
    // giveTo() will follow.
    static Result<RingFolder> create(ring::DeviceSharing sharing, std::uint32_t sources = ring::kAllSources,
                                     std::uint32_t samplesPerSecond = 0, std::string_view filter = {},
                                     bool forOthers = false);
    // Makes that user, whose program is to be recorded, the owner of the folder and its contents. Needs root's
    // rights; without them nothing changes.
    static void giveTo(const std::string& folder, const FileUser& user);
    // Removes folders whose recorder has died (killed, power cut). Their targets keep their mappings and run on.
    static void removeStale();
    // Strange: of another user's recorder, of another version, or just being made.
    enum class State { Running, Stale, Strange };
    [[nodiscard]] static State stateOf(const std::string& folder);
    // Returns the folders of that state in the places where create() looks.
    [[nodiscard]] static std::vector<std::string> all(State state);
    // Returns the recorder's pid in its own namespace; 0 if there is no such folder.
    [[nodiscard]] static pid_t recorderOf(const std::string& folder);

    RingFolder(RingFolder&&) noexcept = default;
    RingFolder& operator=(RingFolder&&) noexcept = default;
    ~RingFolder(); // removes the folder

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] ring::ClockKind clock() const { return clock_; }
    // Renews the heartbeat for the targets. Call it at least every few seconds.
    void beat();
    // Removes a file of a process that records nothing any more. The memory of a ring is freed even if that process
    // runs on and keeps it mapped.
    static void removeFile(const std::string& path);
    // Returns the budget of a ring of that capacity, whose file has been removed.
    void giveRingBack(std::uint64_t capacity);
    // The counts of the targets: threads without a ring when they first wanted one, processes without a control file.
    [[nodiscard]] std::uint64_t threadsRefused() const {
        return control().threadsRefused.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t processesRefused() const {
        return control().processesRefused.load(std::memory_order_relaxed);
    }
    // Returns the reasons of those processes: ring::Shortage bits.
    [[nodiscard]] std::uint32_t shortages() const {
        return control().shortages.load(std::memory_order_relaxed);
    }
    // Makes targets record nothing except what is watched.
    void pause(PausedWatch watch);
    void resume();
    // Call it before a pause ends: device recording gets ready.
    void prepareDevices();
    // Tells the targets that the recorder reads no more.
    void close();

private:
    RingFolder(std::string path, ring::MappedFile session, ring::FileLock alive);
    [[nodiscard]] ring::SessionControl& control() const;

    std::string path_;
    ring::MappedFile session_;
    ring::FileLock alive_; // on the session file
    ring::ClockKind clock_ = ring::ClockKind::MonotonicNs;
};

} // namespace lanes::recorder
