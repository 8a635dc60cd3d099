#include "model/base/ColumnArena.h"

#include "model/base/HugeArray.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace lanes {

namespace {

constexpr std::size_t kAlignment = 16;
constexpr std::size_t kFirstSlab = std::size_t{256} << 10; // small sessions stay small
constexpr std::size_t kPiecesPerSlab = 4;                  // at least: what is left of one is lost

std::shared_ptr<std::byte> newSlab(std::size_t bytes) {
    void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) {
        throw std::bad_alloc();
    }
    madvise(data, bytes, MADV_HUGEPAGE); // a wish; without it all is well, only slower
    return {static_cast<std::byte*>(data), [bytes](std::byte* slab) { munmap(slab, bytes); }};
}

} // namespace

ColumnArena::Piece ColumnArena::take(std::size_t bytes) {
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > left_) {
        nextSlab_ = std::clamp(std::max(nextSlab_ * 2, bytes * kPiecesPerSlab),
                               std::min(kFirstSlab, largestSlab_), largestSlab_);
        left_ = wholeHugePages(std::max(bytes, nextSlab_));
        slab_ = newSlab(left_);
        at_ = slab_.get();
    }
    Piece piece{at_, slab_};
    at_ += bytes;
    left_ -= bytes;
    return piece;
}

} // namespace lanes
