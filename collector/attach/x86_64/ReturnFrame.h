// The frame by which rt_sigreturn restores a thread without any help from outside.
#pragma once

#include <sys/user.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanes::attach {

// A stopped thread, as ptrace returns it.
struct ThreadImage {
    user_regs_struct registers{};
    std::vector<char> vectors; // NT_X86_XSTATE
    std::uint64_t mask = 0;    // of blocked signals
};

struct ReturnFrame {
    // Address in the stack, below the used part; its first word is the target of a `ret`.
    std::uint64_t address = 0;
    std::vector<char> bytes;
};

// `signalReturn`: an address of CodePlaces::returns. An interrupted system call is repeated with its arguments. If
// only the kernel knows the remaining time, the call returns EINTR instead. Returns nothing if the thread has a state
// that the frame does not cover.
[[nodiscard]] std::optional<ReturnFrame> returnFrame(const ThreadImage& thread, std::uint64_t signalReturn);

// True if a frame of a handler that has not returned begins at byte `at` of the bytes that lie at `stackAt`. An
// address of CodePlaces::returns must be there. That word alone proves nothing: gaps of a stack hold words of
// handlers and calls that ended long ago. Also true if the bytes end too early to decide.
[[nodiscard]] bool holdsReturnFrame(std::span<const char> stack, std::uint64_t stackAt, std::size_t at);

} // namespace lanes::attach
