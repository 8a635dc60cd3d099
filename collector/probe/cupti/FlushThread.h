// The one thread of ours in a program that uses a GPU: has CUPTI hand over its records a few times a second, as long as
// somebody reads them. All signals are blocked on it: the program's are the program's.
#pragma once

#include "collector/probe/cupti/CuptiSession.h"

#include <pthread.h>

#include <cstdint>

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

private:
    enum class State : std::uint8_t { Working, Asked, Done };

    static void* run(void* self);
    void work();
    // Until `milliseconds` are over or the state is another one. With the mutex held.
    void wait(std::int64_t milliseconds);

    CuptiSession& session_;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed_{}; // by the monotonic clock
    State state_ = State::Working;
};

} // namespace lanes::probe::cupti
