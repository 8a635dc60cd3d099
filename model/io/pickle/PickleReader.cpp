#include "model/io/pickle/PickleReader.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lanes::pickle {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;
constexpr std::size_t kLongestText = std::size_t{64} << 20;
constexpr std::size_t kMostOnStack = std::size_t{1} << 24; // pickles flush their stack every thousand items

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
    kFrame = 0x95,
};

} // namespace

void PickleReader::refuse(const std::string& what) const {
    throw Fault(what + " at byte " + std::to_string(at_));
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
                throw Cut("it ends in the middle at byte " + std::to_string(at_));
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

Value PickleReader::pop() {
    if (stack_.empty() || (!marks_.empty() && stack_.size() <= marks_.back())) {
        refuse("it takes a value that is not there");
    }
    const Value value = stack_.back();
    stack_.pop_back();
    return value;
}

std::size_t PickleReader::popMark() {
    if (marks_.empty()) {
        refuse("it ends a list that did not begin");
    }
    const std::size_t from = marks_.back();
    marks_.pop_back();
    if (from > stack_.size()) {
        refuse("it takes a value from below a list that goes on");
    }
    return from;
}

// Where the last values of the stack begin, none of them below a list that goes on.
std::size_t PickleReader::below(std::size_t values) const {
    const std::size_t floor = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() < floor + values) {
        refuse("it takes a value that is not there");
    }
    return stack_.size() - values;
}

// Memory that a hostile file takes is counted like that of a large one.
void PickleReader::account(std::size_t bytes) {
    builder_.account(bytes);
    if (builder_.isFull()) {
        refuse("it takes more memory than there is");
    }
}

void PickleReader::push(Value value) {
    if (stack_.size() >= kMostOnStack) {
        refuse("it holds too many values in one list");
    }
    stack_.push_back(value);
}

void PickleReader::pushInteger(std::int64_t value) {
    if (Value::fits(value)) {
        push(Value::integer(value));
        return;
    }
    big_.push_back(static_cast<std::uint64_t>(value));
    push(Value::of(Value::Type::BigInteger, big_.size() - 1));
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
    pushInteger(static_cast<std::int64_t>(value));
}

void PickleReader::pushFloat() {
    std::uint64_t bits = 0;
    const char* const bytes = take(sizeof bits);
    for (std::size_t i = 0; i < sizeof bits; ++i) { // big endian
        bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
    }
    big_.push_back(bits);
    push(Value::of(Value::Type::Float, big_.size() - 1));
}

void PickleReader::pushText(std::size_t size, bool bytes) {
    if (size > kLongestText) {
        refuse("it holds a text of " + std::to_string(size) + " bytes");
    }
    const char* const from = take(size);
    push(bytes ? Value::of(Value::Type::Bytes, 0)
               : Value::of(Value::Type::Text, builder_.text({from, size}).value));
}

void PickleReader::pushContainer(bool dict) {
    account(sizeof(Container));
    containers_.push_back({0, 0, dict, false});
    push(Value::of(Value::Type::Container, containers_.size() - 1));
}

void PickleReader::pushTuple(std::size_t from) {
    const std::vector<Value> items(stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
    account((items.size() + 3) * sizeof(Value)); // with the vector itself
    stack_.resize(from);
    pushContainer(false);
    containers_.back().number = static_cast<std::uint32_t>(lists_.size());
    containers_.back().full = true;
    lists_.push_back(items);
}

void PickleReader::memoize(std::size_t place) {
    if (stack_.empty()) {
        refuse("it keeps a value that is not there");
    }
    if (place < memo_.size()) {
        memo_[place] = stack_.back();
    } else if (place == memo_.size()) {
        account(sizeof(Value));
        memo_.push_back(stack_.back());
    } else { // writers number what they keep one after the other
        refuse("it keeps value " + std::to_string(place) + " after " + std::to_string(memo_.size()));
    }
}

void PickleReader::recall(std::size_t place) {
    if (place >= memo_.size()) {
        refuse("it recalls a value that it did not keep");
    }
    push(memo_[place]);
}

void PickleReader::add(Container& container, Items items) {
    if (container.dict && items.size() % 2 != 0) {
        refuse("a dict has a key without a value");
    }
    if (!container.full) {
        Digest digest{container.kind, container.number};
        if (container.dict && container.kind == 0 && digestDict_) {
            digest = digestDict_(items);
        } else if (!container.dict && digestList_) {
            digest = digestList_(digest, items);
        }
        container.kind = digest.kind;
        container.number = digest.number;
        if (container.kind != 0) {
            return;
        }
        container.number = static_cast<std::uint32_t>(lists_.size());
        container.full = true;
        lists_.emplace_back();
    }
    account((items.size() + 3) * sizeof(Value));
    std::vector<Value>& kept = lists_[container.number];
    kept.insert(kept.end(), items.begin(), items.end());
}

// Moves what stands on the stack from `from` on into the container below it.
void PickleReader::extend(std::size_t from) {
    if (from == 0 || stack_[from - 1].type() != Value::Type::Container) {
        refuse("it adds to something that is no list or dict");
    }
    add(containers_[stack_[from - 1].payload()], Items(stack_).subspan(from));
    stack_.resize(from);
}

bool PickleReader::stepNumbersAndTexts(std::uint8_t opcode) {
    switch (opcode) {
    case kNone:
        push(Value());
        return true;
    case kNewTrue:
    case kNewFalse:
        push(Value::of(Value::Type::Boolean, opcode == kNewTrue ? 1 : 0));
        return true;
    case kBinInt:
        pushInteger(number<std::int32_t>());
        return true;
    case kBinInt1:
        pushInteger(number<std::uint8_t>());
        return true;
    case kBinInt2:
        pushInteger(number<std::uint16_t>());
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
        pushContainer(false);
        return true;
    case kEmptyDict:
        pushContainer(true);
        return true;
    case kTuple1:
    case kTuple2:
    case kTuple3: {
        pushTuple(below(opcode - kTuple1 + std::size_t{1}));
        return true;
    }
    case kTuple:
    case kList:
        pushTuple(popMark());
        return true;
    case kDict: {
        const std::size_t from = popMark();
        const std::vector<Value> items(stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
        stack_.resize(from);
        pushContainer(true);
        add(containers_.back(), items);
        return true;
    }
    case kAppend:
        extend(below(1));
        return true;
    case kSetItem:
        extend(below(2));
        return true;
    case kAppends:
    case kSetItems:
    case kAddItems:
        extend(popMark());
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
    case kFrame: // only a hint how much to read at once
        std::ignore = number<std::uint64_t>();
        return true;
    case kMark:
        marks_.push_back(stack_.size());
        return true;
    case kPop:
        std::ignore = pop();
        return true;
    case kPopMark:
        stack_.resize(popMark());
        return true;
    case kDup:
        push(stack_.empty() ? pop() : stack_.back());
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

// Of a root whose items are still on the stack above it: a dict gets its whole pairs, a list of one item that item.
void PickleReader::closeRoot() {
    const Value root = stack_.front();
    const std::vector<Value> rest(stack_.begin() + 1, stack_.end());
    stack_.resize(1);
    const auto isList = [this](Value value) {
        return value.type() == Value::Type::Container && !containers_[value.payload()].dict;
    };
    std::vector<Value> items;
    for (const Value& value : rest) {
        const bool isKey = containers_[root.payload()].dict && items.size() % 2 == 0;
        if (!isKey || value.type() == Value::Type::Text) {
            items.push_back(value);
        } else if (!items.empty() && isList(items.back())) {
            add(containers_[items.back().payload()], Items(&value, 1));
        }
    }
    if (containers_[root.payload()].dict && items.size() % 2 != 0) {
        items.pop_back();
    }
    add(containers_[root.payload()], items);
}

// The lists and the root that go on where the pickle ends get what has come of them whole. A dict within them is left out: half an
// event would be another one.
void PickleReader::closeAll() {
    const auto isEmptyDict = [this](Value value) {
        const Container* one =
            value.type() == Value::Type::Container ? &containers_[value.payload()] : nullptr;
        return one != nullptr && one->dict && !one->full && one->kind == 0;
    };
    const std::size_t floor = marks_.empty() ? 1 : marks_.back();
    if (stack_.size() > floor && isEmptyDict(stack_.back())) {
        stack_.pop_back(); // it has just begun
    }
    while (!marks_.empty()) {
        const std::size_t from = popMark();
        const bool inContainer = from > 0 && stack_[from - 1].type() == Value::Type::Container;
        if (from == 1 && inContainer) {
            break;
        }
        if (inContainer && !containers_[stack_[from - 1].payload()].dict) {
            extend(from);
        } else {
            stack_.resize(inContainer ? from - 1 : from);
        }
    }
    if (stack_.empty() || stack_.front().type() != Value::Type::Container) {
        refuse(cut_);
    }
    closeRoot();
}

void PickleReader::run() {
    do {
        builder_.look().at(steps_++);
    } while (step(number<std::uint8_t>()));
    if (stack_.size() != 1 || !marks_.empty()) {
        refuse("it ends with " + std::to_string(stack_.size()) + " values");
    }
}

Result<Value> PickleReader::read() {
    try {
        try {
            run();
        } catch (const Cut& cut) {
            cut_ = cut.said;
            closeAll();
        }
    } catch (const Fault& fault) {
        return Error{fault.said};
    }
    memo_ = {};
    buffer_ = {};
    return stack_.front();
}

std::optional<std::int64_t> PickleReader::integer(Value value) const {
    switch (value.type()) {
    case Value::Type::Integer:
        return value.small();
    case Value::Type::Boolean:
        return static_cast<std::int64_t>(value.payload());
    case Value::Type::BigInteger:
        return static_cast<std::int64_t>(big_[value.payload()]);
    default:
        return std::nullopt;
    }
}

std::string_view PickleReader::plain(Value value) const {
    const StringId id = text(value);
    return id.valid() ? builder_.plain(id) : std::string_view();
}

PickleReader::Digest PickleReader::digestOf(Value value) const {
    if (value.type() != Value::Type::Container) {
        return {};
    }
    const Container& container = containers_[value.payload()];
    return {container.kind, container.number};
}

Items PickleReader::items(Value value) const {
    if (value.type() != Value::Type::Container || !containers_[value.payload()].full) {
        return {};
    }
    return lists_[containers_[value.payload()].number];
}

Value PickleReader::at(Items dict, std::string_view key) const {
    constexpr std::size_t kMostKeys = 256; // of a dict that torch writes with keys of its own
    for (std::size_t i = 0; i + 1 < std::min(dict.size(), 2 * kMostKeys); i += 2) {
        if (plain(dict[i]) == key) {
            return dict[i + 1];
        }
    }
    return {};
}

} // namespace lanes::pickle
