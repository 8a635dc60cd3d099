#include "model/session/reading/ColumnDecoder.h"

#include "model/session/ColumnCoding.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace lanes::session {

using namespace coding;

namespace {

constexpr std::size_t kTile = 1024; // numbers that are decoded at a time

// Undoes what the encoder predicted, a part of the column at a time.
class Restorer {
public:
    explicit Restorer(std::uint8_t predictor)
        : predictor_(predictor) {}

    // `before`: the same rows of the column before. kZigzag: the values are in zigzag yet.
    template<bool kZigzag>
    void run(std::span<std::int64_t> values, std::span<const std::int64_t> before) {
        const auto plain = [](std::int64_t v) { return kZigzag ? unzigzag(u(v)) : u(v); };
        std::uint64_t last = last_;
        std::uint64_t step = step_;
        switch (predictor_) {
        case kDelta:
            for (std::int64_t& v : values) {
                v = s(last += plain(v));
            }
            break;
        case kDeltaOfDelta:
            for (std::int64_t& v : values) {
                step += plain(v);
                v = s(last += step);
            }
            break;
        case kColumnBefore:
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] = s(plain(values[i]) + u(before[i]));
            }
            break;
        default:
            if (kZigzag) {
                std::ranges::transform(values, values.begin(), [&](std::int64_t v) { return s(plain(v)); });
            }
            break;
        }
        last_ = last;
        step_ = step;
    }

private:
    std::uint8_t predictor_;
    std::uint64_t last_ = 0;
    std::uint64_t step_ = 0;
};

// Moves `at` behind the varint; a cut or endless one moves it past the end.
std::uint64_t getVarint(std::string_view bytes, std::size_t& at) {
    std::uint64_t v = 0;
    for (unsigned shift = 0; at < bytes.size() && shift < 64; shift += 7) {
        const auto byte = static_cast<std::uint8_t>(bytes[at++]);
        v |= std::uint64_t{byte & 0x7fu} << shift;
        if (byte < 0x80) {
            return v;
        }
    }
    at = bytes.size() + 1;
    return 0;
}

// Sixteen bytes of one plane; the compiler makes vector instructions of whatever machine it is.
constexpr std::size_t kPlaneBytes = 16;
using PlanePart [[gnu::vector_size(kPlaneBytes)]] = std::uint8_t;

// The numbers whose n-th bytes stand in the n-th part: bytes are put beside bytes, pairs beside pairs, fours beside fours.
[[gnu::always_inline]] inline void interleave(const std::array<PlanePart, sizeof(std::uint64_t)>& parts,
                                              std::uint64_t* out) {
    using Pairs [[gnu::vector_size(kPlaneBytes)]] = std::uint16_t;
    using Fours [[gnu::vector_size(kPlaneBytes)]] = std::uint32_t;
    // Bytes 0 and 1 of the first eight numbers, of the last eight, then bytes 2 and 3...
    std::array<Pairs, 8> pairs;
    for (std::size_t k = 0; k < 4; ++k) {
        const PlanePart a = parts[2 * k];
        const PlanePart b = parts[2 * k + 1];
        pairs[2 * k] =
            Pairs(__builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
        pairs[2 * k + 1] = Pairs(
            __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
    }
    for (std::size_t half = 0; half < 2; ++half) {
        std::array<Fours, 4> fours; // bytes 0 to 3 of four numbers, of the next four, then bytes 4 to 7
        for (std::size_t k = 0; k < 2; ++k) {
            const Pairs a = pairs[4 * k + half];
            const Pairs b = pairs[4 * k + 2 + half];
            fours[2 * k] = Fours(__builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
            fours[2 * k + 1] = Fours(__builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
        }
        for (std::size_t quarter = 0; quarter < 2; ++quarter) {
            const Fours a = fours[quarter];
            const Fours b = fours[2 + quarter];
            const std::array<Fours, 2> numbers{__builtin_shufflevector(a, b, 0, 4, 1, 5),
                                               __builtin_shufflevector(a, b, 2, 6, 3, 7)};
            std::memcpy(out + 8 * half + 4 * quarter, numbers.data(), sizeof numbers);
        }
    }
}

// The numbers of a body, a part at a time. Byte planes are put together only then, so that what is done to a number
// is done while it is in the cache: the hot loop of reopening a session.
class NumberReader {
public:
    // Takes `count` numbers from `body` at `at` and moves it behind them; false if they are not there. Varints
    // are unpacked into `room`.
    bool open(std::string_view body, std::size_t& at, bool varints, std::size_t count,
              UnwrittenVector<std::uint64_t>& room) {
        count_ = count;
        if (varints) {
            room.resize(count);
            for (std::uint64_t& v : room) {
                v = getVarint(body, at);
            }
            unpacked_ = room.data();
            return at <= body.size();
        }
        if (at >= body.size()) {
            return false;
        }
        width_ = static_cast<std::uint8_t>(body[at++]);
        if (width_ > sizeof(std::uint64_t) || body.size() - at < width_ * count) {
            return false;
        }
        planes_ = reinterpret_cast<const unsigned char*>(body.data()) + at;
        at += width_ * count;
        return true;
    }

    // Numbers [from, from + out.size()).
    void read(std::size_t from, std::span<std::uint64_t> out) const {
        using Gather = void (*)(const unsigned char*, std::size_t, std::span<std::uint64_t>);
        static constexpr std::array<Gather, 9> kGather{gather<0>, gather<1>, gather<2>, gather<3>, gather<4>,
                                                       gather<5>, gather<6>, gather<7>, gather<8>};
        if (unpacked_ != nullptr) {
            std::copy_n(unpacked_ + from, out.size(), out.data());
        } else {
            kGather[width_](planes_ + from, count_, out);
        }
    }

private:
    template<unsigned kWidth>
    static void gather(const unsigned char* planes, std::size_t stride, std::span<std::uint64_t> out) {
        std::size_t i = 0;
        for (; i + kPlaneBytes <= out.size(); i += kPlaneBytes) {
            std::array<PlanePart, sizeof(std::uint64_t)> parts{};
            for (unsigned k = 0; k < kWidth; ++k) {
                std::memcpy(&parts[k], planes + k * stride + i, kPlaneBytes);
            }
            interleave(parts, out.data() + i);
        }
        for (; i < out.size(); ++i) {
            std::uint64_t v = 0;
            for (unsigned k = 0; k < kWidth; ++k) {
                v |= std::uint64_t{planes[k * stride + i]} << (8 * k);
            }
            out[i] = v;
        }
    }

    std::size_t count_ = 0;
    unsigned width_ = 0;
    const unsigned char* planes_ = nullptr;
    const std::uint64_t* unpacked_ = nullptr;
};

} // namespace

void ColumnDecoder::Free::operator()(ZSTD_DCtx_s* context) const {
    ZSTD_freeDCtx(context);
}

ColumnDecoder::ColumnDecoder()
    : context_(ZSTD_createDCtx()) {}

bool ColumnDecoder::decompress(std::string_view packed, std::span<char> bytes) {
    const std::size_t size =
        ZSTD_decompressDCtx(context_.get(), bytes.data(), bytes.size(), packed.data(), packed.size());
    return !ZSTD_isError(size) && size == bytes.size();
}

bool ColumnDecoder::unpackBody(std::string_view& body, std::size_t most) {
    std::size_t at = 0;
    const std::uint64_t size = getVarint(body, at);
    if (at > body.size() || size > most) {
        return false;
    }
    body_.clear(); // what it held need not move with it
    body_.resize(size);
    if (!decompress(body.substr(at), body_)) {
        return false;
    }
    body = std::string_view(body_.data(), size);
    return true;
}

template<class Room, class Take>
bool ColumnDecoder::decodeInto(std::string_view coded, std::size_t count,
                               std::span<const std::int64_t> before, const Room& room, const Take& take) {
    if (coded.empty()) {
        return false;
    }
    const auto head = static_cast<std::uint8_t>(coded[0]);
    const bool varints = (head & kVarints) != 0;
    const bool isSigned = (head & kSigned) != 0;
    const std::uint8_t predictor = head & kPredictorBits;
    if (predictor == kColumnBefore && before.size() < count) {
        return false;
    }
    std::string_view body = coded.substr(1);
    // Twice, for quotients and remainders; a column never needs more, whatever it claims.
    if ((head & kZstd) != 0 && !unpackBody(body, 2 * (kMaxVarint * count + kMaxVarint))) {
        return false;
    }
    std::size_t at = 0;
    const std::uint64_t quantum = (head & kQuantum) != 0 ? getVarint(body, at) : 0;
    NumberReader numbers;
    NumberReader rests;
    if (at > body.size() || !numbers.open(body, at, varints, count, numbers_) ||
        ((head & kQuantum) != 0 && !rests.open(body, at, varints, count, rests_))) {
        return false;
    }
    Restorer restorer(predictor);
    std::array<std::uint64_t, kTile> remainders;
    for (std::size_t from = 0; from < count; from += kTile) {
        const std::span<std::int64_t> tile = room(from, std::min(kTile, count - from));
        const std::span<std::uint64_t> n(reinterpret_cast<std::uint64_t*>(tile.data()), tile.size());
        numbers.read(from, n);
        const auto beside = predictor == kColumnBefore ? before.subspan(from, tile.size()) : before;
        if ((head & kQuantum) != 0) {
            rests.read(from, std::span(remainders).first(n.size()));
            for (std::size_t i = 0; i < n.size(); ++i) {
                n[i] = (isSigned ? unzigzag(n[i]) : n[i]) * quantum + unzigzag(remainders[i]);
            }
            restorer.run<false>(tile, beside);
        } else if (isSigned) {
            restorer.run<true>(tile, beside);
        } else {
            restorer.run<false>(tile, beside);
        }
        if (!take(from, tile)) {
            return false;
        }
    }
    return true;
}

bool ColumnDecoder::decode(std::string_view coded, std::span<std::int64_t> values,
                           std::span<const std::int64_t> before) {
    const auto inPlace = [&](std::size_t from, std::size_t size) { return values.subspan(from, size); };
    return decodeInto(coded, values.size(), before, inPlace, [](std::size_t, auto) { return true; });
}

bool ColumnDecoder::decodeParts(std::string_view coded, std::size_t count, const TakePart& take) {
    std::array<std::int64_t, kTile> part;
    return decodeInto(
        coded, count, {}, [&](std::size_t, std::size_t size) { return std::span(part).first(size); }, take);
}

} // namespace lanes::session
