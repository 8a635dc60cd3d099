#include "collector/probe/torch/NonFiniteValues.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lanes::probe {

namespace {

constexpr std::size_t kVectorBytes = 16;    // what every processor of the architecture has
constexpr std::size_t kBlockNumbers = 4096; // are looked at before the next ones are asked for

template<class Word>
NonFiniteCount countIn(const FloatKind& kind, const Word* words, std::size_t count) {
    const auto mask = static_cast<Word>(kind.mask);
    const auto pattern = static_cast<Word>(kind.pattern);
    const auto sign = static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1));
    NonFiniteCount found;
    for (std::size_t i = 0; i < count; ++i) {
        Word word = 0;
        std::memcpy(&word, words + i, sizeof word);
        if ((word & mask) == pattern) {
            const bool infinite =
                kind.infinity != 0 && static_cast<Word>(word & ~sign) == static_cast<Word>(kind.infinity);
            found.infinities += infinite ? 1 : 0;
            found.nans += infinite ? 0 : 1;
        }
    }
    return found;
}

// Whether any of a block is not finite: without a branch for each.
template<class Word>
bool anyIn(const FloatKind& kind, const Word* words, std::size_t count) {
    using Vector [[gnu::vector_size(kVectorBytes)]] = Word;
    constexpr std::size_t kLanes = kVectorBytes / sizeof(Word);
    const Vector mask = Vector{} + static_cast<Word>(kind.mask);
    const Vector pattern = Vector{} + static_cast<Word>(kind.pattern);
    Vector seen{};
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        Vector vector;
        std::memcpy(&vector, words + i, sizeof vector);
        seen |= static_cast<Vector>((vector & mask) == pattern);
    }
    Word any = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        any |= seen[lane];
    }
    return any != 0 || countIn(kind, words + i, count - i).any();
}

template<class Word>
NonFiniteCount countAll(const FloatKind& kind, const void* numbers, std::size_t count) {
    const auto* words = static_cast<const Word*>(numbers);
    NonFiniteCount found;
    for (std::size_t at = 0; at < count; at += kBlockNumbers) {
        const std::size_t block = std::min(kBlockNumbers, count - at);
        if (anyIn(kind, words + at, block)) {
            const NonFiniteCount here = countIn(kind, words + at, block);
            found.nans += here.nans;
            found.infinities += here.infinities;
        }
    }
    return found;
}

constexpr FloatKind kHalf{2, 1, 0x7c00, 0x7c00, 0x7c00};
constexpr FloatKind kSingle{4, 1, 0x7f800000, 0x7f800000, 0x7f800000};
constexpr FloatKind kDouble{8, 1, 0x7ff0000000000000, 0x7ff0000000000000, 0x7ff0000000000000};
constexpr FloatKind kBrain{2, 1, 0x7f80, 0x7f80, 0x7f80};

constexpr FloatKind complexOf(FloatKind part) {
    part.parts = 2;
    return part;
}

struct Known {
    std::uint16_t dtype; // c10::ScalarType
    FloatKind kind;
};
constexpr std::array<Known, 12> kKnown = {{{5, kHalf},
                                           {6, kSingle},
                                           {7, kDouble},
                                           {8, complexOf(kHalf)},
                                           {9, complexOf(kSingle)},
                                           {10, complexOf(kDouble)},
                                           {15, kBrain},
                                           {23, {1, 1, 0x7c, 0x7c, 0x7c}}, // Float8_e5m2
                                           {24, {1, 1, 0x7f, 0x7f, 0}},    // Float8_e4m3fn
                                           {25, {1, 1, 0xff, 0x80, 0}},    // Float8_e5m2fnuz
                                           {26, {1, 1, 0xff, 0x80, 0}},    // Float8_e4m3fnuz
                                           {44, {1, 1, 0xff, 0xff, 0}}}};  // Float8_e8m0fnu

} // namespace

FloatKind floatKindOf(std::uint16_t dtype) {
    const auto* found = std::ranges::find(kKnown, dtype, &Known::dtype);
    return found != kKnown.end() ? found->kind : FloatKind{};
}

NonFiniteCount countNonFinite(const FloatKind& kind, const void* numbers, std::size_t count) {
    switch (kind.bytes) {
    case 1:
        return countAll<std::uint8_t>(kind, numbers, count);
    case 2:
        return countAll<std::uint16_t>(kind, numbers, count);
    case 4:
        return countAll<std::uint32_t>(kind, numbers, count);
    case 8:
        return countAll<std::uint64_t>(kind, numbers, count);
    default:
        return {};
    }
}

} // namespace lanes::probe
