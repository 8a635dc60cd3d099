// Converts UTF-16 text, as Windows tools write it, to UTF-8.
#pragma once

#include "model/io/containers/ByteStream.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanes {

enum class ByteOrder : bool { Little, Big };

// The byte order of a UTF-16 text by its first bytes: by its mark, or by the zeros among its first characters (JSON
// starts with ASCII). Nothing if the text is not UTF-16.
[[nodiscard]] std::optional<ByteOrder> utf16OrderOf(std::string_view head);

// Offsets in its output count bytes of UTF-8. Surrogates without a partner become U+FFFD.
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
    std::string ready_; // converted, but not yet read from `at_` on
    std::size_t at_ = 0;
};

} // namespace lanes
