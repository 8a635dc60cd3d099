// The budget of bytes that all rings of a session share. The share of a ring depends on the number of rings that
// exist already. The first rings are the largest, in whichever process, and some budget remains for the thousandth
// ring.
#pragma once

#include "collector/ring/RingLayout.h"

#include <cstdint>
#include <string>

namespace lanes::ring {

// Takes the next ring's share from the budget. Returns its capacity, a power of two and at most `most`, or 0 if too
// little is left. Any process may call it, and the page may hold arbitrary bytes.
[[nodiscard]] std::uint64_t takeRing(SessionControl& control, std::uint64_t most = kMaxRingBytes);
// Returns a share to the budget. For the process that removed the ring's file, or failed to create it.
void giveRingBack(SessionControl& control, std::uint64_t capacity);

// True if a file of `bytes` bytes in the folder leaves enough room for the program. If false, errno is the cause.
[[nodiscard]] bool leavesRoom(const std::string& folder, std::uint64_t bytes);
// The shortage that `problem`, the errno of a failed file creation, stands for.
[[nodiscard]] Shortage shortageOf(int problem);

} // namespace lanes::ring
