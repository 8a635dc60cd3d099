#include "collector/probe/cpython/LineTable.h"

#include <cstddef>

namespace lanes::probe {

namespace {

using Table = std::span<const std::uint8_t>;

std::uint32_t positive(std::int64_t line) {
    return line > 0 && line < INT32_MAX ? static_cast<std::uint32_t>(line) : 0;
}

// Pairs (bytes of code, signed lines) that apply from their end on.
std::uint32_t lineFromLnotab(Table table, std::int64_t line, std::uint32_t instruction) {
    std::uint32_t address = 0;
    for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
        address += table[i];
        if (address > instruction) {
            break;
        }
        line += static_cast<std::int8_t>(table[i + 1]);
    }
    return positive(line);
}

// Pairs (bytes of code, signed lines) that apply to the range they cover; -128 for "no line".
std::uint32_t lineFromLineTable(Table table, std::int64_t line, std::uint32_t instruction) {
    constexpr std::uint8_t kNoLine = 0x80;
    std::uint32_t end = 0;
    for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
        end += table[i];
        const std::uint8_t delta = table[i + 1];
        if (delta != kNoLine) {
            line += static_cast<std::int8_t>(delta);
        }
        if (instruction < end) {
            return delta == kNoLine ? 0 : positive(line);
        }
    }
    return 0;
}

// Six bits per byte, the seventh says that more follow.
std::uint32_t readVarint(Table table, std::size_t& at) {
    std::uint32_t value = 0;
    for (unsigned shift = 0; at < table.size() && shift < 32; shift += 6) {
        const std::uint8_t byte = table[at++];
        value |= static_cast<std::uint32_t>(byte & 63) << shift;
        if ((byte & 64) == 0) {
            break;
        }
    }
    return value;
}

std::int64_t readSignedVarint(Table table, std::size_t& at) {
    const std::uint32_t value = readVarint(table, at);
    const auto magnitude = static_cast<std::int64_t>(value >> 1);
    return (value & 1) != 0 ? -magnitude : magnitude;
}

// Objects/locations.md of CPython: a first byte with code and length, then what the code asks for.
std::uint32_t lineFromLocations(Table table, std::int64_t line, std::uint32_t instruction) {
    constexpr unsigned kOneLine = 10; // codes 10 to 12: 0 to 2 lines further
    constexpr unsigned kNoColumns = 13;
    constexpr unsigned kLong = 14;
    constexpr unsigned kNone = 15;
    std::uint32_t end = 0;
    for (std::size_t at = 0; at < table.size();) {
        const std::uint8_t first = table[at++];
        const unsigned code = first >> 3 & 15;
        end += ((first & 7U) + 1) * 2;
        if (code == kLong) {
            line += readSignedVarint(table, at);
            for (int i = 0; i < 3; ++i) {
                readVarint(table, at);
            }
        } else if (code == kNoColumns) {
            line += readSignedVarint(table, at);
        } else if (code >= kOneLine && code < kNoColumns) {
            line += code - kOneLine;
            at += 2;
        } else if (code < kOneLine) {
            at += 1;
        }
        if (instruction < end) {
            return code == kNone ? 0 : positive(line);
        }
    }
    return 0;
}

} // namespace

std::uint32_t lineOf(LineTableKind kind, std::span<const std::uint8_t> table, std::uint32_t firstLine,
                     std::uint32_t instruction) {
    switch (kind) {
    case LineTableKind::Lnotab:
        return lineFromLnotab(table, firstLine, instruction);
    case LineTableKind::LineTable:
        return lineFromLineTable(table, firstLine, instruction);
    case LineTableKind::Locations:
        return lineFromLocations(table, firstLine, instruction);
    }
    return 0;
}

} // namespace lanes::probe
