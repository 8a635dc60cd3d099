// Takes our callback out of torch's way while the session is paused: an operator with a callback that does nothing costs
// hundreds of nanoseconds, as torch hands it all arguments. A thread of ours, which lives as long as the pause, puts it
// back.
#pragma once

#include <pthread.h>

#include <cstdint>

namespace lanes::probe {

class CallbackPause {
public:
    using Switch = void (*)(std::uint64_t callback);

    // at::disableCallback and at::reenableCallback. A torch without them calls on, and the gate alone is shut.
    void use(Switch disable, Switch reenable);
    // While the session wants steps alone, that callback is there instead: of ranges of the program, so that operators cost
    // what they cost without any.
    struct StepCallback {
        std::uint64_t (*add)();
        void (*remove)(std::uint64_t);
    };
    void watchSteps(StepCallback callback) { stepCallback_ = callback; }
    // From inside of that callback, while the session wants no operators: it is not called again until it does. Any thread.
    void begin(std::uint64_t callback);

    // Whether every thread is outside of the session's filter (Where.h): the same while that holds, without a thread of ours. From
    // any thread, also from inside of that callback.
    void setOutside(std::uint64_t callback, bool outside);

    // Before the callback is removed: torch complains of what it does not know any more.
    void end();

    // Around fork(): a child has its callback back, and none of our threads.
    void beforeFork() { pthread_mutex_lock(&mutex_); }
    void afterFork(bool inChild);

private:
    static void* run(void* self);
    void waitForTheEnd();
    void endPause();
    void followStepsLocked(std::uint64_t word); // SessionControl::wanted
    void endLocked();                           // the pause
    // Torch has the callback, or not, as it is to be.
    void settleLocked();

    Switch disable_ = nullptr;
    Switch reenable_ = nullptr;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER; // guards what follows
    std::uint64_t paused_ = 0;                          // the callback; 0: none
    std::uint64_t outside_ = 0;                         // the same
    std::uint64_t takenOut_ = 0;                        // it is out
    StepCallback stepCallback_{};
    std::uint64_t steps_ = 0; // its handle while it is there
};

} // namespace lanes::probe
