#include "collector/attach/x86_64/WaitingThreads.h"

#include "collector/attach/ProcessStatus.h"

#include <linux/futex.h>
#include <sys/syscall.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <utility>

namespace lanes::attach {

bool isHarmlessWait(std::int64_t call, std::uint64_t futexOperation, bool idle) {
    switch (call) {
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_accept:
    case SYS_accept4:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_wait4:
    case SYS_waitid:
    case SYS_pause:
    case SYS_restart_syscall: // a sleep, poll or timed wait that was interrupted before, by us for one
        return true;
    case SYS_read:
        return idle;
    case SYS_futex:
        // WAIT_BITSET: a condition, a semaphore, a join. Locks inside of libc (malloc, the loader) use plain WAIT, and nobody
        // waits for those for long; libgomp's idle workers do.
        return (futexOperation & static_cast<std::uint64_t>(FUTEX_CMD_MASK)) == FUTEX_WAIT_BITSET || idle;
    default:
        return false;
    }
}

std::vector<pid_t> waitingThreads(pid_t process) {
    constexpr std::chrono::milliseconds kIdle(10);
    std::map<pid_t, ThreadFacts> before;
    for (const pid_t thread : threadsOf(process)) {
        before[thread] = threadFacts(process, thread);
    }
    std::this_thread::sleep_for(kIdle);
    std::vector<std::pair<int, pid_t>> ranked;
    for (const auto& [thread, old] : before) {
        const ThreadFacts now = threadFacts(process, thread);
        if (!now.blocked || now.state != 'S') {
            continue;
        }
        const bool idle = old.blocked && old.call == now.call && old.stackPointer == now.stackPointer &&
                          old.switches == now.switches;
        // To stop a thread ends its epoll_wait with EINTR, as any debugger does.
        const bool ends = now.call == SYS_epoll_wait || now.call == SYS_epoll_pwait;
        if (isHarmlessWait(now.call, now.arguments[1], idle)) {
            ranked.emplace_back((ends ? 4 : 0) + (idle ? 0 : 2) + (thread == process ? 1 : 0), thread);
        }
    }
    std::ranges::sort(ranked);
    std::vector<pid_t> threads;
    threads.reserve(ranked.size());
    for (const auto& [rank, thread] : ranked) {
        threads.push_back(thread);
    }
    return threads;
}

} // namespace lanes::attach
