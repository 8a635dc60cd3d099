// Memory for the columns of many segments in large pieces: asked of the system with huge pages where it has them, as
// touching memory page by page costs as much as filling it.
#pragma once

#include <cstddef>
#include <memory>

namespace lanes::session {

// One thread; the pieces it gave out may be used and let go anywhere.
class ColumnArena {
public:
    // `bytes` of memory that nobody has written to yet, aligned to 16. The owner keeps it (and its neighbours) alive.
    struct Piece {
        std::byte* data = nullptr;
        std::shared_ptr<const void> owner;
    };
    [[nodiscard]] Piece take(std::size_t bytes);

private:
    std::shared_ptr<std::byte> slab_;
    std::size_t left_ = 0;
    std::byte* at_ = nullptr;
    std::size_t nextSlab_ = 0;
};

} // namespace lanes::session
