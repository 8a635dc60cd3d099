#include "model/session/reading/StoredRows.h"

#include "model/session/SessionFormat.h"
#include "model/session/reading/ColumnDecoder.h"
#include "model/session/session.pb.h"

namespace lanes::session {

namespace {

constexpr std::size_t kMostCells = std::size_t{1}
                                   << 25; // a few bytes may claim a million rows of many columns

} // namespace

std::shared_ptr<const StoredRows> StoredRows::take(proto::Rows& rows, const ArgLayout& layout) {
    auto stored = std::make_shared<StoredRows>();
    stored->rows_ = rows.count();
    stored->columns_ = static_cast<std::uint32_t>(layout.columns.size());
    for (std::uint32_t c = 0; c < stored->columns_; ++c) {
        if (layout.columns[c].form != ArgColumn::Form::Constant) {
            stored->storedColumn_.push_back(c);
        }
    }
    stored->types_ = rows.types();
    if (std::size_t{stored->rows_} * stored->columns_ > kMostCells ||
        static_cast<std::size_t>(rows.columns_size()) != stored->storedColumn_.size() ||
        stored->types_.size() != stored->storedColumn_.size()) {
        return nullptr;
    }
    for (std::string& column : *rows.mutable_columns()) {
        stored->packed_.push_back(std::move(column));
    }
    return stored;
}

std::int64_t StoredRows::cell(std::uint32_t row, std::uint32_t column) const {
    std::call_once(once_, [this] { unpack(); });
    return block_->cell(row, column);
}

void StoredRows::unpack() const {
    ColumnDecoder decoder;
    std::vector<std::int64_t> cells(std::size_t{rows_} * columns_, ArgValue::ofText(StringId()).encode());
    std::vector<std::int64_t> values(rows_);
    std::vector<std::int64_t> before;
    for (std::size_t s = 0; s < packed_.size(); ++s) {
        if (!decoder.decode(packed_[s], values, before)) {
            break; // what stands behind may build on it
        }
        const bool whole = types_[s] == kMixedColumn;
        for (std::uint32_t r = 0; r < rows_; ++r) {
            const auto cell = static_cast<std::uint64_t>(values[r]);
            cells[std::size_t{r} * columns_ + storedColumn_[s]] = static_cast<std::int64_t>(
                whole ? cell : cell << 2 | (static_cast<std::uint8_t>(types_[s]) & 3u));
        }
        before = values;
    }
    block_ = ArgBlock::seal(cells.data(), rows_, columns_);
    blockBytes_ = block_->bytes();
}

std::size_t StoredRows::bytes() const {
    std::size_t sum = sizeof *this + blockBytes_;
    for (const std::string& column : packed_) {
        sum += column.capacity();
    }
    return sum;
}

} // namespace lanes::session
