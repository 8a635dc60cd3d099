// The texts of one importing thread: each distinct one once, checked when it is first seen. What is wrong with a
// text costs nothing for the million events that carry a good one.
#pragma once

#include "model/base/Ids.h"
#include "model/io/json/TextGuess.h"
#include "model/trace/StringTable.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes {

class TextPool {
public:
    TextPool();

    // The texts that come next stand in `text`, which stands at `offset` of the file. Null: all of them count as
    // standing at `offset`.
    void locate(const char* text, std::int64_t offset) {
        text_ = text;
        offset_ = offset;
    }

    // A text as it stands in the file (the inside of quotes, a number, a constant).
    [[nodiscard]] StringId text(const char* begin, const char* end) {
        const StringId id = strings_.intern({begin, static_cast<std::size_t>(end - begin)});
        if (id.value >= known_) [[unlikely]] {
            check(id, false, begin);
        }
        return id;
    }
    // The same in two steps (see StringInterner), for when there are so many texts that finding one waits for memory.
    [[nodiscard]] bool outgrewCache() const { return strings_.size() > kTextsInCache; }
    using Sought = StringInterner::Sought;
    [[nodiscard]] Sought seek(const char* begin, const char* end) const {
        return strings_.seek({begin, static_cast<std::size_t>(end - begin)});
    }
    [[nodiscard]] StringId text(const Sought& sought) {
        const StringId id = strings_.internSought(sought);
        if (id.value >= known_) [[unlikely]] {
            check(id, false, sought.text.data());
        }
        return id;
    }
    // The inside of quotes as plain text.
    [[nodiscard]] StringId plain(const char* begin, const char* end, bool escaped);
    // What is likely to come next.
    [[nodiscard]] TextGuess& guess() { return guess_; }
    // An array or object; none when its brackets do not match by type.
    [[nodiscard]] StringId raw(const char* begin, const char* end);

    [[nodiscard]] std::string_view view(StringId id) const { return strings_.view(id); }
    [[nodiscard]] StringInterner& strings() { return strings_; }
    // What the texts take in memory, about.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    // Texts with bytes that are no UTF-8; readers get them repaired.
    [[nodiscard]] const std::vector<StringId>& invalidUtf8() const { return invalid_; }
    // How many distinct texts held raw control characters.
    [[nodiscard]] std::uint32_t withControls() const { return controls_; }
    // Where in the file the first of each stood; -1: there is none.
    [[nodiscard]] std::int64_t firstInvalidUtf8() const { return invalidAt_; }
    [[nodiscard]] std::int64_t firstControl() const { return controlAt_; }

private:
    enum class Nesting : std::uint8_t { Unknown, Valid, Broken };

    static constexpr std::uint32_t kTextsInCache = 1u << 15;

    void check(StringId id, bool controlsAreFine, const char* at);
    void noteFirst(std::int64_t& first, const char* at) const;
    Nesting& nestingOf(StringId id);

    StringInterner strings_;
    TextGuess guess_;
    std::uint32_t known_ = 0; // texts that have been checked
    std::size_t bytes_ = 0;
    std::uint32_t controls_ = 0;
    std::vector<StringId> invalid_;
    std::int64_t invalidAt_ = -1;
    std::int64_t controlAt_ = -1;
    const char* text_ = nullptr;
    std::int64_t offset_ = 0;
    std::vector<Nesting> nesting_; // by text
};

} // namespace lanes
