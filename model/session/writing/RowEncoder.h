// Encodes arguments of a session: gathers rows per layout, in order of arrival, and makes one Rows message per layout.
#pragma once

#include "model/session/SessionFormat.h"
#include "model/session/writing/ColumnEncoder.h"
#include "model/trace/args/ArgTable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace lanes::proto {
class Rows;
}

namespace lanes::session {

// The source of an event's arguments: cells in the ids of the session that is being written.
class CellSource {
public:
    virtual ~CellSource() = default;
    // Fills one encoded cell per column of the layout. Cells of constant columns may hold anything.
    virtual void cells(LayoutId layout, std::uint32_t row, std::span<std::int64_t> out) const = 0;
};

class RowEncoder {
public:
    // `layouts` by LayoutId; must outlive the encoder.
    RowEncoder(ColumnEncoder& encoder, const std::vector<ArgLayout>& layouts)
        : encoder_(encoder)
        , layouts_(layouts) {}

    // Adds the next event's arguments. Invalid or unknown layouts have none.
    void add(LayoutId layout, std::uint32_t row, const CellSource& source);
    // The number of layouts with rows, and the rows of the n-th layout in order of appearance.
    [[nodiscard]] std::size_t groups() const { return groups_.size(); }
    void encode(std::size_t group, proto::Rows& out);

private:
    struct Group {
        LayoutId layout;
        std::uint32_t count = 0;
        std::vector<std::vector<std::int64_t>> columns;
    };

    ColumnEncoder& encoder_;
    const std::vector<ArgLayout>& layouts_;
    std::vector<Group> groups_;
    std::unordered_map<std::uint32_t, std::uint32_t> groupOf_; // by layout
    std::vector<std::int64_t> row_;
};

// Number of the first slices or points, of `count` whose layouts `layoutOf(i)` gives, that surely fit one chunk. A number
// takes nine bytes at most, and a column some more.
template<class LayoutOf>
[[nodiscard]] std::size_t fittingOneChunk(const std::vector<ArgLayout>& layouts, std::size_t count,
                                          const LayoutOf& layoutOf) {
    constexpr std::size_t kBytesPerCell = 20;
    constexpr std::size_t kOwnColumns = 6;
    std::size_t bytes = 0;
    std::size_t fit = 0;
    for (; fit < std::min<std::size_t>(count, kSlicesPerChunk); ++fit) {
        const LayoutId layout = layoutOf(fit);
        const std::size_t cells = layout.value < layouts.size() ? layouts[layout.value].columns.size() : 0;
        bytes += (cells + kOwnColumns) * kBytesPerCell;
        if (bytes > kMaxRawBytes && fit > 0) {
            break;
        }
    }
    return fit;
}

} // namespace lanes::session
