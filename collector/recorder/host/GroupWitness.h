// Tells a signal that the whole process group was sent, which has reached the program already, from one that was sent to
// the recorder alone: a child in the same group that does nothing but have signals pending.
#pragma once

#include <sys/types.h>

namespace lanes::recorder {

// One thread, the one that lives longest: the child ends with it.
class GroupWitness {
public:
    GroupWitness() = default;
    ~GroupWitness() { end(); }
    GroupWitness(GroupWitness&& other) noexcept;
    GroupWitness& operator=(GroupWitness&&) = delete;

    // Does nothing where no child can be made: signals then pass for ones that were sent to us alone.
    void start();
    // Whether the group was sent the signal that we have just got. Takes some milliseconds if not.
    [[nodiscard]] bool saw(int signal);

private:
    void end();

    pid_t pid_ = -1;
};

} // namespace lanes::recorder
