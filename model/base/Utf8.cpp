#include "model/base/Utf8.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanes {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd"; // U+FFFD

// How many bytes from `at` on belong together: a whole sequence, or as much of one as there is.
struct Sequence {
    std::size_t length = 1;
    bool valid = false;
};

Sequence sequenceAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return {1, true};
    }
    std::size_t length = 0;
    unsigned low = 0x80; // what the second byte may be
    unsigned high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) {
        length = 2;
    } else if (lead >= 0xe0 && lead <= 0xef) {
        length = 3;
        low = lead == 0xe0 ? 0xa0 : low;
        high = lead == 0xed ? 0x9f : high;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
        length = 4;
        low = lead == 0xf0 ? 0x90 : low;
        high = lead == 0xf4 ? 0x8f : high;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) < low || byte(i) > high) {
            return {i, false};
        }
        low = 0x80;
        high = 0xbf;
    }
    return {length == 0 ? 1 : length, length != 0};
}

} // namespace

bool isUtf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        std::uint64_t eight = 0;
        if (at + 8 <= text.size()) {
            std::memcpy(&eight, text.data() + at, 8);
            if ((eight & 0x8080808080808080ull) == 0) {
                at += 8;
                continue;
            }
        }
        const Sequence sequence = sequenceAt(text, at);
        if (!sequence.valid) {
            return false;
        }
        at += sequence.length;
    }
    return true;
}

std::string repairUtf8(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 8);
    for (std::size_t at = 0; at < text.size();) {
        const Sequence sequence = sequenceAt(text, at);
        if (sequence.valid) {
            out.append(text.substr(at, sequence.length));
        } else {
            out.append(kReplacement);
        }
        at += sequence.length;
    }
    return out;
}

std::string forTerminal(std::string_view text) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    const std::string good = repairUtf8(text);
    std::string shown;
    for (std::size_t i = 0; i < good.size(); ++i) {
        auto c = static_cast<unsigned char>(good[i]);
        // U+0080 to U+009F are control characters as well.
        const bool second =
            c == 0xc2 && i + 1 < good.size() && static_cast<unsigned char>(good[i + 1]) < 0xa0;
        if (second) {
            c = static_cast<unsigned char>(good[++i]);
        }
        const bool lineEnd = c == '\n' || (c == '\r' && i + 1 < good.size() && good[i + 1] == '\n');
        if (second || (c < 0x20 && c != '\t' && !lineEnd) || c == 0x7f) {
            shown += "\\x";
            shown += kDigits[c >> 4];
            shown += kDigits[c & 15];
        } else {
            shown += static_cast<char>(c);
        }
    }
    return shown;
}

} // namespace lanes
