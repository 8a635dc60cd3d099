// Packs one column of integers into few bytes: a predictor, perhaps a quantum, then byte planes or varints, with or
// without zstd. It picks the cheapest coding for the column. FORMAT.md ("Columns") gives the layout.
#pragma once

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

namespace lanes::session {

// One thread. Cost: a trial of each coding on a sample, then one pass.
class ColumnEncoder {
public:
    explicit ColumnEncoder(int level = 3);

    // `before` is the previous column of the same rows (arguments), or empty.
    [[nodiscard]] std::string encode(std::span<const std::int64_t> values,
                                     std::span<const std::int64_t> before = {});
    // Packs the column of value(item), for every item of a range that knows its size.
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
    // Valid until the next call.
    [[nodiscard]] std::string_view compressParts();
    [[nodiscard]] Coding choose(std::span<const std::int64_t> values, std::span<const std::int64_t> before);

    std::unique_ptr<ZSTD_CCtx_s, Free> context_;
    int level_;
    std::vector<std::uint64_t> numbers_;
    std::vector<std::uint64_t> rests_;
    std::string body_;
    std::vector<std::size_t> borders_; // ends of byte planes in body_
    std::vector<char> packed_;         // only grows
};

} // namespace lanes::session
