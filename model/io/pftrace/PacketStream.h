// The packets of a Perfetto trace in the order of the file, with compressed packets unpacked in place.
#pragma once

#include "model/base/StopLook.h"
#include "model/io/containers/ByteStream.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lanes::pftrace {

class TracePacket;

struct PacketCounts {
    std::uint64_t packets = 0;
    std::uint64_t damaged = 0;    // could not be decoded
    std::uint64_t unpackable = 0; // compressed packets whose content could not be unpacked
    std::uint64_t trailing = 0;   // bytes after the last complete packet
};

// Calls body(packet) for each packet until it returns false. Every length is bounded by kLongestPacket. O(bytes). Throws
// Stopped.
inline constexpr std::size_t kLongestPacket = std::size_t{64} << 20;
[[nodiscard]] PacketCounts eachPacket(ByteStream& bytes, const StopLook& look,
                                      const std::function<bool(TracePacket&)>& body);

} // namespace lanes::pftrace
