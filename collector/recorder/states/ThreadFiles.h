// What the kernel says of one thread, from its files below /proc/PID/task/TID, which are kept open: schedstat, syscall, wchan
// and stat (man 5 proc). Nothing is asked of the thread itself, and it does not notice.
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

// Open for reading, closed with this. One thread.
class OpenFile {
public:
    OpenFile() = default;
    explicit OpenFile(const std::string& path);

    [[nodiscard]] bool isOpen() const { return static_cast<bool>(file_); }
    // From its begin, into `room`; empty where it cannot be read.
    [[nodiscard]] std::string_view text(std::span<char> room) const;

private:
    File file_;
};

// One thread. Whatever stands in the files, nothing but numbers, names of ours and UTF-8 comes of it.
class ThreadFiles {
public:
    // `folder`: where the files stand.
    ThreadFiles(const std::string& folder, std::uint32_t process, std::uint32_t thread);

    // Nothing where the kernel does not tell, or the thread is gone. One call of the system, half a microsecond.
    [[nodiscard]] std::optional<ThreadTimes> times() const;
    // What it does now; nothing if it is gone. One to four calls of the system.
    [[nodiscard]] std::optional<ThreadWait> wait() const;
    // Whether system calls are told (they need what a tracer needs); the rest is without.
    [[nodiscard]] bool tellsCalls() const { return tellsCalls_; }

private:
    [[nodiscard]] std::optional<ThreadWait> withoutCall() const;
    void complete(ThreadWait& wait, std::uint64_t descriptor) const;
    [[nodiscard]] std::string function() const;

    std::string process_; // its folder
    OpenFile schedstat_;
    OpenFile syscall_;
    OpenFile wchan_;
    OpenFile stat_; // where calls are not told
    bool tellsCalls_ = false;
};

} // namespace lanes::recorder
