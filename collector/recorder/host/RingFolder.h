// The folder in which target and recorder meet (collector/ring/RingLayout.h says what lies there). Lives as long as the
// recording; what is in it survives the target, not the recorder.
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

// What targets tell of while the recording is paused: nothing; where steps of training end; that as well, and that the pause
// ends with this step, so that what takes a moment to begin gets ready.
enum class PausedWatch : std::uint8_t { Nothing, Steps, LastStep };

// As whom a process opens files.
struct FileUser {
    uid_t user = 0;
    gid_t group = 0;
};
// Nothing if there is no such process.
[[nodiscard]] std::optional<FileUser> fileUserOf(pid_t process);

class RingFolder {
public:
    // Makes a new folder in memory-backed storage where there is enough of it, with its session file.
    // `sources`: what targets are to record, Source bits; `samplesPerSecond`: of Python's threads; `filter`:
    // ring/WhereFilter.h; `forOthers`: giveTo() will follow.
    static Result<RingFolder> create(ring::DeviceSharing sharing, std::uint32_t sources = ring::kAllSources,
                                     std::uint32_t samplesPerSecond = 0, std::string_view filter = {},
                                     bool forOthers = false);
    // The folder and what is in it belong to that user from now on, whose program is to be recorded. Needs root's rights; without
    // them all stays as it was.
    static void giveTo(const std::string& folder, const FileUser& user);
    // Removes folders whose recorder has died (killed, power cut). Their targets keep their mappings and go on.
    static void removeStale();
    // Strange: of another user's recorder, of another version, or only just being made.
    enum class State { Running, Stale, Strange };
    [[nodiscard]] static State stateOf(const std::string& folder);
    // The folders of that state in the places where create() looks.
    [[nodiscard]] static std::vector<std::string> all(State state);
    // The recorder's pid as it sees itself; 0 if there is no such folder.
    [[nodiscard]] static pid_t recorderOf(const std::string& folder);

    RingFolder(RingFolder&&) noexcept = default;
    RingFolder& operator=(RingFolder&&) noexcept = default;
    ~RingFolder(); // removes the folder

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] ring::ClockKind clock() const { return clock_; }
    // Tells the targets that somebody reads. Call at least every few seconds.
    void beat();
    // Removes a file of a process that records nothing any more. What a ring holds is freed also where that process, which may run
    // on, has it mapped for good.
    static void removeFile(const std::string& path);
    // The file of a ring of that capacity has been removed.
    void giveRingBack(std::uint64_t capacity);
    // As the targets count them: threads without a ring when they first wanted one, processes without a control file.
    [[nodiscard]] std::uint64_t threadsRefused() const {
        return control().threadsRefused.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t processesRefused() const {
        return control().processesRefused.load(std::memory_order_relaxed);
    }
    // Why, of those processes: ring::Shortage bits.
    [[nodiscard]] std::uint32_t shortages() const {
        return control().shortages.load(std::memory_order_relaxed);
    }
    // Targets record nothing for the time being, but what is watched.
    void pause(PausedWatch watch);
    void resume();
    // In a pause that is about to end: who records devices begins.
    void prepareDevices();
    // Tells the targets that nobody reads any more.
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
