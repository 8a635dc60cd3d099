// A table in a file of another process (TableLayout.h), mapped and checked.
#pragma once

#include "collector/python/arrow/TableLayout.h"

#include <atomic>
#include <cstddef>
#include <span>

namespace lanes::arrow {

// Reference-counted: the last user unmaps the file. Any thread.
class TableFile {
public:
    // Maps the file of a descriptor, which stays the caller's, and seals it: nobody can change it from here on.
    // Returns null if it cannot be sealed or mapped, or if its contents would lead a reader out of a buffer, a
    // dictionary or UTF-8. `why` is then one of this library's own sentences. O(bytes).
    static TableFile* open(int descriptor, const char*& why);

    void use() { users_.fetch_add(1, std::memory_order_relaxed); }
    void release();

    [[nodiscard]] const TableHeader& header() const { return *reinterpret_cast<const TableHeader*>(base_); }
    [[nodiscard]] std::span<const ColumnEntry> entries() const {
        return {reinterpret_cast<const ColumnEntry*>(base_ + sizeof(TableHeader)), header().entries};
    }
    // Returns the address of an offset in the file.
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
