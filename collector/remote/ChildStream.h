// A child program with its input and output connected to us: ssh and the like, tar, sha256sum.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// One thread. The program's standard error goes to the user unchanged.
class ChildStream {
public:
    // Ours: the terminal's signals (Ctrl-C) reach the program. A program that asks for a password must be in the
    // foreground.
    enum class Group : std::uint8_t { Ours, Own };

    // argv[0] is looked up in PATH. An error means that it cannot be started.
    static Result<ChildStream> start(const std::vector<std::string>& argv, Group group);
    ChildStream(ChildStream&& other) noexcept;
    ChildStream& operator=(ChildStream&&) = delete;
    ~ChildStream(); // ends the program

    // Returns the output since the last call; empty after `milliseconds` without any. nullopt: the program has closed
    // its output.
    [[nodiscard]] std::optional<std::string> read(int milliseconds);
    // Writes all of `bytes` to the program's input, or nothing, without waiting. False if the program takes no input
    // now. For small data only.
    [[nodiscard]] bool write(std::string_view bytes) const;
    // Waits for its end and returns its exit code, or 128 + signal.
    [[nodiscard]] int finish();

    // Runs the program to its end with `input`. Returns its exit code and output, at most `most` bytes.
    struct Output {
        int code = 0;
        std::string text;
    };
    static Result<Output> run(const std::vector<std::string>& argv, std::string_view input, Group group);

private:
    ChildStream() = default;
    void feed(std::string_view input, std::string& output);

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
};

} // namespace lanes::remote
