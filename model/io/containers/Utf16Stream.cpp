#include "model/io/containers/Utf16Stream.h"

#include <algorithm>
#include <cstdint>

namespace lanes {

namespace {

constexpr char16_t kMark = 0xfeff;
constexpr std::uint32_t kReplacement = 0xfffd;

bool isHigh(char16_t c) {
    return c >= 0xd800 && c < 0xdc00;
}

bool isLow(char16_t c) {
    return c >= 0xdc00 && c < 0xe000;
}

void append(std::string& out, std::uint32_t c) {
    const auto tail = [&](int shift) { out.push_back(static_cast<char>(0x80 | (c >> shift & 0x3f))); };
    if (c < 0x80) {
        out.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
        out.push_back(static_cast<char>(0xc0 | c >> 6));
        tail(0);
    } else if (c < 0x10000) {
        out.push_back(static_cast<char>(0xe0 | c >> 12));
        tail(6);
        tail(0);
    } else {
        out.push_back(static_cast<char>(0xf0 | c >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace

std::optional<ByteOrder> utf16OrderOf(std::string_view head) {
    if (head.size() < 4) {
        return std::nullopt;
    }
    const auto zero = [&](std::size_t i) { return head[i] == '\0'; };
    if (head.starts_with("\xff\xfe") && !(zero(2) && zero(3))) { // else it is UTF-32
        return ByteOrder::Little;
    }
    if (head.starts_with("\xfe\xff")) {
        return ByteOrder::Big;
    }
    if (zero(1) && zero(3) && !zero(0) && !zero(2)) {
        return ByteOrder::Little;
    }
    if (zero(0) && zero(2) && !zero(1) && !zero(3)) {
        return ByteOrder::Big;
    }
    return std::nullopt;
}

char16_t Utf16Stream::unit(const char* at) const {
    const auto first = static_cast<unsigned char>(at[0]);
    const auto second = static_cast<unsigned char>(at[1]);
    return static_cast<char16_t>(order_ == ByteOrder::Little ? first | second << 8 : first << 8 | second);
}

// Converts what lies ahead; nothing is ready then only at the end.
void Utf16Stream::convert() {
    ready_.clear();
    at_ = 0;
    const BufferedStream::Bytes ahead = inner_->ahead(4); // both halves of a pair
    std::size_t used = 0;
    while (ahead.size - used >= 2) {
        const char16_t c = unit(ahead.data + used);
        if (isHigh(c) && ahead.size - used < 4 && used > 0) {
            break; // its partner comes with the next bytes
        }
        used += 2;
        if (isHigh(c) && ahead.size - used >= 2 && isLow(unit(ahead.data + used))) {
            append(ready_, 0x10000 + ((c & 0x3ffu) << 10) + (unit(ahead.data + used) & 0x3ffu));
            used += 2;
        } else if (c != kMark) {
            append(ready_, isHigh(c) || isLow(c) ? kReplacement : c);
        }
    }
    inner_->skip(used > 0 ? used : ahead.size); // half a character at the end says nothing
    if (!inner_->damage().empty()) {
        endEarly(inner_->damage());
    }
}

std::size_t Utf16Stream::read(char* to, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        if (at_ == ready_.size()) {
            convert();
            if (ready_.empty() && inner_->ahead().size == 0) {
                break;
            }
        }
        const std::size_t taken = std::min(size - done, ready_.size() - at_);
        std::copy_n(ready_.data() + at_, taken, to + done);
        at_ += taken;
        done += taken;
    }
    return done;
}

} // namespace lanes
