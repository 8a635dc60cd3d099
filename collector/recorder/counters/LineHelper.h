// A helper program beside the recorder that prints lines until it is ended. Neither Ctrl-C nor the recorded program
// reaches it, and it does not outlive the recorder.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lanes::recorder {

// One thread, the one that started it.
class LineHelper {
public:
    // If the program is missing, there are no lines, and nothing else happens.
    LineHelper(const std::string& program, const std::string& argument);
    LineHelper(const LineHelper&) = delete;
    LineHelper& operator=(const LineHelper&) = delete;
    ~LineHelper();

    // Returns the whole lines that have come since the last call; never waits. Longer lines are clipped to
    // kMostLineBytes.
    [[nodiscard]] std::vector<std::string> lines();

private:
    static constexpr std::size_t kMostLineBytes = 4096;

    pid_t pid_ = -1;
    int pipe_ = -1;
    std::string begun_; // begin of a line whose end has not come yet
};

} // namespace lanes::recorder
