// What rt_sigreturn needs to put a thread back as it was, without anybody outside.
#pragma once

#include <sys/user.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanes::attach {

// A thread that is stopped, as ptrace gives it.
struct ThreadImage {
    user_regs_struct registers{};
    std::vector<char> vectors; // NT_X86_XSTATE
    std::uint64_t mask = 0;    // of blocked signals
};

struct ReturnFrame {
    // In the stack below what the thread uses; its first word is where a `ret` goes.
    std::uint64_t address = 0;
    std::vector<char> bytes;
};

// `signalReturn`: an address of CodePlaces::returns. A system call that was interrupted is called again with its arguments; where
// only the kernel knows how long is still to be waited, it returns EINTR. Nothing if the thread has a state that this does not
// cover.
[[nodiscard]] std::optional<ReturnFrame> returnFrame(const ThreadImage& thread, std::uint64_t signalReturn);

// Whether such a frame, of a handler that has not returned, begins at byte `at` of what lies at `stackAt`. There must be one of
// CodePlaces::returns. That word alone says nothing: in the gaps of a stack words of handlers and calls long over lie about. Also
// where the bytes end before one can tell.
[[nodiscard]] bool holdsReturnFrame(std::span<const char> stack, std::uint64_t stackAt, std::size_t at);

} // namespace lanes::attach
