// Starts threads of the recorder that no signal interrupts. Signals are handled by the thread that looks after the
// program.
#pragma once

#include <csignal>
#include <thread>
#include <utility>

namespace lanes::recorder {

template<class Work>
[[nodiscard]] std::thread startWorker(Work work) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); // a thread inherits this mask
    std::thread thread(std::move(work));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

} // namespace lanes::recorder
