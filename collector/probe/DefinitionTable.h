// Ids for the definitions in a ring, in bounded memory. The table is four-way set-associative; the number of a slot
// is the id. A new key may evict another one and take over its id, which the ring's readers support (Records.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lanes::probe {

// Key: equality-comparable, with `std::uint64_t hash() const`; a value-initialized key is never looked up.
template<class Key>
class DefinitionTable {
public:
    struct Slot {
        Key key{};
        std::uint32_t generation = 0; // counts the keys that the slot has held; 0: never used
        std::uint32_t note = 0;       // a value of the definer's own
    };

    // `capacity`: a power of two, at least kWays.
    explicit DefinitionTable(std::size_t capacity)
        : slots_(std::make_unique<Slot[]>(capacity))
        , setMask_(capacity / kWays - 1) {}

    // The id of `key`, or 0 if it is not defined.
    [[nodiscard]] std::uint32_t find(const Key& key) const {
        const std::size_t first = firstSlot(key);
        for (std::size_t way = 0; way < kWays; ++way) {
            if (slots_[first + way].key == key && slots_[first + way].generation != 0) {
                return static_cast<std::uint32_t>(first + way + 1);
            }
        }
        return 0;
    }
    // The id that `key` will get from insert().
    [[nodiscard]] std::uint32_t slotFor(const Key& key) const {
        const std::size_t first = firstSlot(key);
        std::size_t oldest = 0;
        for (std::size_t way = 1; way < kWays; ++way) {
            if (slots_[first + way].generation < slots_[first + oldest].generation) {
                oldest = way;
            }
        }
        return static_cast<std::uint32_t>(first + oldest + 1);
    }
    void insert(std::uint32_t id, const Key& key, std::uint32_t note = 0) {
        slots_[id - 1].key = key;
        slots_[id - 1].note = note;
        ++slots_[id - 1].generation;
    }
    [[nodiscard]] const Slot& slot(std::uint32_t id) const { return slots_[id - 1]; }

private:
    static constexpr std::size_t kWays = 4;

    [[nodiscard]] std::size_t firstSlot(const Key& key) const { return (key.hash() & setMask_) * kWays; }

    std::unique_ptr<Slot[]> slots_;
    std::size_t setMask_;
};

// A key that is a pointer or already a hash.
struct WordKey {
    std::uint64_t word = 0;

    bool operator==(const WordKey&) const = default;
    [[nodiscard]] std::uint64_t hash() const {
        const std::uint64_t mixed = word * 0x9E3779B97F4A7C15ULL;
        return mixed ^ mixed >> 29;
    }
};

} // namespace lanes::probe
