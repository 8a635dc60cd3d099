#include "model/io/profile/MarshalReader.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace lanes::profile {

namespace {

constexpr std::size_t kMostNested = 64; // a profile nests four deep
constexpr std::size_t kLongestName = std::size_t{64} << 20;
constexpr std::uint8_t kKept = 0x80; // beside the type: the value may be referred to again

} // namespace

void MarshalReader::refuse(const char* what) const {
    throw plain::Fault(what + (" at byte " + std::to_string(at_)));
}

// A length is not believed before its bytes have come.
const char* MarshalReader::take(std::size_t size) {
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    piece_.clear();
    while (piece_.size() < size) {
        const std::size_t before = piece_.size();
        const std::size_t wanted = std::min(kPiece, size - before);
        piece_.resize(before + wanted);
        const std::size_t got = bytes_.read(piece_.data() + before, wanted);
        at_ += got;
        if (got < wanted) {
            refuse("it ends in the middle");
        }
    }
    return piece_.data();
}

template<class T>
T MarshalReader::number() {
    T value;
    std::memcpy(&value, take(sizeof(T)),
                sizeof(T)); // little endian, as the machines are that this is built for
    return value;
}

std::size_t MarshalReader::size() {
    const auto size = number<std::int32_t>();
    if (size < 0) {
        refuse("it has a length below zero");
    }
    return static_cast<std::size_t>(size);
}

void MarshalReader::keep(bool kept) {
    if (kept) {
        values_.account(sizeof(plain::Value));
        kept_.push_back(values_.top());
    }
}

void MarshalReader::pushText(std::size_t size, bool kept) {
    if (size > kLongestName) {
        refuse("it holds a text of more than 64 MiB");
    }
    values_.pushText({take(size), size});
    keep(kept);
}

// Digits of 15 bits, the lowest first; a length below zero means a number below zero.
void MarshalReader::pushLong(bool kept) {
    constexpr std::int32_t kMostDigits = 4; // within 60 bits
    constexpr unsigned kBits = 15;
    const auto digits = number<std::int32_t>();
    if (digits > kMostDigits || digits < -kMostDigits) {
        refuse("it holds a number beyond 60 bits");
    }
    std::int64_t value = 0;
    for (std::int32_t i = 0; i < (digits < 0 ? -digits : digits); ++i) {
        value |= std::int64_t{number<std::uint16_t>() & 0x7fff} << (kBits * static_cast<unsigned>(i));
    }
    values_.pushInteger(digits < 0 ? -value : value);
    keep(kept);
}

// A container may be referred to before it is whole, so it has its place among those at its begin.
void MarshalReader::begin(bool dict, std::int64_t items, bool kept) {
    if (open_.size() >= kMostNested) {
        refuse("it nests too deep");
    }
    values_.pushContainer(dict);
    keep(kept);
    values_.mark();
    open_.push_back({items, 0});
}

void MarshalReader::closeFull() {
    while (!open_.empty() && open_.back().left == open_.back().taken) {
        values_.extend(values_.popMark());
        open_.pop_back();
        if (!open_.empty()) {
            ++open_.back().taken;
        }
    }
}

void MarshalReader::step(std::uint8_t type, bool kept) {
    constexpr std::size_t kInteger = 4;
    switch (type) {
    case '{':
        return begin(true, kUntilNull, kept);
    case '(':
        return begin(false, static_cast<std::int64_t>(size()), kept);
    case ')':
        return begin(false, number<std::uint8_t>(), kept);
    case 'i':
        static_assert(sizeof(std::int32_t) == kInteger);
        values_.pushInteger(number<std::int32_t>());
        break;
    case 'l':
        return pushLong(kept);
    case 'g':
        values_.pushFloat(number<std::uint64_t>());
        break;
    case 'z': // ASCII, and interned
    case 'Z':
        return pushText(number<std::uint8_t>(), kept);
    case 'a': // the same of more than 255 letters
    case 'A':
    case 'u': // UTF-8, and interned
    case 't':
        return pushText(size(), kept);
    case 'N':
        values_.push({});
        return; // one alone there is: it is never kept
    case 'r': {
        const auto place = number<std::uint32_t>();
        if (place >= kept_.size()) {
            refuse("it refers to a value that is not there");
        }
        values_.push(kept_[place]);
        return;
    }
    default:
        refuse("it holds a value that no profile has");
    }
    keep(kept);
}

plain::Value MarshalReader::read() {
    std::uint64_t steps = 0;
    do {
        look_.at(steps++);
        const auto byte = number<std::uint8_t>();
        const auto type = static_cast<std::uint8_t>(byte & ~kKept);
        if (type == '0') { // the end of a dict
            if (open_.empty() || open_.back().left != kUntilNull || open_.back().taken % 2 != 0) {
                refuse("it ends a dict that did not begin");
            }
            open_.back().left = open_.back().taken;
        } else {
            const std::size_t deep = open_.size();
            step(type, (byte & kKept) != 0);
            if (open_.size() == deep && !open_.empty()) {
                ++open_.back().taken;
            }
        }
        closeFull();
    } while (!open_.empty());
    return values_.whole();
}

} // namespace lanes::profile
