// Nested plain data from a Python pickle or a JSON text: None, booleans, numbers, texts, lists and dicts. Values are
// built on a stack, as the opcodes of pickles require.
#pragma once

#include "model/io/import/ImportBuilder.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::plain {

// 8 bytes. A text is a StringId of the builder; containers are numbers of the reader.
class Value {
public:
    enum class Type : std::uint8_t { None, Boolean, Integer, BigInteger, Float, Text, Bytes, Container };

    Value() = default;
    static Value of(Type type, std::uint64_t payload) {
        return Value(payload << kTypeBits | static_cast<std::uint64_t>(type));
    }
    static Value integer(std::int64_t v) { return of(Type::Integer, static_cast<std::uint64_t>(v)); }
    [[nodiscard]] static bool fits(std::int64_t v) {
        return v >= -(INT64_C(1) << 59) && v < (INT64_C(1) << 59);
    }

    [[nodiscard]] Type type() const { return static_cast<Type>(bits_ & ((1 << kTypeBits) - 1)); }
    [[nodiscard]] std::uint64_t payload() const { return bits_ >> kTypeBits; }
    [[nodiscard]] std::int64_t small() const {
        return static_cast<std::int64_t>(bits_) >> kTypeBits;
    } // of an Integer

private:
    static constexpr unsigned kTypeBits = 4;
    explicit Value(std::uint64_t bits)
        : bits_(bits) {}
    std::uint64_t bits_ = 0; // default: None
};

using Items = std::span<const Value>; // for a dict: key, value, key, value

// The reason why the data is invalid: a part of a sentence.
struct Fault : std::exception {
    explicit Fault(std::string text)
        : said(std::move(text)) {}
    std::string said;
};

// One thread. Memory is O(objects): 8 bytes for each container and number beyond 60 bits, and the contents of containers.
// Functions throw a Fault if a value is missing, or if memory runs out.
class Values {
public:
    // A caller's replacement for a container: its items become a number of the caller's own, so that large files stay
    // small in memory. 0: the items are kept.
    struct Digest {
        std::uint8_t kind = 0;
        std::uint32_t number = 0;
    };
    // Called once for each dict, when it gets its items (the first thousand). For a list, called each time it gets items,
    // with its previous digest.
    using DictDigester = std::function<Digest(Items)>;
    using ListDigester = std::function<Digest(Digest before, Items)>;

    explicit Values(ImportBuilder& builder)
        : builder_(builder) {}
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;
    ~Values() { clear(); }
    void digest(DictDigester dict, ListDigester list) {
        digestDict_ = std::move(dict);
        digestList_ = std::move(list);
    }

    [[nodiscard]] std::optional<std::int64_t>
    integer(Value value) const; // also for a boolean; larger unsigned values wrap
    [[nodiscard]] std::optional<double> number(Value value) const; // an integer or a float
    [[nodiscard]] StringId text(Value value) const {
        return value.type() == Value::Type::Text ? StringId(static_cast<std::uint32_t>(value.payload()))
                                                 : StringId();
    }
    [[nodiscard]] std::string_view plain(Value value) const;
    // Of a float.
    [[nodiscard]] std::optional<std::uint64_t> bits(Value value) const {
        return value.type() == Value::Type::Float ? std::optional(big_[value.payload()]) : std::nullopt;
    }
    [[nodiscard]] Digest digestOf(Value value) const;
    // The items of a container that was not digested; else none.
    [[nodiscard]] Items items(Value value) const;
    // The value of a key of a dict; None if there is none.
    [[nodiscard]] Value at(Items dict, std::string_view key) const;
    [[nodiscard]] Value at(Value dict, std::string_view key) const { return at(items(dict), key); }

    // ---- Building ----
    void push(Value value);
    void pushInteger(std::int64_t value);
    void pushFloat(std::uint64_t bits);
    void pushText(std::string_view text);
    void pushContainer(bool dict);
    // Makes a list of the stack's values from `from` on.
    void pushTuple(std::size_t from);
    void pushDict(std::size_t from);
    [[nodiscard]] Value pop();
    [[nodiscard]] Value top();
    void cutTo(std::size_t size) { stack_.resize(size); }
    void mark() { marks_.push_back(stack_.size()); }
    [[nodiscard]] std::size_t popMark();
    // Position on the stack of the last `values` values. None of them may be below a list that is being built.
    [[nodiscard]] std::size_t below(std::size_t values) const;
    // Moves the stack's values from `from` on into the container below them.
    void extend(std::size_t from);
    // Counts memory: that of hostile data counts like that of large data.
    void account(std::size_t bytes);
    // Forgets all values, so that others can be built; their memory no longer counts.
    void clear();
    // The only remaining value.
    [[nodiscard]] Value whole() const;
    // For data that ends in the middle: closes the unfinished lists and the root with their complete values. An
    // unfinished dict within them is left out: half an event would be a different one. None if the root is no dict or
    // list.
    [[nodiscard]] std::optional<Value> closed();
    [[nodiscard]] bool isCut() const { return cut_; } // closed() was needed

private:
    struct Container {            // 8 bytes: a large snapshot has one for each frame of each event
        std::uint32_t number = 0; // of the digest, or index in `lists_`
        std::uint8_t kind = 0;    // of the digest; 0: none
        bool dict = false;
        bool full = false; // it has items in `lists_`
    };

    void add(Container& container, Items items);
    void closeRoot();

    ImportBuilder& builder_;
    DictDigester digestDict_;
    ListDigester digestList_;
    std::vector<Value> stack_;
    std::vector<std::size_t> marks_;
    std::vector<Container> containers_;
    std::vector<std::vector<Value>> lists_;
    bool cut_ = false;
    std::size_t accounted_ = 0;      // bytes
    std::vector<std::uint64_t> big_; // integers beyond 60 bits, and floats
};

} // namespace lanes::plain
