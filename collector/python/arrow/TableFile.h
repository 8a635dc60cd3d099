// A table that another process has written (TableLayout.h), mapped and checked.
#pragma once

#include "collector/python/arrow/TableLayout.h"

#include <atomic>
#include <cstddef>
#include <span>

namespace lanes::arrow {

// Counted by those that use it: the mapping goes with the last of them. Any thread.
class TableFile {
public:
    // The file of a descriptor, which stays the caller's: nobody can change it from here on. Null, and `why` says why, if it
    // cannot be sealed or mapped, or if anything in it would lead a reader out of a buffer, a dictionary or UTF-8. `why` is
    // one of this library's own sentences. O(bytes).
    static TableFile* open(int descriptor, const char*& why);

    void use() { users_.fetch_add(1, std::memory_order_relaxed); }
    void release();

    [[nodiscard]] const TableHeader& header() const { return *reinterpret_cast<const TableHeader*>(base_); }
    [[nodiscard]] std::span<const ColumnEntry> entries() const {
        return {reinterpret_cast<const ColumnEntry*>(base_ + sizeof(TableHeader)), header().entries};
    }
    // Where a place in the file stands in memory.
    [[nodiscard]] const char* at(std::uint64_t offset) const { return base_ + offset; }

private:
    TableFile(const char* base, std::size_t bytes)
        : base_(base)
        , bytes_(bytes) {}
    ~TableFile();

    std::atomic<std::size_t> users_ = 1;
    const char* base_;
    std::size_t bytes_;
};

} // namespace lanes::arrow
