#include "collector/recorder/states/ThreadWait.h"

#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <span>

namespace lanes::recorder {

namespace {

struct Call {
    int number;
    ThreadState state;
    std::string_view name;
    bool onFile = false;
};

// Those in which programs wait. Some are on no machine but the oldest kind.
constexpr auto kCalls = std::to_array<Call>({
    {SYS_futex, ThreadState::Lock, "futex"},
    {449, ThreadState::Lock, "futex_waitv"}, // numbers from 424 on are the same everywhere
    {455, ThreadState::Lock, "futex_wait"},
    {SYS_nanosleep, ThreadState::Sleep, "nanosleep"},
    {SYS_clock_nanosleep, ThreadState::Sleep, "clock_nanosleep"},
#ifdef SYS_poll
    {SYS_poll, ThreadState::Events, "poll"},
    {SYS_select, ThreadState::Events, "select"},
    {SYS_epoll_wait, ThreadState::Events, "epoll_wait"},
    {SYS_pause, ThreadState::Sleep, "pause"},
#endif
    {SYS_ppoll, ThreadState::Events, "ppoll"},
    {SYS_pselect6, ThreadState::Events, "pselect6"},
    {SYS_epoll_pwait, ThreadState::Events, "epoll_pwait"},
    {441, ThreadState::Events, "epoll_pwait2"},
    {SYS_rt_sigtimedwait, ThreadState::Events, "rt_sigtimedwait"},
    {SYS_rt_sigsuspend, ThreadState::Events, "rt_sigsuspend"},
    {SYS_io_getevents, ThreadState::Disk, "io_getevents"},
    {426, ThreadState::Disk, "io_uring_enter"},
    {SYS_read, ThreadState::Kernel, "read", true},
    {SYS_readv, ThreadState::Kernel, "readv", true},
    {SYS_pread64, ThreadState::Kernel, "pread64", true},
    {SYS_preadv, ThreadState::Kernel, "preadv", true},
    {SYS_write, ThreadState::Kernel, "write", true},
    {SYS_writev, ThreadState::Kernel, "writev", true},
    {SYS_pwrite64, ThreadState::Kernel, "pwrite64", true},
    {SYS_pwritev, ThreadState::Kernel, "pwritev", true},
    {SYS_splice, ThreadState::Kernel, "splice", true},
    {SYS_ioctl, ThreadState::Kernel, "ioctl", true},
    {SYS_recvfrom, ThreadState::Socket, "recvfrom", true},
    {SYS_recvmsg, ThreadState::Socket, "recvmsg", true},
    {SYS_recvmmsg, ThreadState::Socket, "recvmmsg", true},
    {SYS_sendto, ThreadState::Socket, "sendto", true},
    {SYS_sendmsg, ThreadState::Socket, "sendmsg", true},
    {SYS_accept, ThreadState::Socket, "accept", true},
    {SYS_accept4, ThreadState::Socket, "accept4", true},
    {SYS_connect, ThreadState::Socket, "connect", true},
    {SYS_fsync, ThreadState::Disk, "fsync", true},
    {SYS_fdatasync, ThreadState::Disk, "fdatasync", true},
    {SYS_fallocate, ThreadState::Disk, "fallocate", true},
    {SYS_ftruncate, ThreadState::Disk, "ftruncate", true},
    {SYS_flock, ThreadState::Lock, "flock", true},
    {SYS_sync, ThreadState::Disk, "sync"},
    {SYS_msync, ThreadState::Disk, "msync"},
    {SYS_openat, ThreadState::Disk, "openat"},
    {SYS_unlinkat, ThreadState::Disk, "unlinkat"},
    {SYS_wait4, ThreadState::Process, "wait4"},
    {SYS_waitid, ThreadState::Process, "waitid"},
    {SYS_mmap, ThreadState::Memory, "mmap"},
    {SYS_munmap, ThreadState::Memory, "munmap"},
    {SYS_mprotect, ThreadState::Memory, "mprotect"},
    {SYS_mremap, ThreadState::Memory, "mremap"},
    {SYS_madvise, ThreadState::Memory, "madvise"},
    {SYS_brk, ThreadState::Memory, "brk"},
});

struct Word {
    std::string_view begin; // of the function's name
    ThreadState state;
};

// Functions of Linux 4 to 6 in which threads sleep; those of disks also tell of a page that comes from one.
constexpr auto kFunctions = std::to_array<Word>({
    {"do_signal_stop", ThreadState::Stopped},
    {"ptrace_stop", ThreadState::Stopped},
    {"do_jobctl_trap", ThreadState::Stopped},
    {"get_signal", ThreadState::Stopped},
    {"io_schedule", ThreadState::Disk},
    {"folio_wait", ThreadState::Disk},
    {"wait_on_page", ThreadState::Disk},
    {"__lock_page", ThreadState::Disk},
    {"bit_wait_io", ThreadState::Disk},
    {"blk_", ThreadState::Disk},
    {"submit_bio_wait", ThreadState::Disk},
    {"jbd2_", ThreadState::Disk},
    {"balance_dirty_pages", ThreadState::Disk},
    {"rq_qos_wait", ThreadState::Disk},
    {"nfs_", ThreadState::Disk},
    {"rpc_", ThreadState::Disk},
    {"request_wait_answer", ThreadState::Disk}, // FUSE
    {"futex_", ThreadState::Lock},
    {"hrtimer_nanosleep", ThreadState::Sleep},
    {"do_nanosleep", ThreadState::Sleep},
    {"ep_poll", ThreadState::Events},
    {"do_epoll_wait", ThreadState::Events},
    {"do_sys_poll", ThreadState::Events},
    {"do_poll", ThreadState::Events},
    {"poll_schedule_timeout", ThreadState::Events},
    {"do_select", ThreadState::Events},
    {"pipe_", ThreadState::Pipe},
    {"anon_pipe_", ThreadState::Pipe},
    {"unix_", ThreadState::Socket},
    {"sk_", ThreadState::Socket},
    {"inet_csk_accept", ThreadState::Socket},
    {"wait_woken", ThreadState::Socket},
    {"tcp_", ThreadState::Socket},
    {"do_wait", ThreadState::Process},
});

const Call* find(int number) {
    const auto* found = std::ranges::find(kCalls, number, &Call::number);
    return found == kCalls.end() ? nullptr : found;
}

} // namespace

std::string_view stateName(ThreadState state) {
    static constexpr std::array<std::string_view, 14> kNames{"Running",
                                                             "Waiting for a CPU",
                                                             "Waiting for a lock",
                                                             "Sleeping",
                                                             "Waiting for events",
                                                             "Waiting for a pipe",
                                                             "Waiting for a socket",
                                                             "Waiting for a disk",
                                                             "Waiting for a device",
                                                             "Waiting for a process",
                                                             "Waiting for memory",
                                                             "Stopped",
                                                             "Waiting in the kernel",
                                                             "Waiting"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string_view stateKey(ThreadState state) {
    static constexpr std::array<std::string_view, 14> kKeys{
        "running", "no_cpu", "lock",    "sleep",  "events",  "pipe",   "socket",
        "disk",    "device", "process", "memory", "stopped", "kernel", "unknown"};
    return kKeys[static_cast<std::size_t>(state)];
}

Hue stateHue(ThreadState state) {
    switch (state) {
    case ThreadState::Running:
        return Hue::Operator;
    case ThreadState::NoCpu:
        return Hue::Sync;
    case ThreadState::Pipe:
    case ThreadState::Socket:
        return Hue::Communication;
    case ThreadState::Disk:
    case ThreadState::Memory:
        return Hue::Copy;
    case ThreadState::Lock:
    case ThreadState::Sleep:
    case ThreadState::Events:
    case ThreadState::Device:
    case ThreadState::Process:
    case ThreadState::Stopped:
    case ThreadState::Kernel:
    case ThreadState::Unknown:
        break;
    }
    return Hue::Other;
}

ThreadState stateOfCall(int call) {
    const Call* known = find(call);
    return known != nullptr ? known->state : ThreadState::Kernel;
}

ThreadState stateOfFunction(std::string_view function) {
    const auto* found =
        std::ranges::find_if(kFunctions, [&](const Word& word) { return function.starts_with(word.begin); });
    return found == kFunctions.end() ? ThreadState::Unknown : found->state;
}

bool callsOnFile(int call) {
    const Call* known = find(call);
    return known != nullptr && known->onFile;
}

ThreadState stateOfFile(std::string_view target) {
    if (target.starts_with("pipe:")) {
        return ThreadState::Pipe;
    }
    if (target.starts_with("socket:")) {
        return ThreadState::Socket;
    }
    if (target.starts_with("/dev/") && !target.starts_with("/dev/shm/")) {
        return ThreadState::Device;
    }
    if (target.starts_with("anon_inode:")) {
        return ThreadState::Events; // eventfd, timerfd, signalfd, inotify
    }
    return target.starts_with('/') ? ThreadState::Disk : ThreadState::Kernel;
}

std::string_view callName(int call) {
    const Call* known = find(call);
    return known != nullptr ? known->name : std::string_view();
}

} // namespace lanes::recorder
