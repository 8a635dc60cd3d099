// One column of integers as few bytes: a predictor, perhaps a quantum, byte planes or varints, zstd over it
// all, whatever is cheapest for this column. FORMAT.md ("Columns") gives the layout.
#pragma once

#include "model/base/HugeVector.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace lanes::session {

// One thread. Cost: a trial of each coding on a sample, then one pass.
class ColumnEncoder {
public:
    explicit ColumnEncoder(int level = 3);

    // `before` is the column that stands before this one in the same rows (arguments), or empty.
    [[nodiscard]] std::string encode(std::span<const std::int64_t> values,
                                     std::span<const std::int64_t> before = {});
    // The column of value(item), for every item of a range that knows its size.
    template<class Source, class Value>
    [[nodiscard]] std::string encodeEach(const Source& source, const Value& value) {
        std::vector<std::int64_t> numbers;
        numbers.reserve(std::ranges::size(source));
        for (const auto& item : source) {
            numbers.push_back(static_cast<std::int64_t>(std::invoke(value, item)));
        }
        return encode(numbers);
    }
    // Any bytes as a zstd frame.
    [[nodiscard]] std::string compress(std::string_view bytes);

private:
    struct Coding;
    struct Free {
        void operator()(ZSTD_CCtx_s* context) const;
    };

    [[nodiscard]] std::string encodeAs(const Coding& coding, std::span<const std::int64_t> values,
                                       std::span<const std::int64_t> before);
    [[nodiscard]] std::string compressParts();
    [[nodiscard]] Coding choose(std::span<const std::int64_t> values, std::span<const std::int64_t> before);

    std::unique_ptr<ZSTD_CCtx_s, Free> context_;
    int level_;
    std::vector<std::uint64_t> numbers_;
    std::vector<std::uint64_t> rests_;
    std::string body_;
    std::vector<std::size_t> borders_; // ends of byte planes in body_
};

// One thread. Any bytes are safe: what is no column of values.size() rows gives false, and `values` then
// holds anything.
class ColumnDecoder {
public:
    ColumnDecoder();

    [[nodiscard]] bool decode(std::string_view coded, std::span<std::int64_t> values,
                              std::span<const std::int64_t> before = {});
    // The same in parts that stay in the cache: gives each with the row that it begins at, front to back. `take` says
    // whether the values will do; false ends it.
    using TakePart = std::function<bool(std::size_t from, std::span<const std::int64_t> values)>;
    [[nodiscard]] bool decodeParts(std::string_view coded, std::size_t count, const TakePart& take);
    // The inverse of compress() for bytes whose size is known; false if they do not unpack to just that.
    [[nodiscard]] bool decompress(std::string_view packed, std::span<char> bytes);

private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    // Unpacks a body of at most `most` bytes into body_.
    bool unpackBody(std::string_view& body, std::size_t most);
    // `room(from, size)` says where a part goes, `take(from, part)` gets it.
    template<class Room, class Take>
    bool decodeInto(std::string_view coded, std::size_t count, std::span<const std::int64_t> before,
                    const Room& room, const Take& take);

    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    UnwrittenVector<char> body_;
    UnwrittenVector<std::uint64_t> numbers_;
    UnwrittenVector<std::uint64_t> rests_;
};

} // namespace lanes::session
