#include "collector/attach/x86_64/BorrowedThread.h"

#include "collector/attach/x86_64/Ticket.h"
#include "collector/attach/x86_64/WaitingThreads.h"

#include <elf.h>
#include <linux/futex.h>
#include <linux/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>
#include <utility>

namespace lanes::attach {

namespace {

constexpr TimeNs kStopPatience = 500'000'000; // uninterruptible for longer: a file server, a driver
constexpr TimeNs kCallPatience = 2'000'000'000;
constexpr TimeNs kGivingBackPatience = 5'000'000'000;
constexpr int kPollMicroseconds = 20;
constexpr std::size_t kStackSearched = std::size_t{64} << 10;
constexpr std::size_t kMostVectorBytes = std::size_t{64} << 10;
constexpr std::int64_t kRestart = -512; // ERESTARTSYS, which programs never see

TimeNs now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return TimeNs{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// The raw call: no enumeration of libc in between.
long trace(int request, pid_t thread, std::uint64_t at, std::uint64_t data) {
    return syscall(SYS_ptrace, request, thread, at, data);
}

std::uint64_t addressOf(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

bool isEventStop(int status) {
    return (status >> 16) == PTRACE_EVENT_STOP;
}

bool isCallStop(int status) {
    return (status >> 16) == 0 && WSTOPSIG(status) == (SIGTRAP | 0x80);
}

// The signal that a thread is about to get, or 0.
int signalOf(int status) {
    return (status >> 16) == 0 && !isCallStop(status) ? WSTOPSIG(status) : 0;
}

bool isInterrupted(const user_regs_struct& registers) {
    static constexpr std::array<std::int64_t, 5> kResults{-512, -513, -514, -516, -EINTR};
    return static_cast<std::int64_t>(registers.orig_rax) >= 0 &&
           std::ranges::find(kResults, static_cast<std::int64_t>(registers.rax)) != kResults.end();
}

void setArguments(std::initializer_list<unsigned long long*> slots,
                  std::initializer_list<std::uint64_t> arguments) {
    auto slot = slots.begin();
    for (const std::uint64_t argument : arguments) {
        **slot++ = argument;
    }
}

} // namespace

BorrowedThread::BorrowedThread(const TargetImage& image, const CodePlaces& places, pid_t thread)
    : image_(image)
    , places_(places)
    , thread_(thread) {
    // TRACESYSGOOD also keeps a stop at a system call from turning into a SIGTRAP if we die in it.
    seized_ = trace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD) == 0;
    running_ = seized_;
    since_ = now();
    int status = 0;
    if (!seized_ || trace(PTRACE_INTERRUPT, thread, 0, 0) != 0 ||
        !awaitStop(status, since_ + kStopPatience)) {
        return;
    }
    if (!isEventStop(status) || WSTOPSIG(status) != SIGTRAP) { // something else was faster
        letGo(signalOf(status));
        return;
    }
    iovec registers{&saved_.registers, sizeof saved_.registers};
    saved_.vectors.resize(kMostVectorBytes);
    iovec vectors{saved_.vectors.data(), saved_.vectors.size()};
    stopped_ = trace(PTRACE_GETREGSET, thread, NT_PRSTATUS, addressOf(&registers)) == 0 &&
               trace(PTRACE_GETREGSET, thread, NT_X86_XSTATE, addressOf(&vectors)) == 0 &&
               trace(PTRACE_GETSIGMASK, thread, sizeof saved_.mask, addressOf(&saved_.mask)) == 0;
    saved_.vectors.resize(vectors.iov_len);
}

BorrowedThread::~BorrowedThread() {
    giveBack();
}

bool BorrowedThread::awaitStop(int& status, TimeNs limit) {
    for (int looks = 0;; ++looks) {
        const pid_t found = waitpid(thread_, &status, __WALL | WNOHANG);
        if (found == thread_ && WIFSTOPPED(status)) {
            running_ = false;
            return true;
        }
        if (found == thread_ || (found < 0 && errno == ECHILD)) { // it has ended
            seized_ = stopped_ = false;
            return false;
        }
        if (now() > limit) {
            return false;
        }
        if (looks > 50) {
            usleep(kPollMicroseconds);
        }
    }
}

bool BorrowedThread::resumeUntil(int request, bool (*wanted)(int status)) {
    const TimeNs limit = now() + kGivingBackPatience;
    for (int status = 0;;) {
        if (!running_ && trace(request, thread_, 0, static_cast<std::uint64_t>(signalOf(status))) != 0) {
            return false;
        }
        running_ = true;
        if (!awaitStop(status, limit)) {
            return false;
        }
        if (wanted(status)) {
            return true;
        }
    }
}

// Only after a stop for an event, not for a system call, does the kernel look at the registers again and continue a call that
// was interrupted.
bool BorrowedThread::toEventStop() {
    return trace(PTRACE_INTERRUPT, thread_, 0, 0) == 0 && resumeUntil(PTRACE_CONT, &isEventStop);
}

// Whoever borrowed it before was killed: it goes back within kPauseNs, and whoever kept it from that again and again would keep it
// for good.
bool BorrowedThread::isOnItsWayBack() const {
    const std::string_view ours(lanesStubBack, static_cast<std::size_t>(lanesStubCallEnd - lanesStubBack));
    std::string there(ours.size(), '\0');
    return image_.read(saved_.registers.rip, there.data(), there.size()) && there == ours;
}

// Whatever the handler interrupted, it may hold a lock.
bool BorrowedThread::isInHandler() const {
    constexpr std::size_t kPage = 4096;
    const std::uint64_t top = saved_.registers.rsp;
    std::vector<char> stack(kStackSearched);
    for (std::size_t at = 0; at < stack.size(); at += kPage) {
        if (!image_.read(top + at, stack.data() + at, kPage)) {
            stack.resize(at);
        }
    }
    for (std::size_t at = 0; at < stack.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, stack.data() + at, sizeof word);
        if (std::ranges::find(places_.returns, word) != places_.returns.end() &&
            holdsReturnFrame(stack, top, at)) {
            return true;
        }
    }
    return false;
}

std::string BorrowedThread::objection(bool waiting) {
    const user_regs_struct& registers = saved_.registers;
    if (registers.cs != 0x33) {
        return "runs 32-bit code";
    }
    if (registers.rip >= 0xffffffffff600000ULL) {
        return "is in the page of old system calls";
    }
    if (isOnItsWayBack()) {
        return "comes back from an earlier call of ours";
    }
    ptrace_rseq_configuration sequence{};
    if (trace(PTRACE_GET_RSEQ_CONFIGURATION, thread_, sizeof sequence, addressOf(&sequence)) > 0 &&
        sequence.rseq_abi_pointer != 0) {
        std::uint64_t section = 0;
        if (!image_.read(sequence.rseq_abi_pointer + 8, &section, sizeof section) || section != 0) {
            return "is in a restartable sequence"; // coming back into it would not abort it
        }
    }
    if (waiting && (!isInterrupted(registers) ||
                    !isHarmlessWait(static_cast<std::int64_t>(registers.orig_rax), registers.rsi, true))) {
        return "does not wait any more";
    }
    if (isInHandler()) {
        return "is in the handler of a signal";
    }
    auto frame = returnFrame(saved_, places_.returns.front());
    if (!frame) {
        return "has registers that could not be put back";
    }
    const Mapping* mapping = image_.mappingAt(frame->address);
    if (mapping == nullptr || !mapping->writable || mapping->end < frame->address + frame->bytes.size()) {
        return "has no room on its stack";
    }
    frame_ = *std::move(frame);
    return {};
}

std::optional<user_regs_struct> BorrowedThread::currentRegisters() const {
    user_regs_struct registers{};
    iovec area{&registers, sizeof registers};
    if (trace(PTRACE_GETREGSET, thread_, NT_PRSTATUS, addressOf(&area)) != 0) {
        return {};
    }
    return registers;
}

void BorrowedThread::setRegisters(const user_regs_struct& registers) {
    user_regs_struct copy = registers;
    iovec area{&copy, sizeof copy};
    trace(PTRACE_SETREGSET, thread_, NT_PRSTATUS, addressOf(&area));
    begin();
}

// After the registers: without us the thread would run on with signals blocked. No handler of the program's is to run on our stack;
// faults stay as they are: blocked, they would end the program.
void BorrowedThread::begin() {
    if (begun_) {
        return;
    }
    begun_ = true;
    std::uint64_t mask = ~std::uint64_t{0};
    for (const int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP}) {
        mask &= ~(std::uint64_t{1} << (fault - 1));
    }
    trace(PTRACE_SETSIGMASK, thread_, sizeof mask, addressOf(&mask));
}

std::int64_t BorrowedThread::systemCall(long number, std::initializer_list<std::uint64_t> arguments) {
    if (!begun_ && !image_.write(frame_.address, frame_.bytes.data(), frame_.bytes.size())) {
        return -EFAULT;
    }
    user_regs_struct registers = saved_.registers;
    setArguments(
        {&registers.rdi, &registers.rsi, &registers.rdx, &registers.r10, &registers.r8, &registers.r9},
        arguments);
    registers.rip = places_.call;
    registers.rsp = frame_.address;
    registers.rax = static_cast<std::uint64_t>(number);
    registers.orig_rax =
        ~std::uint64_t{0}; // or the kernel would first continue the call that we have interrupted
    registers.eflags = 0x202;
    setRegisters(registers);
    const auto oneStop = [this] { return resumeUntil(PTRACE_SYSCALL, &isCallStop); };
    if (!oneStop() || !oneStop()) { // its entry, its exit
        return -EINTR;
    }
    const auto after = currentRegisters();
    return after ? static_cast<std::int64_t>(after->rax) : -EINTR;
}

bool BorrowedThread::awaitReturn(std::uint64_t ticket) {
    TimeNs waited = 0;
    for (TimeNs before = now(); waited < kCallPatience; usleep(kPollMicroseconds)) {
        const TimeNs look = now();
        waited += std::min(look - std::exchange(before, look), kLongestLook);
        std::uint64_t returned = 0;
        if (!image_.read(ticket + offsetof(Ticket, returned), &returned, sizeof returned)) {
            return false;
        }
        if (returned != 0) {
            return true;
        }
        int status = 0;
        if (waitpid(thread_, &status, __WALL | WNOHANG) == thread_) {
            if (!WIFSTOPPED(status)) {
                seized_ = stopped_ = false;
                return false;
            }
            trace(PTRACE_CONT, thread_, 0, static_cast<std::uint64_t>(signalOf(status)));
        }
    }
    return false;
}

BorrowedThread::Called BorrowedThread::call(const Call& call) {
    user_regs_struct registers = saved_.registers;
    setArguments({&registers.rdi, &registers.rsi, &registers.rdx, &registers.rcx}, call.arguments);
    registers.rip = call.code;
    registers.rax = call.function;
    registers.orig_rax = ~std::uint64_t{0};
    registers.r12 = call.ticket;
    registers.rsp = call.stackTop & ~std::uint64_t{15}; // no red zone there, and aligned before `call`
    registers.rbp = 0;                                  // where walks along frame pointers end
    registers.eflags = 0x202;
    setRegisters(registers);
    code_ = call.code;
    codeEnd_ = call.codeEnd;
    if (trace(PTRACE_CONT, thread_, 0, 0) != 0) {
        return Called::Lost;
    }
    running_ = true;
    if (awaitReturn(call.ticket)) {
        giveBack();
        return Called::Returned;
    }
    if (!stopped_ || !toEventStop()) {
        return Called::Lost;
    }
    const auto at = currentRegisters();
    const bool waits = at && at->orig_rax == SYS_futex && static_cast<std::int64_t>(at->rax) == kRestart;
    if (waits && call.mayBePutBack) {
        putBack();
    }
    letGo();
    return waits && call.mayBePutBack ? Called::WaitsForLock : Called::RunsOn;
}

// The registers last: until then it would go back by itself, with all that is set here.
void BorrowedThread::putBack() {
    iovec vectors{saved_.vectors.data(), saved_.vectors.size()};
    trace(PTRACE_SETREGSET, thread_, NT_X86_XSTATE, addressOf(&vectors));
    trace(PTRACE_SETSIGMASK, thread_, sizeof saved_.mask, addressOf(&saved_.mask));
    setRegisters(saved_.registers);
}

void BorrowedThread::giveBack() {
    if (!seized_ || (!stopped_ && running_)) { // never stopped: our thread's end lets go
        return;
    }
    if (begun_) {
        if (!toEventStop()) {
            return; // it goes back by itself
        }
        const auto at = currentRegisters();
        const bool inCode = at && at->rip >= code_ && at->rip < codeEnd_;
        const bool inCall = at && at->rip >= places_.call && at->rip < places_.call + 3;
        if (inCode || inCall) {
            putBack();
        }
    }
    letGo();
}

void BorrowedThread::letGo(int signal) {
    if (seized_ && trace(PTRACE_DETACH, thread_, 0, static_cast<std::uint64_t>(signal)) == 0) {
        stoodStill_ = now() - since_;
    }
    seized_ = stopped_ = false;
}

} // namespace lanes::attach
