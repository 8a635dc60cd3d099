// Every distinct text of a trace once. Append-only: a snapshot shares its blocks with the table that still
// grows.
#pragma once

#include "model/base/ColumnArena.h"
#include "model/base/HugeArray.h"
#include "model/base/Ids.h"
#include "model/base/SecretHash.h"

#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace lanes {

// What readers hold. Copying is cheap (one pointer per 4096 texts); any thread may read a copy.
class StringTable {
public:
    // O(1). The text of an id that this table does not have is empty (ids come from files).
    [[nodiscard]] std::string_view view(StringId id) const {
        return id.value < size_ ? (*blocks_[id.value / kBlock])[id.value % kBlock] : std::string_view{};
    }
    [[nodiscard]] std::uint32_t size() const { return size_; }
    // Linear in the number of distinct texts; for looking up a well-known key once.
    [[nodiscard]] StringId find(std::string_view text) const;

private:
    friend class StringInterner;
    static constexpr std::uint32_t kBlock = 4096;
    using Block = std::array<std::string_view, kBlock>;

    std::vector<std::shared_ptr<Block>> blocks_;
    std::vector<std::shared_ptr<const char[]>> arenas_; // own the characters
    std::uint32_t size_ = 0;
};

// The growing side. One thread. Ids are dense and in order of first appearance, but for those that were given up.
class StringInterner {
public:
    StringInterner();

    // Amortised O(length). Copies the text on first sight, to where kReadableBehind bytes may be read behind it.
    static constexpr std::size_t kReadableBehind = 16;
    StringId intern(std::string_view text);
    // The same in two steps, for who has something else to do between them: the first asks for the place in the table
    // where the text belongs, which among millions of texts is in no cache.
    struct Sought {
        std::string_view text;
        std::uint32_t hash = 0;
    };
    [[nodiscard]] Sought seek(std::string_view text) const;
    StringId internSought(const Sought& sought);
    // The same for a text whose characters the caller keeps alive through keepAlive().
    StringId internBorrowed(std::string_view text);
    void keepAlive(std::shared_ptr<const char[]> arena);
    // All texts of `other`, whose characters stay shared: the id that each has here. Texts that are new get theirs in
    // the order in which `other` has them. O(texts of both), on `threads` threads where that pays.
    [[nodiscard]] std::vector<std::uint32_t> internAll(const StringInterner& other, unsigned threads);

    // Forgets the texts whose ids `kept` lacks. Ids without a text are given out anew, the lowest first; snapshots keep
    // what they have. O(all texts).
    void keepOnly(const std::vector<bool>& kept);
    // Gives an id that has no text one whose characters the caller keeps alive. Ids are made up to that one. False if the id has
    // a text, or the text an id. Snapshots do not see it.
    bool defineBorrowed(StringId id, std::string_view text);

    // None if no such text was interned. O(length).
    [[nodiscard]] StringId find(std::string_view text) const;
    [[nodiscard]] std::string_view view(StringId id) const { return table_.view(id); }
    [[nodiscard]] std::uint32_t size() const { return table_.size(); }
    // A view of all texts interned so far; later interning does not disturb it.
    [[nodiscard]] StringTable snapshot() const { return table_; }

private:
    struct Slot {
        std::uint32_t hash;
        std::uint32_t number; // StringId + 1; 0: free, as memory is that nobody has written to
        [[nodiscard]] std::uint32_t id() const { return number - 1; } // StringId::kNone where it is free
    };
    // Characters are kept in pieces of growing size: small tables stay small, large ones are on huge pages.
    static constexpr std::size_t kFirstArena = std::size_t{64} << 10;
    static constexpr std::size_t kLargestArena = std::size_t{8} << 20;

    // The same in all tables, which look up each other's places.
    [[nodiscard]] std::uint32_t hashOf(std::string_view text) const;
    StringId internAs(const Sought& sought, bool copy);
    // The slot that has a text, or the free one where it belongs.
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    void lookUpSlots(const StringInterner& other, std::size_t begin, std::size_t end,
                     std::vector<std::uint32_t>& ids) const;
    void occupy(Slot slot);
    // Makes room for `texts` texts.
    void reserve(std::uint32_t texts);
    [[nodiscard]] std::span<const Slot> places() const { return {slots_.get(), slotCount_}; }
    std::string_view store(std::string_view text);
    StringId append(std::string_view text);
    // The text of an id that has none yet.
    void put(std::uint32_t id, std::string_view text);

    SecretHash hash_;
    StringTable table_;
    std::set<std::uint32_t> free_; // ids without a text
    ColumnArena blocks_;
    HugeArray<Slot> slots_; // open addressing
    std::size_t slotCount_; // a power of two, at most three quarters of them taken
    char* arenaAt_ = nullptr;
    std::size_t arenaLeft_ = 0;
    std::size_t nextArena_ = kFirstArena;
};

} // namespace lanes
