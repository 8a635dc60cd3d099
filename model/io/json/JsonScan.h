// Scans JSON text 64 bytes at a time. Every function may read up to kPadding bytes after `end`; callers keep that many
// readable there. No function trusts the text: unclosed parts give null.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace lanes::json {

inline constexpr std::size_t kPadding = 64;

// A bit mask of the places of a byte among 64. SSE2 is in every x86-64; elsewhere plain C++ does the same.
class Block64 {
public:
    explicit Block64(const char* p) { load(p); }
    [[nodiscard]] std::uint64_t equal(char c) const { return compare(c, 0); }
    // '[' and '{', ']' and '}' differ only in this bit.
    [[nodiscard]] std::uint64_t equalWith0x20(char c) const { return compare(c, 0x20); }

private:
#if defined(__SSE2__)
    void load(const char* p) {
        for (std::size_t i = 0; i < 4; ++i) {
            part_[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 16 * i));
        }
    }
    [[nodiscard]] std::uint64_t compare(char c, char set) const {
        const __m128i wanted = _mm_set1_epi8(c);
        const __m128i mask = _mm_set1_epi8(set);
        std::uint64_t found = 0;
        for (int i = 0; i < 4; ++i) {
            const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(part_[i], mask), wanted));
            found |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(bits)) << (16 * i);
        }
        return found;
    }
    __m128i part_[4];
#else
    void load(const char* p) {
        p_ = p;
    }
    [[nodiscard]] std::uint64_t compare(char c, char set) const {
        std::uint64_t found = 0;
        for (int i = 0; i < 64; ++i) {
            found |= static_cast<std::uint64_t>((p_[i] | set) == c) << i;
        }
        return found;
    }
    const char* p_;
#endif
};

[[nodiscard]] inline const char* skipSpace(const char* p, const char* end) {
    while (p < end && static_cast<unsigned char>(*p) <= ' ') {
        ++p;
    }
    return p;
}

[[nodiscard]] inline bool isDigit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}

// `p` is after an opening quote. Returns the closing quote, or null.
[[nodiscard]] inline const char* stringEnd(const char* p, const char* end, bool& escaped) {
    escaped = false;
    while (p < end) {
        const Block64 block(p);
        const std::uint64_t quotes = block.equal('"');
        const std::uint64_t backslashes = block.equal('\\');
        if ((backslashes & (quotes - 1)) == 0) { // none before the first quote
            if (quotes != 0) {
                p += std::countr_zero(quotes);
                return p < end ? p : nullptr;
            }
            p += 64;
        } else {
            escaped = true;
            p += std::countr_zero(backslashes) + 2;
        }
    }
    return nullptr;
}

// `p` is at '[' or '{'. Returns one past the bracket that closes it, or null. Does not tell the kinds of brackets apart:
// validNesting() checks each distinct text once.
[[nodiscard]] const char* skipBalanced(const char* p, const char* end);
// True if brackets close by kind, and strings close and hold no raw line break. For a text from skipBalanced().
[[nodiscard]] bool validNesting(const char* p, const char* end);

// True if the bytes are equal. Both sides may be read 16 bytes past their ends.
[[nodiscard]] inline bool sameBytes(const char* a, const char* b, std::size_t n) {
#if defined(__SSE2__)
    const auto differ = [&](std::size_t at) {
        const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(a + at));
        const __m128i y = _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + at));
        return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(x, y))) ^ 0xffffu;
    };
    std::size_t at = 0;
    for (; at + 16 < n; at += 16) {
        if (differ(at) != 0) {
            return false;
        }
    }
    return (differ(at) & ((1u << (n - at)) - 1)) == 0;
#else
    return std::memcmp(a, b, n) == 0;
#endif
}

} // namespace lanes::json
