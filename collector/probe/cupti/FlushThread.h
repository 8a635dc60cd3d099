// A thread of the probe in a program that uses a GPU. It makes CUPTI hand over its records a few times a second, as
// long as the recorder reads them. It lets CUPTI rest in long pauses. On request it leaves CUPTI to other clients,
// and takes it again.
#pragma once

#include "collector/probe/cupti/CuptiSession.h"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <string>

namespace lanes::probe::cupti {

class FlushThread {
public:
    // Never destroyed: the thread may outlive the threads that wait for it.
    explicit FlushThread(CuptiSession& session);
    FlushThread(const FlushThread&) = delete;
    FlushThread& operator=(const FlushThread&) = delete;
    ~FlushThread() = delete;

    // Returns false if the thread cannot be created.
    [[nodiscard]] bool start();
    // Ends the session, once, and waits until it has ended, up to a few seconds. Any thread but this one.
    void finish();
    // Pauses the session and waits as finish() does; does nothing if the session has ended. Any thread but this one.
    void pause(const char* why);
    // Makes the next turn come now. Any thread, also from a callback of CUPTI.
    void hurry();
    // Resumes a paused session soon; does nothing unless it is paused. `failed`: called with the problem if it cannot
    // be resumed.
    void resume(void (*failed)(const std::string& problem));

private:
    enum class State : std::uint8_t { Working, Pausing, Paused, Resuming, Asked, Done };

    static void* run(void* self);
    void work();
    // The functions below need the mutex, which they release while they work.
    void act();
    void turn();
    // Lets the session rest in a long pause of the recording, and wakes it at the end of the pause.
    void followPause();
    // Sleeps until the period is over, the recording goes on, or another thread asks for something.
    void sleep();
    void change(State from, State to);
    // Waits until `milliseconds` are over or the state has changed. `hurried`: a call of hurry() ends it too.
    void wait(std::int64_t milliseconds, bool hurried = false);
    void ask(State next);

    CuptiSession& session_;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed_{}; // uses the monotonic clock
    State state_ = State::Working;
    std::atomic<bool> hurried_{false}; // hurry() was called since the last turn began
    int pausedTurns_ = 0;
    bool resting_ = false;      // the session rests
    const char* why_ = nullptr; // the reason of the pause
    void (*failed_)(const std::string& problem) = nullptr;
};

} // namespace lanes::probe::cupti
