// Memory for the columns of many segments, in large pieces. The system provides it with huge pages where it has them:
// touching memory page by page costs as much as filling it.
#pragma once

#include <cstddef>
#include <memory>

namespace lanes {

// One thread; the pieces that it gave out may be used and released on any thread.
class ColumnArena {
public:
    static constexpr std::size_t kLargestSlab = std::size_t{16} << 20;

    // Allocates memory in slabs of growing size. A slab is freed when all its pieces have been released.
    explicit ColumnArena(std::size_t largestSlab = kLargestSlab)
        : largestSlab_(largestSlab) {}

    // `bytes` of memory that was never written to, aligned to 16. The owner keeps it (and its neighbours) alive.
    struct Piece {
        std::byte* data = nullptr;
        std::shared_ptr<const void> owner;
    };
    [[nodiscard]] Piece take(std::size_t bytes);

private:
    std::size_t largestSlab_;
    std::shared_ptr<std::byte> slab_;
    std::size_t left_ = 0;
    std::byte* at_ = nullptr;
    std::size_t nextSlab_ = 0;
};

} // namespace lanes
