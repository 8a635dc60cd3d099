#include "model/io/pickle/PickleReader.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>

namespace lanes::pickle {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr std::size_t kLongestText = std::size_t{64} << 20;

enum Opcode : std::uint8_t {
    kMark = 0x28,
    kEmptyTuple = 0x29,
    kStop = 0x2e,
    kPop = 0x30,
    kPopMark = 0x31,
    kDup = 0x32,
    kBinBytes = 0x42,
    kShortBinBytes = 0x43,
    kBinFloat = 0x47,
    kBinInt = 0x4a,
    kBinInt1 = 0x4b,
    kBinInt2 = 0x4d,
    kNone = 0x4e,
    kBinUnicode = 0x58,
    kEmptyList = 0x5d,
    kAppend = 0x61,
    kDict = 0x64,
    kAppends = 0x65,
    kBinGet = 0x68,
    kLongBinGet = 0x6a,
    kList = 0x6c,
    kBinPut = 0x71,
    kLongBinPut = 0x72,
    kSetItem = 0x73,
    kTuple = 0x74,
    kSetItems = 0x75,
    kEmptyDict = 0x7d,
    kProto = 0x80,
    kTuple1 = 0x85,
    kTuple2 = 0x86,
    kTuple3 = 0x87,
    kNewTrue = 0x88,
    kNewFalse = 0x89,
    kLong1 = 0x8a,
    kLong4 = 0x8b,
    kShortBinUnicode = 0x8c,
    kBinUnicode8 = 0x8d,
    kBinBytes8 = 0x8e,
    kEmptySet = 0x8f,
    kAddItems = 0x90,
    kMemoize = 0x94,
    kFramed = 0x95,
};

} // namespace

void PickleReader::refuse(const std::string& what) const {
    throw plain::Fault(what);
}

// The next bytes; valid until the next call.
const char* PickleReader::take(std::size_t size) {
    if (bufferEnd_ - bufferAt_ < size) {
        std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(bufferAt_),
                  buffer_.begin() + static_cast<std::ptrdiff_t>(bufferEnd_), buffer_.begin());
        bufferEnd_ -= bufferAt_;
        bufferAt_ = 0;
        // Grows as bytes come: what a length claims is not believed.
        while (bufferEnd_ < size) {
            buffer_.resize(std::max(buffer_.size(), bufferEnd_ + kBuffer));
            const std::size_t got = bytes_.read(buffer_.data() + bufferEnd_, buffer_.size() - bufferEnd_);
            bufferEnd_ += got;
            if (got == 0) {
                throw Cut("it ends in the middle");
            }
        }
    }
    const char* const from = buffer_.data() + bufferAt_;
    bufferAt_ += size;
    at_ += size;
    return from;
}

// Little endian, as pickles are but for floats.
template<class T>
T PickleReader::number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
}

// An unsigned 64-bit number takes 9 bytes; larger ones are no sizes or addresses.
void PickleReader::pushLong(std::size_t size) {
    constexpr std::size_t kMost = 9;
    if (size > kMost) {
        refuse("it holds a number of " + std::to_string(size) + " bytes");
    }
    const char* const bytes = take(size);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 8); ++i) {
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    if (size > 0 && size < 8 && (bytes[size - 1] & 0x80) != 0) {
        value |= ~std::uint64_t{0} << (8 * size);
    }
    values_.pushInteger(static_cast<std::int64_t>(value));
}

void PickleReader::pushFloat() {
    std::uint64_t bits = 0;
    const char* const bytes = take(sizeof bits);
    for (std::size_t i = 0; i < sizeof bits; ++i) { // big endian
        bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
    }
    values_.pushFloat(bits);
}

void PickleReader::pushText(std::size_t size, bool bytes) {
    if (size > kLongestText) {
        refuse("it holds a text of " + std::to_string(size) + " bytes");
    }
    const char* const from = take(size);
    if (bytes) {
        values_.push(plain::Value::of(plain::Value::Type::Bytes, 0));
    } else {
        values_.pushText({from, size});
    }
}

void PickleReader::memoize(std::size_t place) {
    const plain::Value value = values_.top();
    if (place < memo_.size()) {
        memo_[place] = value;
    } else if (place == memo_.size()) {
        values_.account(sizeof(plain::Value));
        memo_.push_back(value);
    } else { // writers number what they keep one after the other
        refuse("it keeps value " + std::to_string(place) + " after " + std::to_string(memo_.size()));
    }
}

void PickleReader::recall(std::size_t place) {
    if (place >= memo_.size()) {
        refuse("it recalls a value that it did not keep");
    }
    values_.push(memo_[place]);
}

bool PickleReader::stepNumbersAndTexts(std::uint8_t opcode) {
    switch (opcode) {
    case kNone:
        values_.push(plain::Value());
        return true;
    case kNewTrue:
    case kNewFalse:
        values_.push(plain::Value::of(plain::Value::Type::Boolean, opcode == kNewTrue ? 1 : 0));
        return true;
    case kBinInt:
        values_.pushInteger(number<std::int32_t>());
        return true;
    case kBinInt1:
        values_.pushInteger(number<std::uint8_t>());
        return true;
    case kBinInt2:
        values_.pushInteger(number<std::uint16_t>());
        return true;
    case kLong1:
        pushLong(number<std::uint8_t>());
        return true;
    case kLong4:
        pushLong(number<std::uint32_t>());
        return true;
    case kBinFloat:
        pushFloat();
        return true;
    case kShortBinUnicode:
    case kShortBinBytes:
        pushText(number<std::uint8_t>(), opcode == kShortBinBytes);
        return true;
    case kBinUnicode:
    case kBinBytes:
        pushText(number<std::uint32_t>(), opcode == kBinBytes);
        return true;
    case kBinUnicode8:
    case kBinBytes8:
        pushText(number<std::uint64_t>(), opcode == kBinBytes8);
        return true;
    default:
        return false;
    }
}

bool PickleReader::stepContainers(std::uint8_t opcode) {
    switch (opcode) {
    case kEmptyList:
    case kEmptySet:
    case kEmptyTuple:
        values_.pushContainer(false);
        return true;
    case kEmptyDict:
        values_.pushContainer(true);
        return true;
    case kTuple1:
    case kTuple2:
    case kTuple3: {
        values_.pushTuple(values_.below(opcode - kTuple1 + std::size_t{1}));
        return true;
    }
    case kTuple:
    case kList:
        values_.pushTuple(values_.popMark());
        return true;
    case kDict:
        values_.pushDict(values_.popMark());
        return true;
    case kAppend:
        values_.extend(values_.below(1));
        return true;
    case kSetItem:
        values_.extend(values_.below(2));
        return true;
    case kAppends:
    case kSetItems:
    case kAddItems:
        values_.extend(values_.popMark());
        return true;
    default:
        return false;
    }
}

bool PickleReader::step(std::uint8_t opcode) {
    if (stepNumbersAndTexts(opcode) || stepContainers(opcode)) {
        return true;
    }
    switch (opcode) {
    case kStop:
        return false;
    case kProto: {
        constexpr std::uint8_t kNewest = 5;
        if (const auto protocol = number<std::uint8_t>(); protocol < 2 || protocol > kNewest) {
            refuse("its protocol is " + std::to_string(protocol) + ", which is none of 2 to 5,");
        }
        return true;
    }
    case kFramed: // only a hint how much to read at once
        std::ignore = number<std::uint64_t>();
        return true;
    case kMark:
        values_.mark();
        return true;
    case kPop:
        std::ignore = values_.pop();
        return true;
    case kPopMark:
        values_.cutTo(values_.popMark());
        return true;
    case kDup:
        values_.push(values_.top());
        return true;
    case kMemoize:
        memoize(memo_.size());
        return true;
    case kBinPut:
        memoize(number<std::uint8_t>());
        return true;
    case kLongBinPut:
        memoize(number<std::uint32_t>());
        return true;
    case kBinGet:
        recall(number<std::uint8_t>());
        return true;
    case kLongBinGet:
        recall(number<std::uint32_t>());
        return true;
    default:
        refuse("it would run code or make objects of classes (opcode " + std::to_string(opcode) +
               "), which is never done,");
    }
}

void PickleReader::run() {
    do {
        look_.at(steps_++);
    } while (step(number<std::uint8_t>()));
}

Result<plain::Value> PickleReader::read() {
    const auto place = [this] { return " at byte " + std::to_string(at_); };
    std::optional<plain::Value> root;
    try {
        try {
            run();
            root = values_.whole();
        } catch (const Cut& cut) {
            cut_ = cut.said + place();
            root = values_.closed();
        }
    } catch (const plain::Fault& fault) {
        return Error{fault.said + place()};
    }
    memo_ = {};
    buffer_ = {};
    return root ? Result<plain::Value>(*root) : Error{cut_};
}

} // namespace lanes::pickle
