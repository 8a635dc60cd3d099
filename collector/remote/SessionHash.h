// A hash that shows that both ends of a capture have the same bytes.
#pragma once

#include <cstdint>
#include <string>

namespace lanes::remote {

struct SessionHash {
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0; // XXH3, 64 bits; of no bytes if the file cannot be read
    bool operator==(const SessionHash&) const = default;
};

// Reads the whole file.
[[nodiscard]] SessionHash hashOf(const std::string& path);

} // namespace lanes::remote
