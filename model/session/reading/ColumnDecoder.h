// Unpacks the integers of a column that ColumnEncoder packed.
#pragma once

#include "model/base/HugeVector.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

struct ZSTD_DCtx_s;

namespace lanes::session {

// One thread. Any bytes are safe: bytes that are no column of values.size() rows give false, and `values` then holds
// anything.
class ColumnDecoder {
public:
    ColumnDecoder();

    [[nodiscard]] bool decode(std::string_view coded, std::span<std::int64_t> values,
                              std::span<const std::int64_t> before = {});
    // decode() in parts that stay in the cache, front to back. `take` gets each part with its first row; it returns false
    // to reject the values, which ends decoding.
    using TakePart = std::function<bool(std::size_t from, std::span<const std::int64_t> values)>;
    [[nodiscard]] bool decodeParts(std::string_view coded, std::size_t count, const TakePart& take);
    // The inverse of compress() for bytes whose size is known; false if they do not unpack to exactly that size.
    [[nodiscard]] bool decompress(std::string_view packed, std::span<char> bytes);

private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    // Unpacks a body of at most `most` bytes into body_.
    bool unpackBody(std::string_view& body, std::size_t most);
    // `room(from, size)` returns the place for a part; `take(from, part)` receives the part.
    template<class Room, class Take>
    bool decodeInto(std::string_view coded, std::size_t count, std::span<const std::int64_t> before,
                    const Room& room, const Take& take);

    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    UnwrittenVector<char> body_;
    UnwrittenVector<std::uint64_t> numbers_;
    UnwrittenVector<std::uint64_t> rests_;
};

} // namespace lanes::session
