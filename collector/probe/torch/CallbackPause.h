// Disables our callback in torch while the session is paused. An operator with a callback that does nothing still
// costs hundreds of nanoseconds, as torch passes it all arguments. A thread of the probe, which lives as long as the
// pause, enables the callback again.
#pragma once

#include <pthread.h>

#include <cstdint>

namespace lanes::probe {

class CallbackPause {
public:
    using Switch = void (*)(std::uint64_t callback);

    // at::disableCallback and at::reenableCallback. A torch without them keeps calling; then only the gate is shut.
    void use(Switch disable, Switch reenable);
    // A callback for the ranges of the program, which replaces ours while the session wants only steps. Operators
    // then cost as much as without any callback.
    struct StepCallback {
        std::uint64_t (*add)();
        void (*remove)(std::uint64_t);
    };
    void watchSteps(StepCallback callback) { stepCallback_ = callback; }
    // Called from inside the callback, while the session wants no operators. The callback is not called again until
    // it does. Any thread.
    void begin(std::uint64_t callback);

    // `outside`: every thread is outside of the session's filter (Where.h). While that holds, the callback is
    // disabled as in a pause, without a thread of the probe. Any thread, also from inside the callback.
    void setOutside(std::uint64_t callback, bool outside);

    // Must be called before the callback is removed: torch complains of a callback that it does not know.
    void end();

    // Around fork(): a child has its callback enabled again, and none of the probe's threads.
    void beforeFork() { pthread_mutex_lock(&mutex_); }
    void afterFork(bool inChild);

private:
    static void* run(void* self);
    void waitForTheEnd();
    void endPause();
    void followStepsLocked(std::uint64_t word); // SessionControl::wanted
    void endLocked();                           // ends the pause
    // Enables or disables the callback in torch, according to the state.
    void settleLocked();

    Switch disable_ = nullptr;
    Switch reenable_ = nullptr;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER; // guards what follows
    std::uint64_t paused_ = 0;                          // the callback; 0: none
    std::uint64_t outside_ = 0;                         // the callback, if all are outside; 0: none
    std::uint64_t takenOut_ = 0;                        // the callback, if disabled
    StepCallback stepCallback_{};
    std::uint64_t steps_ = 0; // its handle while it is there
};

} // namespace lanes::probe
