// Starts threads of the probe in the program. Their stacks are small, and they block all signals, which belong to the
// program.
#pragma once

#include <pthread.h>

#include <csignal>
#include <cstddef>

namespace lanes::probe {

// Runs `work(argument)` in a thread that nobody waits for; false if there can be none.
[[nodiscard]] inline bool startQuietThread(void* (*work)(void*), void* argument) {
    constexpr std::size_t kStackBytes = 256U << 10;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread{};
    const bool made = pthread_create(&thread, &attributes, work, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    return made;
}

} // namespace lanes::probe
