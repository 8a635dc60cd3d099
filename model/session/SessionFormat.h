// The frame of a session file: a file header, then chunks; see FORMAT.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanes::session {

inline constexpr std::string_view kFileMagic{"\x89LANES\r\n", 8};
inline constexpr std::uint32_t kVersion = 1; // readers refuse files of a later version
inline constexpr std::size_t kFileHeaderBytes = 16;
inline constexpr std::size_t kChunkHeaderBytes = 32;
inline constexpr std::string_view kTrailerMagic{"LANESEND", 8};
inline constexpr std::size_t kTrailerBytes = 16; // u64 offset of the footer chunk, then the magic

// Limits that writers keep and readers enforce before they allocate.
inline constexpr std::uint32_t kMaxStoredBytes = 64u << 20;
inline constexpr std::uint32_t kMaxRawBytes = 64u << 20;
inline constexpr std::uint32_t kMaxRowsPerChunk = 1u << 20; // slices, points, texts... in one chunk
inline constexpr std::uint32_t kSlicesPerChunk = 1u << 16;  // the size that writers aim at
inline constexpr std::uint32_t kMostTextBytes = 32u << 20;  // in one text: writers cut longer ones
inline constexpr std::uint32_t kMaxTracks = 1u << 22;
inline constexpr std::uint32_t kMaxLayouts = 1u << 18;
// Type of a column of arguments whose cells are of several types.
inline constexpr char kMixedColumn = 4;
inline constexpr std::int64_t kMostTime = std::int64_t{1}
                                          << 61; // either way, of moments and durations: 73 years
[[nodiscard]] constexpr bool isTime(std::int64_t ns) {
    return ns >= -kMostTime && ns <= kMostTime;
}

// Numbers are part of the format: never reused, only added. Readers skip types that they do not know.
enum class ChunkType : std::uint16_t {
    Session = 1,
    Strings = 2,
    Stacks = 3,
    Layouts = 4,
    Tracks = 5,
    Slices = 6,
    Points = 7,
    Memory = 8,
    Counters = 9,
    Links = 10,
    Diagnostics = 11,
    Overview = 12, // coarse levels of detail
    Clocks = 13,
    Watermarks = 14,
    Footer = 15,
};

// Name in Session.needs: times of some process are those of a clock of its own.
inline constexpr std::string_view kNeedsClocks = "clocks";

// Key in Session.properties: the time (nanoseconds) from which the file is complete, as older chunks were dropped. The
// remaining chunks may refer to slices that are gone.
inline constexpr std::string_view kKeptSince = "kept.since_ns";

enum class Packing : std::uint16_t { None = 0, Zstd = 1 };

// Names in Session.needs.
inline constexpr std::string_view kNeedsLowestLanes = "lowest-lanes"; // slices overlap: see Nesting
inline constexpr std::string_view kNeedsNamesById =
    "names-by-id"; // texts and stacks come with their ids, in any order

struct ChunkHeader {
    ChunkType type = ChunkType::Session;
    Packing packing = Packing::None;
    std::uint32_t stored = 0;   // bytes in the file after this header
    std::uint32_t raw = 0;      // bytes after unpacking
    std::uint32_t sequence = 0; // counts the chunks of a file from 0
    std::uint64_t checksum = 0; // XXH3 of the stored bytes
};

[[nodiscard]] std::string encodeFileHeader(std::uint32_t version = kVersion);
[[nodiscard]] std::string encode(const ChunkHeader& header);
// Parses the 32 bytes of a chunk header. Nothing if its mark or its own checksum is wrong, or a size is past its limit.
[[nodiscard]] std::optional<ChunkHeader> parseChunkHeader(std::string_view bytes);
// Offset of the first byte in `bytes` where a chunk header may begin, or npos.
[[nodiscard]] std::size_t findChunkMark(std::string_view bytes, std::size_t from = 0);
[[nodiscard]] std::uint64_t checksumOf(std::string_view bytes);

} // namespace lanes::session
