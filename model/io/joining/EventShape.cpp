#include "model/io/joining/EventShape.h"

namespace lanes {

std::uint32_t EventShape::addRow(const EventValues& values, ColumnArena& arena) {
    if (columns.empty()) {
        return rows++;
    }
    pending.insert(pending.end(), values.cells.begin(),
                   values.cells.begin() + static_cast<std::ptrdiff_t>(columns.size()));
    if (++rows % ArgBlock::kRows == 0) {
        seal(&arena);
    }
    return rows - 1;
}

std::int64_t EventShape::cell(std::uint32_t row, std::uint32_t column) const {
    const std::size_t block = row / ArgBlock::kRows;
    const std::uint32_t inBlock = row % ArgBlock::kRows;
    return block < blocks.size() ? blocks[block]->cell(inBlock, column)
                                 : pending[inBlock * columns.size() + column];
}

void EventShape::seal(ColumnArena* arena) {
    if (pending.empty()) {
        return;
    }
    const auto width = static_cast<std::uint32_t>(columns.size());
    blocks.push_back(
        ArgBlock::seal(pending.data(), static_cast<std::uint32_t>(pending.size()) / width, width, arena));
    blockBytes += blocks.back()->bytes();
    pending.clear();
}

} // namespace lanes
