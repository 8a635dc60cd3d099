// HMAC-SHA256 (RFC 2104, FIPS 180-4).
#pragma once

#include <string>
#include <string_view>

namespace lanes {

// The HMAC as 64 hexadecimal digits. O(length).
[[nodiscard]] std::string hmacSha256(std::string_view key, std::string_view text);

} // namespace lanes
