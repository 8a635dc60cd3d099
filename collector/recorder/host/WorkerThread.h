// A thread of the recorder's own, which no signal interrupts: they are for the thread that looks after the program.
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
    pthread_sigmask(SIG_SETMASK, &all, &before); // a thread begins with what is blocked here
    std::thread thread(std::move(work));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

} // namespace lanes::recorder
