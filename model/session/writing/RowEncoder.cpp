#include "model/session/writing/RowEncoder.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"

#include <algorithm>

namespace lanes::session {

namespace {

constexpr std::int64_t kTypeBits = 3;

// The type that all cells share, or kMixedColumn.
char typeOf(const std::vector<std::int64_t>& cells) {
    const std::int64_t type = cells.empty() ? 0 : cells[0] & kTypeBits;
    const bool uniform = std::ranges::all_of(cells, [&](std::int64_t c) { return (c & kTypeBits) == type; });
    return uniform ? static_cast<char>(type) : kMixedColumn;
}

} // namespace

void RowEncoder::add(LayoutId layout, std::uint32_t row, const CellSource& source) {
    if (layout.value >= layouts_.size()) {
        return;
    }
    const auto [it, fresh] = groupOf_.try_emplace(layout.value, static_cast<std::uint32_t>(groups_.size()));
    if (fresh) {
        groups_.push_back({layout, 0, {}});
        groups_.back().columns.resize(layouts_[layout.value].columns.size());
    }
    Group& group = groups_[it->second];
    ++group.count;
    row_.resize(group.columns.size());
    source.cells(layout, row, row_);
    for (std::size_t c = 0; c < row_.size(); ++c) {
        if (layouts_[layout.value].columns[c].form != ArgColumn::Form::Constant) {
            group.columns[c].push_back(row_[c]);
        }
    }
}

void RowEncoder::encode(std::size_t index, proto::Rows& out) {
    Group& group = groups_[index];
    out.set_layout(group.layout.value);
    out.set_count(group.count);
    std::vector<std::int64_t> before;
    std::string types;
    for (std::size_t c = 0; c < group.columns.size(); ++c) {
        if (layouts_[group.layout.value].columns[c].form == ArgColumn::Form::Constant) {
            continue;
        }
        std::vector<std::int64_t>& cells = group.columns[c];
        types.push_back(typeOf(cells));
        if (types.back() != kMixedColumn) {
            std::ranges::transform(cells, cells.begin(), [](std::int64_t cell) { return cell >> 2; });
        }
        out.add_columns(encoder_.encode(cells, before));
        before = std::move(cells);
    }
    out.set_types(types);
}

} // namespace lanes::session
