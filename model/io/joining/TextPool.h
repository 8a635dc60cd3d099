// The texts of one importing thread: each distinct text is stored once, and checked when it is first seen. Checks cost
// nothing for the millions of events with known texts.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/tables/StringTable.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes {

class TextPool {
public:
    TextPool();

    // Sets the file position of the next texts: they are in `text`, which is at `offset` of the file. Null: all of them
    // count as at `offset`.
    void locate(const char* text, std::int64_t offset) {
        text_ = text;
        offset_ = offset;
    }

    // Adds a text of the file (the inside of quotes, a number, a constant).
    [[nodiscard]] StringId text(const char* begin, const char* end) {
        return add({begin, static_cast<std::size_t>(end - begin)}, begin, Controls::AreOdd);
    }
    // Control characters in a text are counted as odd, or are fine: a text at `at` may be written in another way there,
    // for example with escapes.
    enum class Controls : bool { AreOdd, AreFine };
    [[nodiscard]] StringId add(std::string_view text, const char* at, Controls controls) {
        const StringId id = strings_.intern(text);
        if (id.value >= known_) [[unlikely]] {
            check(id, controls, at);
        }
        return id;
    }
    // Adds a text in two steps (see StringInterner). Needed for so many texts that a look-up waits for memory.
    [[nodiscard]] bool outgrewCache() const { return strings_.size() > kTextsInCache; }
    using Sought = StringInterner::Sought;
    [[nodiscard]] Sought seek(const char* begin, const char* end) const {
        return strings_.seek({begin, static_cast<std::size_t>(end - begin)});
    }
    [[nodiscard]] StringId text(const Sought& sought) {
        const StringId id = strings_.internSought(sought);
        if (id.value >= known_) [[unlikely]] {
            check(id, Controls::AreOdd, sought.text.data());
        }
        return id;
    }

    [[nodiscard]] std::string_view view(StringId id) const { return strings_.view(id); }
    [[nodiscard]] StringInterner& strings() { return strings_; }
    // Approximate bytes of the texts.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    // Texts with invalid UTF-8; readers get them repaired.
    [[nodiscard]] const std::vector<StringId>& invalidUtf8() const { return invalid_; }
    // Number of distinct texts with raw control characters.
    [[nodiscard]] std::uint32_t withControls() const { return controls_; }
    // Offsets in the file of the first of each; -1: there is none.
    [[nodiscard]] std::int64_t firstInvalidUtf8() const { return invalidAt_; }
    [[nodiscard]] std::int64_t firstControl() const { return controlAt_; }

    // Adds a new name that was written with escapes. `stray`: its backslashes escape nothing, so it is kept as written.
    void noteName(StringId id, bool stray, const char* at);
    // For a file that writes backslashes without escaping. If any text proves that it does, all texts are read so.
    struct Backslashes {
        std::uint64_t strays = 0;         // number of distinct texts that prove it
        std::int64_t firstStray = -1;     // offset in the file
        std::vector<StringId> values;     // those of these texts that are inside quotes
        std::vector<StringId> perhaps;    // texts inside quotes, with escapes that may be none
        std::vector<StringId> withBreaks; // names with escaped control characters
    };
    [[nodiscard]] const Backslashes& backslashes() const { return backslashes_; }

private:
    static constexpr std::uint32_t kTextsInCache = 1u << 15;

    void check(StringId id, Controls controls, const char* at);
    void checkBackslashes(StringId id, const char* at);
    void noteStray(const char* at);
    void noteFirst(std::int64_t& first, const char* at) const;

    StringInterner strings_;
    std::uint32_t known_ = 0; // number of checked texts
    std::size_t bytes_ = 0;
    std::uint32_t controls_ = 0;
    Backslashes backslashes_;
    std::vector<StringId> invalid_;
    std::int64_t invalidAt_ = -1;
    std::int64_t controlAt_ = -1;
    const char* text_ = nullptr;
    std::int64_t offset_ = 0;
};

} // namespace lanes
