#include "model/session/ColumnCodec.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace lanes::session {

namespace {

enum Predictor : std::uint8_t { kPlain, kDelta, kDeltaOfDelta, kColumnBefore };
constexpr std::uint8_t kPredictorBits = 3;
constexpr std::uint8_t kVarints = 4;  // otherwise byte planes
constexpr std::uint8_t kZstd = 8;     // the body is a zstd frame
constexpr std::uint8_t kQuantum = 16; // quotients and remainders follow each other
constexpr std::uint8_t kSigned = 32;  // zigzag

constexpr std::array<std::uint64_t, 5> kQuanta{10, 32, 40, 1000, 1000000};
constexpr std::size_t kSample = 16384;
constexpr std::size_t kNothing = 4; // bytes of a column that follows from its first value
constexpr std::size_t kMaxVarint = 10;
constexpr std::size_t kTile = 1024;          // numbers that are decoded at a time
constexpr std::size_t kBlockHead = 16;       // more than zstd needs for a block and its tables' ends
constexpr std::size_t kSmallestBlock = 2048; // a smaller plane is not worth a block

// All arithmetic on values wraps, as unsigned: what is subtracted here is added back when decoding.
std::uint64_t u(std::int64_t v) {
    return static_cast<std::uint64_t>(v);
}
std::int64_t s(std::uint64_t v) {
    return static_cast<std::int64_t>(v);
}
std::uint64_t zigzag(std::uint64_t v) {
    return v << 1 ^ u(s(v) >> 63);
}
std::uint64_t unzigzag(std::uint64_t v) {
    return v >> 1 ^ (0 - (v & 1));
}

std::size_t varintLength(std::uint64_t v) {
    return v == 0 ? 1 : (70 - static_cast<std::size_t>(std::countl_zero(v))) / 7;
}

void predict(Predictor predictor, std::span<const std::int64_t> values, std::span<const std::int64_t> before,
             std::vector<std::uint64_t>& out) {
    out.resize(values.size());
    std::uint64_t last = 0;
    std::uint64_t step = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint64_t v = u(values[i]);
        switch (predictor) {
        case kPlain:
            out[i] = v;
            break;
        case kDelta:
            out[i] = v - last;
            break;
        case kDeltaOfDelta:
            out[i] = v - last - step;
            step = v - last;
            break;
        case kColumnBefore:
            out[i] = v - u(before[i]);
            break;
        }
        last = v;
    }
}

// Undoes predict(), a part of the column at a time.
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

void putVarint(std::string& out, std::uint64_t v) {
    while (v >= 0x80) {
        out.push_back(static_cast<char>(v | 0x80));
        v >>= 7;
    }
    out.push_back(static_cast<char>(v));
}

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

// `borders` gets where each plane ends: what stands before and behind one has nothing in common.
void putNumbers(std::string& out, bool varints, const std::vector<std::uint64_t>& numbers,
                std::vector<std::size_t>& borders) {
    if (varints) {
        for (const std::uint64_t v : numbers) {
            putVarint(out, v);
        }
        return;
    }
    std::uint64_t all = 0;
    for (const std::uint64_t v : numbers) {
        all |= v;
    }
    const auto width = static_cast<unsigned>(71 - std::countl_zero(all)) / 8;
    out.push_back(static_cast<char>(width));
    const std::size_t base = out.size();
    out.resize(base + width * numbers.size());
    for (unsigned k = 0; k < width; ++k) {
        char* plane = out.data() + base + k * numbers.size();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            plane[i] = static_cast<char>(numbers[i] >> (8 * k));
        }
        borders.push_back(base + (k + 1) * numbers.size());
    }
}

// Sixteen bytes of one plane; the compiler makes vector instructions of whatever machine it is.
constexpr std::size_t kPlaneBytes = 16;
using PlanePart [[gnu::vector_size(kPlaneBytes)]] = std::uint8_t;

// The numbers whose n-th bytes stand in the n-th part: bytes are put beside bytes, pairs beside pairs, fours beside fours.
[[gnu::always_inline]] inline void interleave(const std::array<PlanePart, sizeof(std::uint64_t)>& parts,
                                              std::uint64_t* out) {
    using Pairs [[gnu::vector_size(kPlaneBytes)]] = std::uint16_t;
    using Fours [[gnu::vector_size(kPlaneBytes)]] = std::uint32_t;
    std::array<Pairs, 8>
        pairs; // bytes 0 and 1 of the first eight numbers, of the last eight, then bytes 2 and 3...
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

struct ColumnEncoder::Coding {
    Predictor predictor = kPlain;
    bool varints = false;
    std::uint64_t quantum = 0; // 0: none
};

void ColumnEncoder::Free::operator()(ZSTD_CCtx_s* context) const {
    ZSTD_freeCCtx(context);
}

ColumnEncoder::ColumnEncoder(int level)
    : context_(ZSTD_createCCtx())
    , level_(level) {}

std::string ColumnEncoder::compress(std::string_view bytes) {
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size =
        ZSTD_compressCCtx(context_.get(), out.data(), out.size(), bytes.data(), bytes.size(), level_);
    out.resize(ZSTD_isError(size) ? 0 : size); // cannot fail: the room is bound by zstd itself
    return out;
}

// One frame, but a block of its own for each plane, as each has its own statistics. Nothing when zstd fails.
std::string ColumnEncoder::compressParts() {
    ZSTD_CCtx_reset(context_.get(), ZSTD_reset_session_only);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level_);
    ZSTD_CCtx_setPledgedSrcSize(context_.get(), body_.size());
    std::string out(ZSTD_compressBound(body_.size()) + borders_.size() * kBlockHead, '\0');
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    ZSTD_inBuffer from{body_.data(), 0, 0};
    for (const std::size_t border : borders_) {
        if (border < from.size + kSmallestBlock || border == body_.size()) {
            continue;
        }
        from.size = border;
        if (ZSTD_compressStream2(context_.get(), &to, &from, ZSTD_e_flush) !=
            0) { // there is room for all of it
            return {};
        }
    }
    from.size = body_.size();
    const std::size_t left = ZSTD_compressStream2(context_.get(), &to, &from, ZSTD_e_end);
    out.resize(left == 0 ? to.pos : 0);
    return out;
}

std::string ColumnEncoder::encodeAs(const Coding& coding, std::span<const std::int64_t> values,
                                    std::span<const std::int64_t> before) {
    predict(coding.predictor, values, before, numbers_);
    auto head = static_cast<std::uint8_t>(coding.predictor | (coding.varints ? kVarints : 0));
    body_.clear();
    borders_.clear();
    if (coding.quantum > 0) {
        head |= kQuantum | kSigned;
        const auto quantum = s(coding.quantum);
        rests_.resize(numbers_.size());
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            const std::int64_t v = s(numbers_[i]);
            // Rounded, so that a clock that ticks in quanta leaves remainders around zero.
            const std::int64_t quotient =
                v / quantum + (v % quantum * 2 >= quantum) - (v % quantum * 2 < -quantum);
            rests_[i] = zigzag(u(v) - u(quotient) * coding.quantum);
            numbers_[i] = zigzag(u(quotient));
        }
        putVarint(body_, coding.quantum);
        putNumbers(body_, coding.varints, numbers_, borders_);
        putNumbers(body_, coding.varints, rests_, borders_);
    } else {
        if (std::ranges::any_of(numbers_, [](std::uint64_t v) { return s(v) < 0; })) {
            head |= kSigned;
            std::ranges::transform(numbers_, numbers_.begin(), zigzag);
        }
        putNumbers(body_, coding.varints, numbers_, borders_);
    }
    std::string packed = body_.size() > 16 ? compressParts() : std::string();
    std::string out;
    if (!packed.empty() && packed.size() + varintLength(body_.size()) < body_.size()) {
        out.push_back(static_cast<char>(head | kZstd));
        putVarint(out, body_.size());
        return out += packed;
    }
    out.push_back(static_cast<char>(head));
    return out += body_;
}

ColumnEncoder::Coding ColumnEncoder::choose(std::span<const std::int64_t> values,
                                            std::span<const std::int64_t> before) {
    const std::size_t from = values.size() > kSample ? (values.size() - kSample) / 2 : 0;
    const auto sample = values.subspan(from, std::min(values.size(), kSample));
    const auto beside = before.empty() ? before : before.subspan(from, sample.size());
    Coding chosen;
    std::size_t least = SIZE_MAX;
    const auto attempt = [&](Coding coding) {
        const std::size_t size = encodeAs(coding, sample, beside).size();
        if (size < least) {
            least = size;
            chosen = coding;
        }
    };
    for (const Predictor predictor : {kPlain, kDelta, kDeltaOfDelta, kColumnBefore}) {
        if (predictor == kColumnBefore && before.empty()) {
            continue;
        }
        attempt({predictor, false, 0});
        if (least <= kNothing) {
            return chosen;
        }
    }
    const Predictor best = chosen.predictor;
    attempt({best, true, 0});
    if (best != kPlain) {
        attempt({kPlain, true, 0}); // values that come again and again are found by zstd only as they are
    }
    for (const std::uint64_t quantum : kQuanta) {
        attempt({best, false, quantum});
    }
    return chosen;
}

std::string ColumnEncoder::encode(std::span<const std::int64_t> values,
                                  std::span<const std::int64_t> before) {
    return encodeAs(choose(values, before), values, before);
}

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
