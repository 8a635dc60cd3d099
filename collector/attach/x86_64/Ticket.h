// The layout of the region that is mapped in the program, and the code that runs there (Stub.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanes::attach {

// Written from outside before the code runs. All pointers are addresses in the program.
struct Ticket {
    enum State : std::uint64_t { Created, Running, HasLock, Done, NotInitialized, Cancelled };

    std::uint64_t state;
    std::uint64_t cancelled; // set from outside: do nothing any more
    std::uint64_t mayLeave;  // set from outside: the reply has been read, no other thread is in the region
    // For the call that the borrowed thread makes.
    std::uint64_t returned;
    std::uint64_t callResult;
    std::uint64_t frame; // of the thread as it was (ReturnFrame.h)
    std::int64_t pause[2];
    std::uint64_t region;
    std::uint64_t regionBytes;
    int (*unmap)(void*, std::size_t);
    // For the new thread.
    std::uint64_t createResult;
    std::uint64_t thread; // pthread_t
    std::uint64_t replyBytes;
    char* reply;
    const char* source;
    void* (*entry)(Ticket*);
    int (*pthreadCreate)(std::uint64_t*, const void*, void* (*)(Ticket*), void*);
    std::uint64_t (*pthreadSelf)();
    int (*pthreadDetach)(std::uint64_t);
    int (*isInitialized)();
    int (*ensure)();
    void (*release)(int);
    void* (*dictNew)();
    int (*dictSet)(void*, const char*, void*);
    void* (*dictGet)(void*, const char*);
    void* (*builtins)();
    void* (*runString)(const char*, int, void*, void*);
    const char* (*text)(void*, std::int64_t*);
    void (*clearError)();
    void (*releaseObject)(void*);
    // The copied code has no constants of its own.
    const char* builtinsName;
    const char* replyName;
    char builtinsText[16];
    char replyText[16];
};
static_assert(offsetof(Ticket, returned) == 24 && offsetof(Ticket, callResult) == 32 &&
              offsetof(Ticket, frame) == 40 && offsetof(Ticket, pause) == 48 &&
              offsetof(Ticket, region) == 64 && offsetof(Ticket, regionBytes) == 72 &&
              offsetof(Ticket, unmap) == 80); // Stub.cpp counts on these

// The region, from its start.
inline constexpr std::size_t kStackBytes = std::size_t{128} << 10;
inline constexpr std::size_t kDataBytes = std::size_t{64} << 10; // ticket, reply, source
inline constexpr std::size_t kCodeBytes = 4096;                  // executable, and then not writable
inline constexpr std::size_t kRegionBytes = kStackBytes + kDataBytes + kCodeBytes;
inline constexpr std::size_t kReplyOffset = 1024;
inline constexpr std::size_t kReplyBytes = std::size_t{8} << 10;
inline constexpr std::size_t kSourceOffset = kReplyOffset + kReplyBytes;
inline constexpr std::size_t kMostSource = kDataBytes - kSourceOffset; // with its end
static_assert(sizeof(Ticket) <= kReplyOffset);

// The time that the borrowed thread waits to be restored from outside, before it restores itself.
inline constexpr std::int64_t kPauseNs = 100'000'000;

} // namespace lanes::attach

// The code to be copied: the whole section. It is position-independent.
extern "C" {
// The linker's names. NOLINTNEXTLINE(bugprone-reserved-identifier)
extern const char __start_lanes_stub[];
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern const char __stop_lanes_stub[];
extern const char lanesStubCall[]; // where a borrowed thread starts
extern const char lanesStubBack[]; // within it: where that thread waits to be put back
extern const char lanesStubCallEnd[];
extern const char lanesStubEntry[];           // of the new thread
int lanesStubPending(lanes::attach::Ticket*); // a pending call of the interpreter
}
