// Files of other processes that are to grow, as they have been asked something: whether all have, or have had time enough.
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
    // From here on what comes to the file is that process's answer; a file that is not there is empty. To be called before it is asked.
    void expect(pid_t process, std::string path);
    // Nobody was asked there after all.
    void forget(pid_t process) { files_.erase(process); }
    // Whether all have answered, or have had three seconds.
    [[nodiscard]] bool ready();
    // What came to each, up to `most` bytes; nothing is expected any more.
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
