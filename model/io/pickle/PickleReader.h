// Reads a Python pickle of plain data without executing anything: an own machine for the opcodes that None, booleans, numbers,
// texts, bytes, tuples, lists, dicts and sets need. Every other opcode (GLOBAL, REDUCE, BUILD, INST ...) is refused. Protocols 2 to 5.
// Source: the comments of Python's pickletools; torch's torch/csrc/jit/serialization/pickler.cpp writes protocol 2.
#pragma once

#include "model/base/Result.h"
#include "model/base/StopLook.h"
#include "model/io/containers/ByteStream.h"
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

namespace lanes::pickle {

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
    } // an Integer's

private:
    static constexpr unsigned kTypeBits = 4;
    explicit Value(std::uint64_t bits)
        : bits_(bits) {}
    std::uint64_t bits_ = 0; // None
};

using Items = std::span<const Value>; // of a dict: key, value, key, value

// One thread. Memory is O(objects): 8 bytes for each that the pickle may refer to again, and what containers hold.
class PickleReader {
public:
    // What a container has become: a caller may replace its items by a number of its own, so that large files stay small in
    // memory. 0 stands for items that are kept.
    struct Digest {
        std::uint8_t kind = 0;
        std::uint32_t number = 0;
    };
    // Called once for each dict, when it gets its items (of the first thousand); and for a list each time when it gets some, with
    // what it has become before.
    using DictDigester = std::function<Digest(Items)>;
    using ListDigester = std::function<Digest(Digest before, Items)>;

    PickleReader(ByteStream& bytes, ImportBuilder& builder)
        : bytes_(bytes)
        , builder_(builder) {}
    void digest(DictDigester dict, ListDigester list) {
        digestDict_ = std::move(dict);
        digestList_ = std::move(list);
    }

    // The value of the pickle. An Error says at which byte what is wrong. Of a pickle that ends in the middle it is what had come whole,
    // if its root was a dict or list. Throws Stopped.
    [[nodiscard]] Result<Value> read();
    // Where the pickle ends in the middle, as a sentence's part; empty: it is whole.
    [[nodiscard]] const std::string& cut() const { return cut_; }

    [[nodiscard]] std::optional<std::int64_t>
    integer(Value value) const; // also a boolean; unsigned ones above wrap
    [[nodiscard]] StringId text(Value value) const {
        return value.type() == Value::Type::Text ? StringId(static_cast<std::uint32_t>(value.payload()))
                                                 : StringId();
    }
    [[nodiscard]] std::string_view plain(Value value) const;
    [[nodiscard]] Digest digestOf(Value value) const;
    // Of a container that was not digested; else none.
    [[nodiscard]] Items items(Value value) const;
    // The value of a key of a dict; None without one.
    [[nodiscard]] Value at(Items dict, std::string_view key) const;
    [[nodiscard]] Value at(Value dict, std::string_view key) const { return at(items(dict), key); }

private:
    struct Container {            // 8 bytes: a large snapshot has one for each frame of each event
        std::uint32_t number = 0; // of the digest, or place in lists_
        std::uint8_t kind = 0;    // of the digest; 0: none
        bool dict = false;
        bool full = false; // it has items in lists_
    };

    struct Fault : std::exception {
        explicit Fault(std::string text)
            : said(std::move(text)) {}
        std::string said;
    };
    struct Cut : Fault {
        using Fault::Fault;
    };
    [[noreturn]] void refuse(const std::string& what) const;
    void run();
    void closeAll();
    void closeRoot();
    [[nodiscard]] const char* take(std::size_t size);
    template<class T>
    [[nodiscard]] T number();
    [[nodiscard]] Value pop();
    [[nodiscard]] std::size_t below(std::size_t values) const;
    void account(std::size_t bytes);
    [[nodiscard]] std::size_t popMark();
    void push(Value value);
    void pushInteger(std::int64_t value);
    void pushLong(std::size_t size);
    void pushFloat();
    void pushText(std::size_t size, bool bytes);
    void pushContainer(bool dict);
    void pushTuple(std::size_t from);
    void memoize(std::size_t place);
    void recall(std::size_t place);
    void extend(std::size_t from);
    void add(Container& container, Items items);
    // Whether the pickle goes on.
    [[nodiscard]] bool step(std::uint8_t opcode);
    [[nodiscard]] bool stepNumbersAndTexts(std::uint8_t opcode);
    [[nodiscard]] bool stepContainers(std::uint8_t opcode);

    ByteStream& bytes_;
    ImportBuilder& builder_;
    DictDigester digestDict_;
    ListDigester digestList_;
    std::vector<char> buffer_;
    std::size_t bufferAt_ = 0;
    std::size_t bufferEnd_ = 0;
    std::uint64_t at_ = 0; // bytes taken
    std::uint64_t steps_ = 0;
    std::string cut_;
    std::vector<Value> stack_;
    std::vector<std::size_t> marks_;
    std::vector<Value> memo_;
    std::vector<Container> containers_;
    std::vector<std::vector<Value>> lists_;
    std::vector<std::uint64_t> big_; // integers beyond 60 bits, and floats
};

} // namespace lanes::pickle
