// A program whose input we give and whose output we read: ssh and its like, tar, sha256sum.
#pragma once

#include "model/base/Result.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::remote {

// One thread. What the program says on standard error reaches the user as it is.
class ChildStream {
public:
    // Whether the terminal's signals (Ctrl-C) reach it. What asks for a password has to be in the foreground.
    enum class Group : std::uint8_t { Ours, Own };

    // argv[0] is looked up in PATH. An error says that it cannot be started.
    static Result<ChildStream> start(const std::vector<std::string>& argv, Group group);
    ChildStream(ChildStream&& other) noexcept;
    ChildStream& operator=(ChildStream&&) = delete;
    ~ChildStream(); // ends the program

    // What it printed since; empty after `milliseconds` without a word. nullopt: it has closed its output.
    [[nodiscard]] std::optional<std::string> read(int milliseconds);
    // Gives it something to read, all of it or nothing, without waiting: false where it takes none now. Small things only.
    [[nodiscard]] bool write(std::string_view bytes) const;
    // Waits for its end and gives its exit code, or 128 + signal.
    [[nodiscard]] int finish();

    // Runs it to its end with `input`. The exit code and all it printed, at most `most` bytes.
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
