#include "collector/ring/RingBudget.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <bit>
#include <cerrno>

namespace lanes::ring {

namespace {

// Rings that the budget is at first divided by.
constexpr std::uint64_t kFirstRings = 16;

std::int64_t bytesOfFile(std::uint64_t capacity) {
    return static_cast<std::int64_t>(capacity + kRingHeaderBytes);
}

// What a program keeps in /dev/shm itself, tensors of its data workers first of all, is worth more than any ring.
constexpr std::uint64_t kShareOfFreeBytes = 4;

} // namespace

bool leavesRoom(const std::string& folder, std::uint64_t bytes) {
    struct statvfs facts {};
    if (statvfs(folder.c_str(), &facts) != 0) {
        return false;
    }
    errno = ENOSPC;
    return static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize / kShareOfFreeBytes >= bytes;
}

Shortage shortageOf(int problem) {
    switch (problem) {
    case EFBIG:
        return kFileSizeLimit;
    case EMFILE:
    case ENFILE:
        return kOpenFilesLimit;
    case EACCES:
    case EPERM:
        return kMayNotWrite;
    case ENOENT:
        return kFolderIsHidden;
    default:
        return kNoRoom;
    }
}

std::uint64_t takeRing(SessionControl& control, std::uint64_t most) {
    const std::uint64_t largest =
        std::clamp(std::min(control.mostRingBytes, most), kMinRingBytes, kMaxRingBytes);
    std::int64_t left = control.ringBytesLeft.load(std::memory_order_relaxed);
    while (left >= bytesOfFile(kMinRingBytes)) {
        const std::uint64_t share =
            static_cast<std::uint64_t>(left) / (control.rings.load(std::memory_order_relaxed) + kFirstRings);
        const std::uint64_t capacity = std::bit_floor(std::clamp(share, kMinRingBytes, largest));
        if (control.ringBytesLeft.compare_exchange_weak(left, left - bytesOfFile(capacity),
                                                        std::memory_order_relaxed)) {
            control.rings.fetch_add(1, std::memory_order_relaxed);
            return capacity;
        }
    }
    return 0;
}

void giveRingBack(SessionControl& control, std::uint64_t capacity) {
    control.ringBytesLeft.fetch_add(bytesOfFile(capacity), std::memory_order_relaxed);
    control.rings.fetch_sub(1, std::memory_order_relaxed);
}

} // namespace lanes::ring
