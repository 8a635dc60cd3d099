// Stores every distinct text of a trace once. Append-only: a snapshot shares its blocks with the table that still grows.
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

// The snapshot that readers hold. Copying is cheap (one pointer per 4096 texts); any thread may read a copy.
class StringTable {
public:
    // The text of an id; empty for an id that this table does not have (ids come from files). O(1).
    [[nodiscard]] std::string_view view(StringId id) const {
        return id.value < size_ ? (*blocks_[id.value / kBlock])[id.value % kBlock] : std::string_view{};
    }
    [[nodiscard]] std::uint32_t size() const { return size_; }
    // Linear in the number of distinct texts: use it to look up a well-known key once.
    [[nodiscard]] StringId find(std::string_view text) const;

private:
    friend class StringInterner;
    static constexpr std::uint32_t kBlock = 4096;
    using Block = std::array<std::string_view, kBlock>;

    std::vector<std::shared_ptr<Block>> blocks_;
    std::vector<std::shared_ptr<const char[]>> arenas_; // own the characters
    std::uint32_t size_ = 0;
};

// The table that still grows. One thread. Ids are dense and in order of first appearance, except those that were given
// up.
class StringInterner {
public:
    StringInterner();

    // Amortised O(length). Copies a new text into memory in which kReadableBehind bytes behind the text may be read.
    static constexpr std::size_t kReadableBehind = 16;
    StringId intern(std::string_view text);
    // intern() in two steps, for callers that have other work between them. The first step prefetches the text's place in
    // the table; with millions of texts that place is in no cache.
    struct Sought {
        std::string_view text;
        std::uint32_t hash = 0;
    };
    [[nodiscard]] Sought seek(std::string_view text) const;
    StringId internSought(const Sought& sought);
    // intern() for a text whose characters the caller keeps alive through keepAlive().
    StringId internBorrowed(std::string_view text);
    void keepAlive(std::shared_ptr<const char[]> arena);
    // Interns all texts of `other`, sharing their characters; returns the id of each one here. New texts get ids in the
    // order of `other`. O(texts of both), on `threads` threads where that pays.
    [[nodiscard]] std::vector<std::uint32_t> internAll(const StringInterner& other, unsigned threads);

    // Forgets the texts whose ids `kept` lacks. Ids without a text are given out anew, the lowest first. Snapshots keep
    // their texts. O(all texts).
    void keepOnly(const std::vector<bool>& kept);
    // Gives a text, whose characters the caller keeps alive, to an id that has none; ids up to that one are created.
    // False if the id has a text, or the text an id. Snapshots do not see the new text.
    bool defineBorrowed(StringId id, std::string_view text);

    // None if no such text was interned. O(length).
    [[nodiscard]] StringId find(std::string_view text) const;
    [[nodiscard]] std::string_view view(StringId id) const { return table_.view(id); }
    [[nodiscard]] std::uint32_t size() const { return table_.size(); }
    // A snapshot of all texts interned so far; later interning does not change it.
    [[nodiscard]] StringTable snapshot() const { return table_; }

private:
    struct Slot {
        std::uint32_t hash;
        std::uint32_t number; // StringId + 1; 0: free, as in memory that was never written
        [[nodiscard]] std::uint32_t id() const { return number - 1; } // StringId::kNone where it is free
    };
    // Characters are kept in pieces of growing size: small tables stay small, large ones are on huge pages.
    static constexpr std::size_t kFirstArena = std::size_t{64} << 10;
    static constexpr std::size_t kLargestArena = std::size_t{8} << 20;

    // All tables have the same seed: they look up each other's places.
    [[nodiscard]] std::uint32_t hashOf(std::string_view text) const;
    StringId internAs(const Sought& sought, bool copy);
    // The slot that has a text, or the free slot where it belongs.
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    void lookUpSlots(const StringInterner& other, std::size_t begin, std::size_t end,
                     std::vector<std::uint32_t>& ids) const;
    void occupy(Slot slot);
    // Makes room for `texts` texts.
    void reserve(std::uint32_t texts);
    [[nodiscard]] std::span<const Slot> places() const { return {slots_.get(), slotCount_}; }
    std::string_view store(std::string_view text);
    StringId append(std::string_view text);
    // Puts a text at an id that has none yet.
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
