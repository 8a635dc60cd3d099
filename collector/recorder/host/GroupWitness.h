// Distinguishes a signal to the whole process group, which has reached the program already, from one to the recorder
// alone. A child process in the same group does nothing but keep signals pending. Its command line is the program's,
// so `pkill -f` with the program's words finds it. The recorder's words do not match it. Its name is never searched
// for.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lanes::recorder {

// Used by one thread, the longest-living one: the child ends with that thread.
class GroupWitness {
public:
    GroupWitness() = default;
    ~GroupWitness() { end(); }
    GroupWitness(GroupWitness&& other) noexcept;
    GroupWitness& operator=(GroupWitness&&) = delete;

    // Starts the child beside a program that was started as `command`. If no child can be made, all signals count as
    // sent to the recorder alone.
    void start(const std::vector<std::string>& command);
    // True if the group was sent the signal that the recorder has just received. Takes some milliseconds if not.
    [[nodiscard]] bool saw(int signal);

private:
    void fork();
    void end();

    pid_t pid_ = -1;
    std::string words_; // the child's command line, in the form of /proc/PID/cmdline
};

} // namespace lanes::recorder
