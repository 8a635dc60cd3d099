// A thread of ours in a program that uses a GPU: has CUPTI hand over its records a few times a second, as long as somebody
// reads them, lets it rest in long pauses, and leaves CUPTI to others and takes it again when it is told to.
#pragma once

#include "collector/probe/cupti/CuptiSession.h"

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <string>

namespace lanes::probe::cupti {

class FlushThread {
public:
    // Never destroyed: the thread may outlive whoever waits for it.
    explicit FlushThread(CuptiSession& session);
    FlushThread(const FlushThread&) = delete;
    FlushThread& operator=(const FlushThread&) = delete;
    ~FlushThread() = delete;

    // False if there can be no thread.
    [[nodiscard]] bool start();
    // Ends the session, once, and waits until that is done, up to a few seconds. Any thread but this one.
    void finish();
    // Pauses the session and waits as finish() does; nothing if it has ended. Any thread but this one.
    void pause(const char* why);
    // The next turn comes now. Any thread, also from a callback of CUPTI.
    void hurry();
    // Soon; nothing unless it is paused. `failed`: called with the problem if it cannot go on.
    void resume(void (*failed)(const std::string& problem));

private:
    enum class State : std::uint8_t { Working, Pausing, Paused, Resuming, Asked, Done };

    static void* run(void* self);
    void work();
    // All with the mutex held, which they give up as they work.
    void act();
    void turn();
    // In a long pause of the recording the session rests, and wakes up with its end.
    void followPause();
    // Until the period is over, the recording goes on, or somebody asks for something.
    void sleep();
    void change(State from, State to);
    // Until `milliseconds` are over or the state is another one; `hurried`: or somebody is in a hurry.
    void wait(std::int64_t milliseconds, bool hurried = false);
    void ask(State next);

    CuptiSession& session_;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed_{}; // by the monotonic clock
    State state_ = State::Working;
    std::atomic<bool> hurried_{false}; // since the last turn began
    int pausedTurns_ = 0;
    bool resting_ = false;      // the session is
    const char* why_ = nullptr; // it pauses
    void (*failed_)(const std::string& problem) = nullptr;
};

} // namespace lanes::probe::cupti
