#include "model/trace/tables/StringTable.h"

#include "model/base/Threads.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kWorthThreads = 65536; // slots

std::uint64_t load(const char* p, std::size_t n) {
    std::uint64_t value = 0;
    std::memcpy(&value, p, n);
    return value;
}

// memcmp without the call: most texts are a few words long.
bool same(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) {
        return false;
    }
    const char* p = a.data();
    const char* q = b.data();
    const std::size_t n = a.size();
    if (n < 8) {
        return n == 0 || std::memcmp(p, q, n) == 0; // an empty view may point nowhere
    }
    std::size_t at = 0;
    for (; at + 8 < n; at += 8) {
        if (load(p + at, 8) != load(q + at, 8)) {
            return false;
        }
    }
    return load(p + n - 8, 8) == load(q + n - 8, 8);
}

} // namespace

StringId StringTable::find(std::string_view text) const {
    for (std::uint32_t i = 0; i < size_; ++i) {
        if (view(StringId(i)) == text) {
            return StringId(i);
        }
    }
    return {};
}

StringInterner::StringInterner()
    : slots_(hugeArray<Slot>(kFirstSlots))
    , slotCount_(kFirstSlots) {}

std::uint32_t StringInterner::hashOf(std::string_view text) const {
    const std::uint64_t h = hash_.text(text);
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}

StringId StringInterner::intern(std::string_view text) {
    return internAs({text, hashOf(text)}, true);
}

StringInterner::Sought StringInterner::seek(std::string_view text) const {
    const std::uint32_t hash = hashOf(text);
    __builtin_prefetch(&slots_[hash & (slotCount_ - 1)], 1);
    return {text, hash};
}

StringId StringInterner::internSought(const Sought& sought) {
    return internAs(sought, true);
}

StringId StringInterner::internBorrowed(std::string_view text) {
    return internAs({text, hashOf(text)}, false);
}

StringId StringInterner::find(std::string_view text) const {
    const Slot& slot = slots_[slotOf(text, hashOf(text))];
    return slot.number != 0 ? StringId(slot.id()) : StringId();
}

void StringInterner::keepAlive(std::shared_ptr<const char[]> arena) {
    table_.arenas_.push_back(std::move(arena));
}

std::size_t StringInterner::slotOf(std::string_view text, std::uint32_t hash) const {
    std::size_t at = hash & (slotCount_ - 1);
    while (slots_[at].number != 0 &&
           (slots_[at].hash != hash || !same(table_.view(StringId(slots_[at].id())), text))) {
        at = (at + 1) & (slotCount_ - 1);
    }
    return at;
}

StringId StringInterner::internAs(const Sought& sought, bool copy) {
    const auto& [text, hash] = sought;
    const std::size_t at = slotOf(text, hash);
    if (slots_[at].number != 0) {
        return StringId(slots_[at].id());
    }
    const std::string_view stored = copy ? store(text) : text;
    StringId id;
    if (free_.empty()) {
        id = append(stored);
    } else {
        id = StringId(free_.extract(free_.begin()).value());
        put(id.value, stored);
    }
    slots_[at] = {hash, id.value + 1};
    reserve(size());
    return id;
}

void StringInterner::put(std::uint32_t id, std::string_view text) {
    std::shared_ptr<StringTable::Block>& block = table_.blocks_[id / StringTable::kBlock];
    if (block.use_count() > 1) { // a snapshot may have it
        block = std::make_shared<StringTable::Block>(*block);
    }
    (*block)[id % StringTable::kBlock] = text;
}

bool StringInterner::defineBorrowed(StringId id, std::string_view text) {
    const std::uint32_t hash = hashOf(text);
    const std::size_t at = slotOf(text, hash);
    if (slots_[at].number != 0 || (id.value < size() && !free_.contains(id.value))) {
        return false;
    }
    while (size() <= id.value) {
        free_.insert(free_.end(), append({}).value);
    }
    free_.erase(id.value);
    put(id.value, text);
    slots_[at] = {hash, id.value + 1};
    reserve(size());
    return true;
}

void StringInterner::keepOnly(const std::vector<bool>& kept) {
    const auto stays = [&](std::uint32_t id) { return id < kept.size() && kept[id] && !free_.contains(id); };
    std::uint32_t end = size();
    while (end > 0 && !stays(end - 1)) {
        --end;
    }
    StringInterner left;
    for (std::uint32_t id = 0; id < end; ++id) {
        if (!stays(id)) {
            left.free_.insert(left.free_.end(), left.append({}).value);
            continue;
        }
        const std::string_view text = left.store(view(StringId(id)));
        left.append(text);
        left.reserve(left.size());
        left.occupy({left.hashOf(text), id + 1});
    }
    *this = std::move(left);
}

void StringInterner::occupy(Slot slot) {
    std::size_t at = slot.hash & (slotCount_ - 1);
    while (slots_[at].number != 0) {
        at = (at + 1) & (slotCount_ - 1);
    }
    slots_[at] = slot;
}

void StringInterner::reserve(std::uint32_t texts) {
    std::size_t wanted = slotCount_;
    while (texts > wanted / 4 * 3) {
        wanted *= 2;
    }
    if (wanted == slotCount_) {
        return;
    }
    const HugeArray<Slot> old = std::exchange(slots_, hugeArray<Slot>(wanted));
    const std::span<const Slot> known(old.get(), std::exchange(slotCount_, wanted));
    for (const Slot& slot : known) {
        if (slot.number != 0) {
            occupy(slot);
        }
    }
}

// The ids of those texts of `other` that stand in its slots [begin, end). In the order of slots two tables are walked
// from front to back, as both stand by hash; in the order of ids every look would be somewhere else.
void StringInterner::lookUpSlots(const StringInterner& other, std::size_t begin, std::size_t end,
                                 std::vector<std::uint32_t>& ids) const {
    for (const Slot& slot : other.places().subspan(begin, end - begin)) {
        if (slot.number != 0) {
            ids[slot.id()] = slots_[slotOf(other.view(StringId(slot.id())), slot.hash)].id();
        }
    }
}

std::vector<std::uint32_t> StringInterner::internAll(const StringInterner& other, unsigned threads) {
    std::vector<std::uint32_t> ids(other.size(), StringId::kNone);
    {
        const std::size_t slots = other.slotCount_;
        const unsigned shares = slots < kWorthThreads ? 1 : std::max(threads, 1u);
        onThreads(shares, [&](std::size_t i) {
            lookUpSlots(other, slots * i / shares, slots * (i + 1) / shares, ids);
        });
    }
    const std::uint32_t known = size();
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        if (!StringId(ids[i]).valid()) {
            ids[i] = append(other.view(StringId(i))).value;
        }
    }
    reserve(size());
    for (const Slot& slot : other.places()) {
        if (slot.number != 0 && ids[slot.id()] >= known) {
            occupy({slot.hash, ids[slot.id()] + 1});
        }
    }
    table_.arenas_.insert(table_.arenas_.end(), other.table_.arenas_.begin(), other.table_.arenas_.end());
    return ids;
}

std::string_view StringInterner::store(std::string_view text) {
    if (text.empty()) {
        return {};
    }
    if (text.size() > arenaLeft_) {
        const std::size_t size = std::max(nextArena_, text.size());
        nextArena_ = std::min(nextArena_ * 2, kLargestArena);
        std::shared_ptr<char[]> arena(hugeArray<char>(size + kReadableBehind));
        arenaAt_ = arena.get();
        arenaLeft_ = size;
        table_.arenas_.push_back(std::move(arena));
    }
    std::memcpy(arenaAt_, text.data(), text.size());
    const std::string_view stored(arenaAt_, text.size());
    arenaAt_ += text.size();
    arenaLeft_ -= text.size();
    return stored;
}

StringId StringInterner::append(std::string_view text) {
    const std::uint32_t id = table_.size_;
    if (id % StringTable::kBlock == 0) {
        ColumnArena::Piece memory = blocks_.take(sizeof(StringTable::Block));
        auto* const block = ::new (static_cast<void*>(memory.data)) StringTable::Block;
        table_.blocks_.emplace_back(std::move(memory.owner), block);
    }
    (*table_.blocks_.back())[id % StringTable::kBlock] = text;
    ++table_.size_;
    return StringId(id);
}

} // namespace lanes
