// Files of other processes that are to grow with the answers to a request. The class tells when all have answered, or
// have had enough time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace lanes::recorder {

// One thread.
class AwaitedFiles {
public:
    // From now on, growth of the file is the answer of that process; a missing file is empty. Call it before the
    // process is asked.
    void expect(pid_t process, std::string path);
    // The process was not asked after all.
    void forget(pid_t process) { files_.erase(process); }
    // True if all have answered, or have had three seconds.
    [[nodiscard]] bool ready();
    // Returns each answer, up to `most` bytes, and expects no further ones.
    [[nodiscard]] std::map<pid_t, std::string> take(std::size_t most);

private:
    using Clock = std::chrono::steady_clock;
    struct File {
        std::string path;
        std::uintmax_t from = 0; // bytes of earlier answers
        std::uintmax_t size = 0;
        Clock::time_point asked;
        Clock::time_point grew;
    };

    std::map<pid_t, File> files_;
};

} // namespace lanes::recorder
