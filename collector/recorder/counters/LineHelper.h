// A program of ours beside the recorder that prints lines until it is ended. Neither Ctrl-C nor what the recorded program
// does reaches it, and it does not outlive the recorder.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lanes::recorder {

// One thread, which also started it.
class LineHelper {
public:
    // Without the program there is nothing to read, and nothing else happens.
    LineHelper(const std::string& program, const std::string& argument);
    LineHelper(const LineHelper&) = delete;
    LineHelper& operator=(const LineHelper&) = delete;
    ~LineHelper();

    // The whole lines that have come since the last call; never waits. Of a longer one the first kMostLineBytes are kept.
    [[nodiscard]] std::vector<std::string> lines();

private:
    static constexpr std::size_t kMostLineBytes = 4096;

    pid_t pid_ = -1;
    int pipe_ = -1;
    std::string begun_; // of a line whose end is still to come
};

} // namespace lanes::recorder
