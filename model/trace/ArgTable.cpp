#include "model/trace/ArgTable.h"

#include "model/trace/StringTable.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>

namespace lanes {

namespace {

constexpr int kDigitBits = 5;

std::uint8_t widthFor(std::uint64_t range) {
    if (range == 0) {
        return 0;
    }
    if (range < 0x100) {
        return 1;
    }
    if (range < 0x10000) {
        return 2;
    }
    return range < 0x100000000ull ? 4 : 8;
}

// All arithmetic on cells wraps, as unsigned: what is subtracted here is added back in cell().
std::uint64_t u(std::int64_t v) {
    return static_cast<std::uint64_t>(v);
}

template<class Number>
void putAs(std::uint8_t* out, std::span<const std::uint64_t> numbers) {
    for (const std::uint64_t number : numbers) {
        const auto value = static_cast<Number>(number);
        std::memcpy(out, &value, sizeof value);
        out += sizeof value;
    }
}

// Little-endian hosts only, as the whole project.
void putNumbers(std::uint8_t* out, std::uint8_t width, std::span<const std::uint64_t> numbers) {
    switch (width) {
    case 1:
        return putAs<std::uint8_t>(out, numbers);
    case 2:
        return putAs<std::uint16_t>(out, numbers);
    case 4:
        return putAs<std::uint32_t>(out, numbers);
    case 8:
        return putAs<std::uint64_t>(out, numbers);
    default: // on the line
        return;
    }
}

} // namespace

std::int64_t ArgValue::encode() const {
    std::uint64_t payload = id;
    if (type == Type::Integer) {
        payload = u(integer);
    } else if (type == Type::Decimal) {
        payload = (u(integer) << kDigitBits) | digits;
    }
    return static_cast<std::int64_t>((payload << 2) | static_cast<std::uint64_t>(type));
}

ArgValue ArgValue::decode(std::int64_t cell) {
    ArgValue v;
    v.type = static_cast<Type>(cell & 3);
    const std::int64_t payload = cell >> 2;
    switch (v.type) {
    case Type::Integer:
        v.integer = payload;
        break;
    case Type::Decimal:
        v.integer = payload >> kDigitBits;
        v.digits = static_cast<std::uint8_t>(payload & ((1 << kDigitBits) - 1));
        break;
    case Type::Text:
    case Type::Stack:
        v.id = static_cast<std::uint32_t>(payload);
        break;
    }
    return v;
}

std::shared_ptr<const ArgBlock> ArgBlock::seal(const std::int64_t* cells, std::uint32_t rows,
                                               std::uint32_t columns) {
    auto block = std::make_shared<ArgBlock>();
    block->rows_ = rows;
    if (rows == 0) {
        return block;
    }
    // Column by column what is left of each cell beside a straight line through the first and the last.
    std::vector<std::uint64_t> rests(std::size_t{rows} * columns);
    std::size_t bytes = 0;
    for (std::uint32_t c = 0; c < columns; ++c) {
        const auto at = [&](std::uint32_t r) { return cells[static_cast<std::size_t>(r) * columns + c]; };
        std::uint64_t tags = 0;
        for (std::uint32_t r = 0; r < rows; ++r) {
            tags |= u(at(r));
        }
        const std::uint8_t shift = (tags & 3) != 0 ? 0 : 2;
        const std::int64_t first = at(0) >> shift;
        const std::int64_t step =
            rows > 1 ? static_cast<std::int64_t>(u(at(rows - 1) >> shift) - u(first)) / (rows - 1) : 0;
        std::int64_t low = 0;
        std::int64_t high = 0;
        std::uint64_t* const rest = rests.data() + std::size_t{rows} * c;
        for (std::uint32_t r = 0; r < rows; ++r) {
            rest[r] = u(at(r) >> shift) - u(first) - u(step) * r;
            low = std::min(low, static_cast<std::int64_t>(rest[r]));
            high = std::max(high, static_cast<std::int64_t>(rest[r]));
        }
        for (std::uint32_t r = 0; r < rows; ++r) {
            rest[r] -= u(low);
        }
        const std::uint8_t width = widthFor(u(high) - u(low));
        block->columns_.push_back({static_cast<std::int64_t>(u(first) + u(low)), step,
                                   static_cast<std::uint32_t>(bytes), width, shift});
        bytes += std::size_t{width} * rows;
    }
    block->data_.resize(bytes);
    for (std::uint32_t c = 0; c < columns; ++c) {
        const std::span rest(rests.data() + std::size_t{rows} * c, rows);
        putNumbers(block->data_.data() + block->columns_[c].offset, block->columns_[c].width, rest);
    }
    return block;
}

std::int64_t ArgBlock::cell(std::uint32_t row, std::uint32_t column) const {
    assert(row < rows_ && column < columns_.size());
    const Column& c = columns_[column];
    const std::uint8_t* const at = data_.data() + c.offset + std::size_t{c.width} * row;
    std::uint64_t value = 0;
    switch (c.width) { // copies whose size is known are single instructions
    case 1:
        value = *at;
        break;
    case 2:
        std::memcpy(&value, at, 2);
        break;
    case 4:
        std::memcpy(&value, at, 4);
        break;
    case 8:
        std::memcpy(&value, at, 8);
        break;
    default: // a column on a straight line has no bytes
        break;
    }
    return static_cast<std::int64_t>((u(c.base) + u(c.slope) * row + value) << c.shift);
}

std::size_t ArgBlock::bytes() const {
    return sizeof *this + columns_.size() * sizeof(Column) + data_.size();
}

std::optional<std::uint32_t> ArgLayout::find(StringId key) const {
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
        if (columns[c].key == key) {
            return c;
        }
    }
    return {};
}

std::int64_t ArgLayout::cell(std::uint32_t row, std::uint32_t column) const {
    if (pieces.empty()) {
        return blocks[row / ArgBlock::kRows]->cell(row % ArgBlock::kRows, column);
    }
    const auto piece = std::ranges::upper_bound(pieceBegin, row) - pieceBegin.begin() - 1;
    return pieces[static_cast<std::size_t>(piece)]->cell(row - pieceBegin[static_cast<std::size_t>(piece)],
                                                         column);
}

std::optional<ArgValue> ArgTable::value(LayoutId id, std::uint32_t row, std::uint32_t column) const {
    const ArgLayout* l = layout(id);
    if (l == nullptr || row >= l->rows || column >= l->columns.size()) {
        return {};
    }
    if (l->columns[column].form == ArgColumn::Form::Constant) {
        return ArgValue::ofText(l->columns[column].constant);
    }
    ArgValue v = ArgValue::decode(l->cell(row, column));
    if (v.type == ArgValue::Type::Text && l->textMap) {
        v.id = v.id < l->textMap->size() ? (*l->textMap)[v.id] : StringId::kNone;
    }
    return v;
}

std::optional<ArgValue> ArgTable::value(LayoutId id, std::uint32_t row, StringId key) const {
    const ArgLayout* l = layout(id);
    const auto column = l != nullptr ? l->find(key) : std::nullopt;
    return column ? value(id, row, *column) : std::nullopt;
}

std::size_t ArgTable::bytes() const {
    std::size_t sum = 0;
    for (const auto& l : layouts) {
        for (const auto& b : l->blocks) {
            sum += b->bytes();
        }
        for (const auto& p : l->pieces) {
            sum += p->bytes();
        }
    }
    return sum;
}

std::uint32_t ArgLayoutBuilder::addRow(const std::vector<std::int64_t>& cells) {
    assert(cells.size() == layout_.columns.size());
    pending_.insert(pending_.end(), cells.begin(), cells.end());
    if (++pendingRows_ == ArgBlock::kRows) {
        layout_.blocks.push_back(ArgBlock::seal(pending_.data(), pendingRows_,
                                                static_cast<std::uint32_t>(layout_.columns.size())));
        pending_.clear();
        pendingRows_ = 0;
    }
    return layout_.rows++;
}

std::shared_ptr<const ArgLayout> ArgLayoutBuilder::snapshot() const {
    auto copy = std::make_shared<ArgLayout>(layout_);
    if (pendingRows_ > 0) {
        copy->blocks.push_back(ArgBlock::seal(pending_.data(), pendingRows_,
                                              static_cast<std::uint32_t>(layout_.columns.size())));
    }
    return copy;
}

std::string argText(const ArgValue& value, const StringTable& strings) {
    switch (value.type) {
    case ArgValue::Type::Integer:
        return std::to_string(value.integer);
    case ArgValue::Type::Text:
        return std::string(strings.view(StringId(value.id)));
    case ArgValue::Type::Stack:
        return "stack " + std::to_string(value.id);
    case ArgValue::Type::Decimal:
        break;
    }
    std::string text = std::to_string(value.integer < 0 ? -value.integer : value.integer);
    if (value.digits > 0) {
        if (text.size() <= value.digits) {
            text.insert(0, value.digits + 1 - text.size(), '0');
        }
        text.insert(text.size() - value.digits, ".");
    }
    return value.integer < 0 ? "-" + text : text;
}

} // namespace lanes
