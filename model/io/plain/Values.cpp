#include "model/io/plain/Values.h"

#include <algorithm>
#include <bit>

namespace lanes::plain {

namespace {

constexpr std::size_t kMostOnStack = std::size_t{1} << 24; // pickles flush their stack every thousand items

[[noreturn]] void refuse(const char* what) {
    throw Fault(what);
}

} // namespace

Value Values::pop() {
    if (stack_.empty() || (!marks_.empty() && stack_.size() <= marks_.back())) {
        refuse("it takes a value that is not there");
    }
    const Value value = stack_.back();
    stack_.pop_back();
    return value;
}

Value Values::top() {
    return stack_.empty() ? pop() : stack_.back();
}

std::size_t Values::popMark() {
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

std::size_t Values::below(std::size_t values) const {
    const std::size_t floor = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() < floor + values) {
        refuse("it takes a value that is not there");
    }
    return stack_.size() - values;
}

void Values::clear() {
    builder_.release(accounted_);
    accounted_ = 0;
    stack_.clear();
    marks_.clear();
    containers_.clear();
    lists_.clear();
    big_.clear();
    cut_ = false;
}

void Values::account(std::size_t bytes) {
    builder_.account(bytes);
    accounted_ += bytes;
    if (builder_.isFull()) {
        refuse("it takes more memory than there is");
    }
}

void Values::push(Value value) {
    if (stack_.size() >= kMostOnStack) {
        refuse("it holds too many values in one list");
    }
    stack_.push_back(value);
}

void Values::pushInteger(std::int64_t value) {
    if (Value::fits(value)) {
        push(Value::integer(value));
        return;
    }
    big_.push_back(static_cast<std::uint64_t>(value));
    push(Value::of(Value::Type::BigInteger, big_.size() - 1));
}

void Values::pushFloat(std::uint64_t bits) {
    big_.push_back(bits);
    push(Value::of(Value::Type::Float, big_.size() - 1));
}

void Values::pushText(std::string_view text) {
    push(Value::of(Value::Type::Text, builder_.text(text).value));
}

void Values::pushContainer(bool dict) {
    account(sizeof(Container));
    containers_.push_back({0, 0, dict, false});
    push(Value::of(Value::Type::Container, containers_.size() - 1));
}

void Values::pushTuple(std::size_t from) {
    const std::vector<Value> items(stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
    account((items.size() + 3) * sizeof(Value)); // with the vector itself
    stack_.resize(from);
    pushContainer(false);
    containers_.back().number = static_cast<std::uint32_t>(lists_.size());
    containers_.back().full = true;
    lists_.push_back(items);
}

void Values::pushDict(std::size_t from) {
    const std::vector<Value> items(stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
    stack_.resize(from);
    pushContainer(true);
    add(containers_.back(), items);
}

void Values::add(Container& container, Items items) {
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

void Values::extend(std::size_t from) {
    if (from == 0 || stack_[from - 1].type() != Value::Type::Container) {
        refuse("it adds to something that is no list or dict");
    }
    add(containers_[stack_[from - 1].payload()], Items(stack_).subspan(from));
    stack_.resize(from);
}

Value Values::whole() const {
    if (stack_.size() != 1 || !marks_.empty()) {
        throw Fault("it ends with " + std::to_string(stack_.size()) + " values");
    }
    return stack_.front();
}

// Of a root whose items are still on the stack above it: a dict gets its whole pairs, a list of one item that item.
void Values::closeRoot() {
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

std::optional<Value> Values::closed() {
    cut_ = true;
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
        return std::nullopt;
    }
    closeRoot();
    return stack_.front();
}

std::optional<std::int64_t> Values::integer(Value value) const {
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

std::optional<double> Values::number(Value value) const {
    if (value.type() == Value::Type::Float) {
        return std::bit_cast<double>(big_[value.payload()]);
    }
    const std::optional<std::int64_t> whole = integer(value);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

std::string_view Values::plain(Value value) const {
    const StringId id = text(value);
    return id.valid() ? builder_.plain(id) : std::string_view();
}

Values::Digest Values::digestOf(Value value) const {
    if (value.type() != Value::Type::Container) {
        return {};
    }
    const Container& container = containers_[value.payload()];
    return {container.kind, container.number};
}

Items Values::items(Value value) const {
    if (value.type() != Value::Type::Container || !containers_[value.payload()].full) {
        return {};
    }
    return lists_[containers_[value.payload()].number];
}

Value Values::at(Items dict, std::string_view key) const {
    constexpr std::size_t kMostKeys = 256; // of a dict that torch writes with keys of its own
    for (std::size_t i = 0; i + 1 < std::min(dict.size(), 2 * kMostKeys); i += 2) {
        if (plain(dict[i]) == key) {
            return dict[i + 1];
        }
    }
    return {};
}

} // namespace lanes::plain
