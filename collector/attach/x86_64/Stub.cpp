// The code that is copied into the program: position independent, calls only through the ticket, no stack protector.
// What runs here comes to its end without anybody outside: whoever watches from there may be killed at any moment.
#include "collector/attach/x86_64/Ticket.h"

using lanes::attach::Ticket;

#define LANES_STUB extern "C" __attribute__((section("lanes_stub"), used, noinline, visibility("hidden")))

namespace {

constexpr long kNanosleep = 35;
constexpr int kFileInput = 257;    // Py_file_input
constexpr int kMostWaits = 10'000; // of a millisecond

inline __attribute__((always_inline)) void sleepMillisecond() {
    volatile std::int64_t time[2] = {0, 1'000'000}; // no constant elsewhere
    long result = kNanosleep;
    asm volatile("syscall" : "+a"(result) : "D"(&time), "S"(0L) : "rcx", "r11", "memory");
}

} // namespace

// In a thread of its own, which waits for the interpreter's lock like any other: nothing here can deadlock. Returns whether
// the region may be unmapped.
LANES_STUB int lanesStubThread(Ticket* ticket) {
    ticket->pthreadDetach(ticket->pthreadSelf());
    __atomic_store_n(&ticket->state, Ticket::Running, __ATOMIC_SEQ_CST);
    std::uint64_t last = Ticket::NotInitialized;
    if (ticket->isInitialized() != 0) {
        const int lock = ticket->ensure();
        last = Ticket::Cancelled;
        if (__atomic_load_n(&ticket->cancelled, __ATOMIC_SEQ_CST) == 0) {
            __atomic_store_n(&ticket->state, Ticket::HasLock, __ATOMIC_SEQ_CST);
            void* names = ticket->dictNew(); // not __main__'s: those are the program's
            ticket->dictSet(names, ticket->builtinsName, ticket->builtins());
            if (void* value = ticket->runString(ticket->source, kFileInput, names, names); value != nullptr) {
                ticket->releaseObject(value);
            }
            std::int64_t bytes = 0;
            void* reply = ticket->dictGet(names, ticket->replyName);
            const char* text = reply != nullptr ? ticket->text(reply, &bytes) : nullptr;
            for (std::int64_t i = 0; text != nullptr && i < bytes && i < std::int64_t(ticket->replyBytes) - 1;
                 ++i) {
                ticket->reply[i] = text[i];
                asm volatile("" ::: "memory"); // or the loop becomes a call of memcpy
            }
            ticket->clearError();
            ticket->releaseObject(names);
            last = Ticket::Done;
        }
        ticket->release(lock);
    }
    __atomic_store_n(&ticket->state, last, __ATOMIC_SEQ_CST);
    for (int i = 0; i < kMostWaits; ++i) {
        if (__atomic_load_n(&ticket->mayLeave, __ATOMIC_SEQ_CST) != 0) {
            return 1;
        }
        sleepMillisecond();
    }
    return 0;
}

// On the main thread, between two instructions of Python, where nothing is locked.
LANES_STUB int lanesStubPending(Ticket* ticket) {
    if (__atomic_load_n(&ticket->cancelled, __ATOMIC_SEQ_CST) == 0) {
        ticket->createResult = static_cast<std::uint64_t>(static_cast<std::uint32_t>(
            ticket->pthreadCreate(&ticket->thread, nullptr, ticket->entry, ticket)));
    }
    return 0;
}

// lanesStubCall: a borrowed thread calls %rax with what is in the argument registers; %r12 is the ticket. Then it waits a little
// for whoever has borrowed it to put it back, which continues the interrupted system call best, in a call that leaves the
// kernel's memory of that one alone. Nobody comes: it goes back by itself.
//
// lanesStubEntry: our thread unmaps the code that it has run, with libc's munmap, which returns to libc.
asm(R"(
    .pushsection lanes_stub,"ax",@progbits
    .globl lanesStubCall
    .hidden lanesStubCall
    .type lanesStubCall,@function
    .globl lanesStubBack
    .hidden lanesStubBack
    .globl lanesStubCallEnd
    .hidden lanesStubCallEnd
lanesStubCall:
    call *%rax
    mov %rax, 32(%r12)
    movq $1, 24(%r12)
    mov $271, %eax          # ppoll
    xor %edi, %edi
    xor %esi, %esi
    lea 48(%r12), %rdx
    xor %r10d, %r10d
    mov $8, %r8d
    syscall
lanesStubBack:
1:  mov 40(%r12), %rsp
    mov $15, %eax           # rt_sigreturn
    syscall
    jmp 1b
lanesStubCallEnd:
    .size lanesStubCall, .-lanesStubCall

    .globl lanesStubEntry
    .hidden lanesStubEntry
    .type lanesStubEntry,@function
lanesStubEntry:
    push %rbx
    mov %rdi, %rbx
    call lanesStubThread
    test %eax, %eax
    mov 80(%rbx), %rax
    mov 64(%rbx), %rdi
    mov 72(%rbx), %rsi
    pop %rbx
    jz 2f
    jmp *%rax
2:  xor %eax, %eax
    ret
    .size lanesStubEntry, .-lanesStubEntry
    .popsection
)");
