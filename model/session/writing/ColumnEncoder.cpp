#include "model/session/writing/ColumnEncoder.h"

#include "model/session/ColumnCoding.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>

namespace lanes::session {

using namespace coding;

namespace {

constexpr std::array<std::uint64_t, 5> kQuanta{10, 32, 40, 1000, 1000000};
// Rows that tell which coding is best; four times as many save 1 % of the bytes.
constexpr std::size_t kSample = 4096;
constexpr std::size_t kNothing = 4;          // bytes of a column that follows from its first value
constexpr std::size_t kBlockHead = 16;       // more than zstd needs for a block and its tables' ends
constexpr std::size_t kSmallestBlock = 2048; // a smaller plane is not worth a block

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

// Returns what is behind it; there is room for kMaxVarint bytes.
char* writeVarint(char* at, std::uint64_t v) {
    while (v >= 0x80) {
        *at++ = static_cast<char>(v | 0x80);
        v >>= 7;
    }
    *at++ = static_cast<char>(v);
    return at;
}

void putVarint(std::string& out, std::uint64_t v) {
    std::array<char, kMaxVarint> bytes;
    out.append(bytes.data(), writeVarint(bytes.data(), v));
}

// `borders` gets where each plane ends: what stands before and behind one has nothing in common.
void putNumbers(std::string& out, bool varints, const std::vector<std::uint64_t>& numbers,
                std::vector<std::size_t>& borders) {
    if (varints) {
        const std::size_t base = out.size();
        out.resize(base + kMaxVarint * numbers.size());
        char* at = out.data() + base;
        for (const std::uint64_t v : numbers) {
            at = writeVarint(at, v);
        }
        out.resize(static_cast<std::size_t>(at - out.data()));
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
std::string_view ColumnEncoder::compressParts() {
    ZSTD_CCtx_reset(context_.get(), ZSTD_reset_session_only);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level_);
    ZSTD_CCtx_setPledgedSrcSize(context_.get(), body_.size());
    packed_.resize(std::max(packed_.size(), ZSTD_compressBound(body_.size()) + borders_.size() * kBlockHead));
    ZSTD_outBuffer to{packed_.data(), packed_.size(), 0};
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
    return {packed_.data(), left == 0 ? to.pos : 0};
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
    const std::string_view packed = body_.size() > 16 ? compressParts() : std::string_view();
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

} // namespace lanes::session
