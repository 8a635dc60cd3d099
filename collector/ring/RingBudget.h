// The bytes that all rings of a session share. What a thread gets depends on how many there are already: the first ones
// get the largest rings, whichever process they belong to, and there is still something for the thousandth.
#pragma once

#include "collector/ring/RingLayout.h"

#include <cstdint>
#include <string>

namespace lanes::ring {

// Takes the next ring's share: its capacity, a power of two and at most `most`, or 0 if too little is left. Safe from
// any process; what stands in the page may be anything.
[[nodiscard]] std::uint64_t takeRing(SessionControl& control, std::uint64_t most = kMaxRingBytes);
// For whoever removed the ring's file, or could not make it.
void giveRingBack(SessionControl& control, std::uint64_t capacity);

// Whether a file of so many bytes in the folder leaves the program room enough; if not, errno says why.
[[nodiscard]] bool leavesRoom(const std::string& folder, std::uint64_t bytes);
// What an error number of a file that could not be made means.
[[nodiscard]] Shortage shortageOf(int problem);

} // namespace lanes::ring
