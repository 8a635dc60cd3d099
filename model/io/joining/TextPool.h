// The texts of one importing thread: each distinct one once, checked when it is first seen. What is wrong with a
// text costs nothing for the million events that carry a good one.
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

    // The texts that come next stand in `text`, which stands at `offset` of the file. Null: all of them count as
    // standing at `offset`.
    void locate(const char* text, std::int64_t offset) {
        text_ = text;
        offset_ = offset;
    }

    // A text as it stands in the file (the inside of quotes, a number, a constant).
    [[nodiscard]] StringId text(const char* begin, const char* end) {
        return add({begin, static_cast<std::size_t>(end - begin)}, begin, Controls::AreOdd);
    }
    // A text that stands at `at`, perhaps written in another way there: with its control characters escaped, say.
    enum class Controls : bool { AreOdd, AreFine };
    [[nodiscard]] StringId add(std::string_view text, const char* at, Controls controls) {
        const StringId id = strings_.intern(text);
        if (id.value >= known_) [[unlikely]] {
            check(id, controls, at);
        }
        return id;
    }
    // A text in two steps (see StringInterner), for when there are so many that finding one waits for memory.
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
    // What the texts take in memory, about.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    // Texts with bytes that are no UTF-8; readers get them repaired.
    [[nodiscard]] const std::vector<StringId>& invalidUtf8() const { return invalid_; }
    // How many distinct texts held raw control characters.
    [[nodiscard]] std::uint32_t withControls() const { return controls_; }
    // Where in the file the first of each stood; -1: there is none.
    [[nodiscard]] std::int64_t firstInvalidUtf8() const { return invalidAt_; }
    [[nodiscard]] std::int64_t firstControl() const { return controlAt_; }

    // A new name that was written with escapes. `stray`: its backslashes escape nothing, so it is kept as written.
    void noteName(StringId id, bool stray, const char* at);
    // Of a file that writes backslashes as they are. Once any text shows that it does, all of it is read so.
    struct Backslashes {
        std::uint64_t strays = 0;         // distinct texts that show it
        std::int64_t firstStray = -1;     // where in the file
        std::vector<StringId> values;     // of these what stands inside quotes
        std::vector<StringId> perhaps;    // what stands inside quotes, with escapes that may be none
        std::vector<StringId> withBreaks; // names with control characters that were escaped
    };
    [[nodiscard]] const Backslashes& backslashes() const { return backslashes_; }

private:
    static constexpr std::uint32_t kTextsInCache = 1u << 15;

    void check(StringId id, Controls controls, const char* at);
    void checkBackslashes(StringId id, const char* at);
    void noteStray(const char* at);
    void noteFirst(std::int64_t& first, const char* at) const;

    StringInterner strings_;
    std::uint32_t known_ = 0; // texts that have been checked
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
