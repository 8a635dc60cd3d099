// Reads and changes SessionControl::wanted: the sources wanted now, those ever wanted, and a generation that grows
// with every change.
#pragma once

#include "collector/ring/RingLayout.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace lanes::ring {

constexpr std::uint32_t sourcesOf(std::uint64_t wanted) {
    return static_cast<std::uint16_t>(wanted);
}

// Returns the sources that targets must be ready for: all that were wanted in this session and may be again after a
// pause.
constexpr std::uint32_t everWanted(std::uint64_t wanted) {
    return static_cast<std::uint16_t>(wanted >> 16);
}

// True if the recording of devices must run, or get ready to run.
constexpr bool wantsDevices(std::uint64_t wanted) {
    return (sourcesOf(wanted) & (kDevices | kDevicesSoon)) != 0;
}

constexpr std::uint32_t generationOf(std::uint64_t wanted) {
    return static_cast<std::uint32_t>(wanted >> 32);
}

// Returns the word of the generation for the kernel's futex: the upper half, on a little-endian machine. Processes
// share the word.
inline const std::uint32_t* generationWord(const std::atomic<std::uint64_t>& wanted) {
    return reinterpret_cast<const std::uint32_t*>(&wanted) + 1;
}

// Sleeps while the generation is `generation`, at most `limit`; may return early.
inline void waitForChange(const std::atomic<std::uint64_t>& wanted, std::uint32_t generation,
                          const timespec& limit) {
    syscall(SYS_futex, generationWord(wanted), FUTEX_WAIT, generation, &limit, nullptr, 0);
}

// Wakes all threads that sleep in waitForChange(), in any process.
inline void wakeWaiting(const std::atomic<std::uint64_t>& wanted) {
    syscall(SYS_futex, generationWord(wanted), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

// For the recorder: sets the wanted sources. Targets see the change with their next event; sleeping ones are woken.
// One writer.
inline void setSources(SessionControl& control, std::uint32_t sources) {
    const std::uint64_t before = control.wanted.load(std::memory_order_relaxed);
    if (sourcesOf(before) != sources) {
        const std::uint64_t ever = everWanted(before) | sources;
        control.wanted.store(std::uint64_t{generationOf(before) + 1} << 32 | ever << 16 | sources,
                             std::memory_order_release);
        wakeWaiting(control.wanted);
    }
}

} // namespace lanes::ring
