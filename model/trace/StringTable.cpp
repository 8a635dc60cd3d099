#include "model/trace/StringTable.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace lanes {

namespace {

constexpr std::size_t kArena = std::size_t{256} << 10;
constexpr std::size_t kFirstSlots = 1024;

std::uint32_t hashOf(std::string_view text) {
    const std::size_t h = std::hash<std::string_view>{}(text);
    return static_cast<std::uint32_t>(h ^ (h >> 32));
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
    : slots_(kFirstSlots, Slot{0, kFree}) {}

StringId StringInterner::intern(std::string_view text) {
    return internAs(text, true);
}

StringId StringInterner::internBorrowed(std::string_view text) {
    return internAs(text, false);
}

void StringInterner::keepAlive(std::shared_ptr<const char[]> arena) {
    table_.arenas_.push_back(std::move(arena));
}

void StringInterner::keepAlive(const StringInterner& other) {
    table_.arenas_.insert(table_.arenas_.end(), other.table_.arenas_.begin(), other.table_.arenas_.end());
}

StringId StringInterner::internAs(std::string_view text, bool copy) {
    const std::uint32_t hash = hashOf(text);
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].id != kFree) {
        if (slots_[at].hash == hash && table_.view(StringId(slots_[at].id)) == text) {
            return StringId(slots_[at].id);
        }
        at = (at + 1) & (slots_.size() - 1);
    }
    const StringId id = append(copy ? store(text) : text);
    slots_[at] = {hash, id.value};
    if (table_.size_ > slots_.size() / 2) {
        grow();
    }
    return id;
}

void StringInterner::grow() {
    std::vector<Slot> old(slots_.size() * 2, Slot{0, kFree});
    old.swap(slots_);
    for (const Slot& slot : old) {
        if (slot.id == kFree) {
            continue;
        }
        std::size_t at = slot.hash & (slots_.size() - 1);
        while (slots_[at].id != kFree) {
            at = (at + 1) & (slots_.size() - 1);
        }
        slots_[at] = slot;
    }
}

std::string_view StringInterner::store(std::string_view text) {
    if (text.empty()) {
        return {};
    }
    if (text.size() > arenaLeft_) {
        const std::size_t size = std::max(kArena, text.size());
        std::shared_ptr<char[]> arena(new char[size]);
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
        table_.blocks_.push_back(std::make_shared<StringTable::Block>());
    }
    (*table_.blocks_.back())[id % StringTable::kBlock] = text;
    ++table_.size_;
    return StringId(id);
}

} // namespace lanes
