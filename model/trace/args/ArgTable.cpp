#include "model/trace/args/ArgTable.h"

#include "model/trace/tables/StringTable.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace lanes {

namespace {

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

// One column of a block of cells.
struct Cells {
    const std::int64_t* first;
    std::uint32_t rows;
    std::uint32_t stride;
    [[nodiscard]] std::int64_t operator[](std::uint32_t row) const {
        return first[std::size_t{row} * stride];
    }
};

// A straight line through the first and the last cell of a column, whose tags are shifted out where all are Integer, and
// how far the cells are from it.
struct Line {
    std::uint64_t base = 0;
    std::uint64_t slope = 0;
    std::uint8_t shift = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool allIntegers = true;

    Line(const Cells& cells, std::uint8_t tagBits)
        : base(u(cells[0] >> tagBits))
        , shift(tagBits) {
        const std::uint32_t last = cells.rows - 1;
        slope = last > 0 ? u(static_cast<std::int64_t>(u(cells[last] >> shift) - base) / last) : 0;
        std::uint64_t tags = 0;
        std::uint64_t on = base;
        for (std::uint32_t r = 0; r < cells.rows; ++r, on += slope) {
            const std::int64_t cell = cells[r];
            const auto off = static_cast<std::int64_t>(u(cell >> shift) - on);
            tags |= u(cell);
            low = std::min(low, off);
            high = std::max(high, off);
        }
        allIntegers = (tags & 3) == 0;
    }
};

Line lineThrough(const Cells& cells) {
    const Line integers(cells, 2);
    return integers.allIntegers ? integers : Line(cells, 0);
}

// Little-endian hosts only, as the whole project.
template<class Number>
void putAs(std::uint8_t* out, const Cells& cells, std::uint64_t base, const Line& line) {
    for (std::uint32_t r = 0; r < cells.rows; ++r, base += line.slope) {
        const auto value = static_cast<Number>(u(cells[r] >> line.shift) - base);
        std::memcpy(out, &value, sizeof value);
        out += sizeof value;
    }
}

void putNumbers(std::uint8_t* out, std::uint8_t width, const Cells& cells, std::uint64_t base,
                const Line& line) {
    switch (width) {
    case 1:
        return putAs<std::uint8_t>(out, cells, base, line);
    case 2:
        return putAs<std::uint16_t>(out, cells, base, line);
    case 4:
        return putAs<std::uint32_t>(out, cells, base, line);
    case 8:
        return putAs<std::uint64_t>(out, cells, base, line);
    default: // on the line
        return;
    }
}

std::shared_ptr<std::uint8_t> bytesFrom(ColumnArena* arena, std::size_t bytes) {
    if (arena == nullptr) {
        return {new std::uint8_t[bytes], std::default_delete<std::uint8_t[]>()};
    }
    ColumnArena::Piece piece = arena->take(bytes);
    return {std::move(piece.owner), reinterpret_cast<std::uint8_t*>(piece.data)};
}

} // namespace

std::shared_ptr<const ArgBlock> ArgBlock::seal(const std::int64_t* cells, std::uint32_t rows,
                                               std::uint32_t columns, ColumnArena* arena) {
    auto block = std::make_shared<ArgBlock>();
    block->rows_ = rows;
    if (rows == 0) {
        return block;
    }
    std::vector<Line> lines;
    lines.reserve(columns);
    block->columns_.reserve(columns);
    for (std::uint32_t c = 0; c < columns; ++c) {
        const Line& line = lines.emplace_back(lineThrough({cells + c, rows, columns}));
        const std::uint8_t width = widthFor(u(line.high) - u(line.low));
        block->columns_.push_back({static_cast<std::int64_t>(line.base + u(line.low)),
                                   static_cast<std::int64_t>(line.slope),
                                   static_cast<std::uint32_t>(block->size_), width, line.shift});
        block->size_ += std::size_t{width} * rows;
    }
    const auto memory = bytesFrom(arena, block->size_);
    for (std::uint32_t c = 0; c < columns; ++c) {
        const Column& column = block->columns_[c];
        putNumbers(memory.get() + column.offset, column.width, {cells + c, rows, columns}, u(column.base),
                   lines[c]);
    }
    block->data_ = memory;
    return block;
}

std::int64_t ArgBlock::cell(std::uint32_t row, std::uint32_t column) const {
    assert(row < rows_ && column < columns_.size());
    const Column& c = columns_[column];
    const std::uint8_t* const at = data_.get() + c.offset + std::size_t{c.width} * row;
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
    return sizeof *this + columns_.size() * sizeof(Column) + size_;
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
    } else if (v.type == ArgValue::Type::Stack && l->stackMap) {
        v.id = v.id < l->stackMap->size() ? (*l->stackMap)[v.id].value : StackId::kNone;
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
