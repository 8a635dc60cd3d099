// One thread of the program, stopped, made to run something, and put back exactly as it was; the others run on.
//
// Whoever borrows it may be killed at any moment: from the first instruction on there lies a frame of rt_sigreturn below the
// thread's stack, and all that it runs returns into it. So there are no single steps and no breakpoints, whose SIGTRAP would end
// the program then, and what the borrower changes in the end it changes in an order in which each state is a good one.
#pragma once

#include "collector/attach/TargetImage.h"
#include "collector/attach/x86_64/CodePlaces.h"
#include "collector/attach/x86_64/ReturnFrame.h"
#include "model/base/Time.h"

#include <sys/types.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace lanes::attach {

// What is longer between two looks, the machine stood still or had no processor for us: that says nothing of the program.
inline constexpr TimeNs kLongestLook = 100'000'000;

// To be used by one thread that does nothing else and then ends: that, too, lets go of the program.
class BorrowedThread {
public:
    // Stops it, within half a second: else stopped() is false.
    BorrowedThread(const TargetImage& image, const CodePlaces& places, pid_t thread);
    ~BorrowedThread(); // gives it back
    BorrowedThread(const BorrowedThread&) = delete;
    BorrowedThread& operator=(const BorrowedThread&) = delete;

    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] const user_regs_struct& registers() const { return saved_.registers; }
    // Why it must not be used where it stands; empty: it may. `waiting`: only if it waits for nothing that matters.
    [[nodiscard]] std::string objection(bool waiting);

    // Where the frame lies that puts it back; rt_sigreturn wants this in the stack's register.
    [[nodiscard]] std::uint64_t returnStack() const { return frame_.address + sizeof(std::uint64_t); }

    // Runs one system call, after objection() had none. What it returns; -EINTR if the thread got lost over it.
    std::int64_t systemCall(long number, std::initializer_list<std::uint64_t> arguments);

    enum class Called { Returned, WaitsForLock, RunsOn, Lost };
    struct Call {
        std::uint64_t code; // lanesStubCall, as copied
        std::uint64_t codeEnd;
        std::uint64_t stackTop;
        std::uint64_t ticket;
        std::uint64_t function;
        std::initializer_list<std::uint64_t> arguments;
        bool mayBePutBack; // where it waits for a lock for long, as if it had not been called
    };
    // Calls a function and gives the thread back. RunsOn: it had not returned after two seconds; the thread goes back by itself
    // when it has.
    Called call(const Call& call);

    void giveBack();
    // From the stop until it was given back.
    [[nodiscard]] TimeNs stoodStill() const { return stoodStill_; }

private:
    bool awaitStop(int& status, TimeNs limit);
    // Lets it run on until it stops so; signals that come meanwhile are handed on.
    bool resumeUntil(int request, bool (*wanted)(int status));
    bool toEventStop();
    [[nodiscard]] std::optional<user_regs_struct> currentRegisters() const;
    [[nodiscard]] bool isOnItsWayBack() const;
    [[nodiscard]] bool isInHandler() const;
    void setRegisters(const user_regs_struct& registers);
    void begin();
    bool awaitReturn(std::uint64_t ticket);
    void putBack();
    void letGo(int signal = 0);

    const TargetImage& image_;
    const CodePlaces& places_;
    pid_t thread_;
    bool seized_ = false;
    bool stopped_ = false;
    bool running_ = false;
    bool begun_ = false;     // it has other registers than its own
    std::uint64_t code_ = 0; // of the region that it runs, once it does
    std::uint64_t codeEnd_ = 0;
    TimeNs since_ = 0;
    TimeNs stoodStill_ = 0;
    ThreadImage saved_;
    ReturnFrame frame_;
};

} // namespace lanes::attach
