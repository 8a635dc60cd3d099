// Tells a signal that the whole process group was sent, which has reached the program already, from one that was sent to
// the recorder alone: a child in the same group that does nothing but have signals pending. Its command line is the program's, so
// that `pkill -f` of the program's words finds it, and one of the recorder's does not; nobody looks for its name.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lanes::recorder {

// One thread, the one that lives longest: the child ends with it.
class GroupWitness {
public:
    GroupWitness() = default;
    ~GroupWitness() { end(); }
    GroupWitness(GroupWitness&& other) noexcept;
    GroupWitness& operator=(GroupWitness&&) = delete;

    // Beside a program that was started as `command`. Does nothing where no child can be made: signals then pass for ones that
    // were sent to us alone.
    void start(const std::vector<std::string>& command);
    // Whether the group was sent the signal that we have just got. Takes some milliseconds if not.
    [[nodiscard]] bool saw(int signal);

private:
    void fork();
    void end();

    pid_t pid_ = -1;
    std::string words_; // its command line, as /proc/PID/cmdline has it
};

} // namespace lanes::recorder
