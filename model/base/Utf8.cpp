#include "model/base/Utf8.h"

#include <cstddef>
#include <cstdint>

namespace lanes {

namespace {

// Bytes of the well-formed sequence at `at` (RFC 3629, table in section 4), 0 if there is none.
std::size_t sequenceAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0;
    };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
    const unsigned first = byte(at);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        return follows(at + 1) ? 2 : 0;
    }
    const unsigned second = byte(at + 1);
    if (first >= 0xe0 && first <= 0xef) {
        const unsigned low = first == 0xe0 ? 0xa0 : 0x80;
        const unsigned high = first == 0xed ? 0x9f : 0xbf;
        return second >= low && second <= high && follows(at + 2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const unsigned low = first == 0xf0 ? 0x90 : 0x80;
        const unsigned high = first == 0xf4 ? 0x8f : 0xbf;
        return second >= low && second <= high && follows(at + 2) && follows(at + 3) ? 4 : 0;
    }
    return 0;
}

} // namespace

bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceAt(text, at);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}

std::string cleanUtf8(std::string_view text) {
    if (isUtf8(text)) {
        return std::string(text);
    }
    std::string clean;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceAt(text, at);
        if (length == 0) {
            clean += "\xef\xbf\xbd";
            ++at;
        } else {
            clean += text.substr(at, length);
            at += length;
        }
    }
    return clean;
}

} // namespace lanes
