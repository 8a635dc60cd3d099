// Arguments of a session in their packed form, until one of them is read.
#pragma once

#include "model/trace/args/ArgTable.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lanes::proto {
class Rows;
}

namespace lanes::session {

class StoredRows : public LazyArgRows {
public:
    // Takes the packed columns out of `rows`. `layout` tells which columns are constant. Null if the counts do not fit
    // together; the columns' contents are only checked later.
    static std::shared_ptr<const StoredRows> take(proto::Rows& rows, const ArgLayout& layout);

    // Columns that turn out to be damaged read as texts without an id.
    [[nodiscard]] std::int64_t cell(std::uint32_t row, std::uint32_t column) const override;
    [[nodiscard]] std::uint32_t rows() const override { return rows_; }
    [[nodiscard]] std::size_t bytes() const override;

private:
    void unpack() const;

    std::uint32_t rows_ = 0;
    std::uint32_t columns_ = 0;               // of the layout, constant ones included
    std::vector<std::uint32_t> storedColumn_; // stored column -> column of the layout
    std::vector<std::string> packed_;
    std::string types_;
    mutable std::once_flag once_;
    mutable std::shared_ptr<const ArgBlock> block_;
    mutable std::atomic<std::size_t> blockBytes_ = 0;
};

} // namespace lanes::session
