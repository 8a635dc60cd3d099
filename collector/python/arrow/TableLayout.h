// The layout of the file in which `lanescope table` passes a table to Python: a header, column entries, and buffers.
// The buffers have the layout of Arrow's columnar format, so a reader that maps the file gets Arrow arrays without
// copying.
#pragma once

#include <array>
#include <cstdint>

namespace lanes::arrow {

inline constexpr std::array<char, 8> kTableMagic{'L', 'A', 'N', 'E', 'S', 'T', 'B', '1'};
inline constexpr std::size_t kBufferAlignment = 64; // as Arrow recommends it

// In the machine's own byte order: both sides run on it. collector/python/lanescope/columns.py reads the same layout.
struct TableHeader {
    std::array<char, 8> magic;
    std::uint64_t bytes; // of the file
    std::int64_t rows;
    std::uint32_t entries;
    std::uint32_t columns; // the first entries; the others are nested in these
};

struct BufferPlace {
    std::uint64_t offset; // in the file, a multiple of kBufferAlignment
    std::uint64_t bytes;  // 0: there is no such buffer
};

// One column, the values of a list or the texts of a dictionary. Formats are those of the Arrow C data interface:
//   l, L, g    64 bits: signed, unsigned, a double       validity, values
//   U          UTF-8, offsets of 64 bits                 validity, offsets, texts
//   c, s, i    a dictionary's numbers of 8 to 32 bits    validity, numbers (-1 where there is no value)
//   +L         a list, offsets of 64 bits                validity, offsets
struct ColumnEntry {
    std::array<char, 8> format; // padded with 0
    std::uint64_t nameOffset;
    std::uint64_t nameBytes;
    std::int64_t length;
    std::int64_t nulls;
    std::uint32_t child;      // entry of a list's values; 0: none
    std::uint32_t dictionary; // entry of a dictionary's texts; 0: none
    std::array<BufferPlace, 3> buffers;
};

static_assert(sizeof(TableHeader) == 32 && sizeof(ColumnEntry) == 96);

} // namespace lanes::arrow
