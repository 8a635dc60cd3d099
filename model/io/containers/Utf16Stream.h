// Text of two bytes per character, as Windows tools write it, turned into UTF-8.
#pragma once

#include "model/io/containers/ByteStream.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanes {

enum class ByteOrder : bool { Little, Big };

// The byte order of a text that starts with these bytes, by its mark or by where its first characters have zeros (JSON
// starts with ASCII); nothing when it is not UTF-16.
[[nodiscard]] std::optional<ByteOrder> utf16OrderOf(std::string_view head);

// Offsets in what it gives are those of the UTF-8. Surrogates without a partner become U+FFFD.
class Utf16Stream : public ByteStream {
public:
    Utf16Stream(std::unique_ptr<BufferedStream> inner, ByteOrder order)
        : inner_(std::move(inner))
        , order_(order) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::int64_t position() const override { return inner_->position(); }

private:
    void convert();
    [[nodiscard]] char16_t unit(const char* at) const;

    std::unique_ptr<BufferedStream> inner_;
    ByteOrder order_;
    std::string ready_; // converted, from `at_` on not yet read
    std::size_t at_ = 0;
};

} // namespace lanes
