// The kernel's facts about one thread, from its files below /proc/PID/task/TID, which are kept open: schedstat,
// syscall, wchan and stat (man 5 proc). The thread itself is not asked, and does not notice.
#pragma once

#include "collector/recorder/counters/KernelFiles.h"
#include "collector/recorder/states/ThreadWait.h"
#include "model/base/File.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanes::recorder {

// A file that is open for reading, and closed with this object. One thread.
class OpenFile {
public:
    OpenFile() = default;
    explicit OpenFile(const std::string& path);

    [[nodiscard]] bool isOpen() const { return static_cast<bool>(file_); }
    // Reads from the file's begin into `room`; empty if it cannot be read.
    [[nodiscard]] std::string_view text(std::span<char> room) const;

private:
    File file_;
};

// One thread. The files may hold any text; only numbers, fixed names and valid UTF-8 are taken from them.
class ThreadFiles {
public:
    // `folder`: the folder of the kernel's files.
    ThreadFiles(const std::string& folder, std::uint32_t process, std::uint32_t thread);

    // Returns nothing if the kernel does not report them, or if the thread is gone. One system call, half a
    // microsecond.
    [[nodiscard]] std::optional<ThreadTimes> times() const;
    // Returns the thread's present state; nothing if it is gone. One to four system calls.
    [[nodiscard]] std::optional<ThreadWait> wait() const;
    // True if the kernel shows system calls, which takes a tracer's rights. The other facts come without them.
    [[nodiscard]] bool tellsCalls() const { return tellsCalls_; }

private:
    [[nodiscard]] std::optional<ThreadWait> withoutCall() const;
    void complete(ThreadWait& wait, std::uint64_t descriptor) const;
    [[nodiscard]] std::string function() const;

    std::string process_; // the process's folder
    OpenFile schedstat_;
    OpenFile syscall_;
    OpenFile wchan_;
    OpenFile stat_; // if system calls are not shown
    bool tellsCalls_ = false;
};

} // namespace lanes::recorder
