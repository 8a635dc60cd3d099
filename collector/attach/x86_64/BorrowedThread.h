// One thread of the program that is stopped, made to run a call, and restored exactly; the other threads run on.
//
// The borrower may be killed at any moment. From the first instruction on a frame of rt_sigreturn lies below the
// thread's stack, and all code that the thread runs returns into it. Single steps and breakpoints are not used,
// because their SIGTRAP would then end the program. The borrower's final changes are ordered so that each
// intermediate state is valid.
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

// After a longer time between two looks, the machine stood still or had no processor for us. Such a look says nothing
// about the program.
inline constexpr TimeNs kLongestLook = 100'000'000;

// Must be used by a thread that does nothing else and then ends: its end, too, releases the program.
class BorrowedThread {
public:
    // Stops the thread within half a second; otherwise stopped() is false.
    BorrowedThread(const TargetImage& image, const CodePlaces& places, pid_t thread);
    ~BorrowedThread(); // gives the thread back
    BorrowedThread(const BorrowedThread&) = delete;
    BorrowedThread& operator=(const BorrowedThread&) = delete;

    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] const user_regs_struct& registers() const { return saved_.registers; }
    // Returns why the thread must not be used in its present position; empty: it may be used. `waiting`: only if it
    // waits for nothing that matters.
    [[nodiscard]] std::string objection(bool waiting);

    // Returns the stack pointer that rt_sigreturn needs to find the frame that restores the thread.
    [[nodiscard]] std::uint64_t returnStack() const { return frame_.address + sizeof(std::uint64_t); }

    // Runs one system call, after objection() was empty. Returns its result; -EINTR if the thread was lost meanwhile.
    std::int64_t systemCall(long number, std::initializer_list<std::uint64_t> arguments);

    enum class Called { Returned, WaitsForLock, RunsOn, Lost };
    struct Call {
        std::uint64_t code; // lanesStubCall, as copied
        std::uint64_t codeEnd;
        std::uint64_t stackTop;
        std::uint64_t ticket;
        std::uint64_t function;
        std::initializer_list<std::uint64_t> arguments;
        bool mayBePutBack; // if it waits for a lock for long, as if it had not been called
    };
    // Calls a function and gives the thread back. RunsOn: the function had not returned after two seconds; the thread
    // restores itself when it does.
    Called call(const Call& call);

    void giveBack();
    // Returns the time from the stop until the thread was given back.
    [[nodiscard]] TimeNs stoodStill() const { return stoodStill_; }

private:
    bool awaitStop(int& status, TimeNs limit);
    // Resumes the thread until it stops as wanted; signals that come meanwhile are passed on.
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
    bool begun_ = false;     // its registers are not its own
    std::uint64_t code_ = 0; // address of the region that it runs, once it does
    std::uint64_t codeEnd_ = 0;
    TimeNs since_ = 0;
    TimeNs stoodStill_ = 0;
    ThreadImage saved_;
    ReturnFrame frame_;
};

} // namespace lanes::attach
