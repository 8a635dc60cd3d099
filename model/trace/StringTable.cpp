#include "model/trace/StringTable.h"

#include "model/base/HugeArray.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <cstring>

namespace lanes {

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kWorthThreads = 65536; // slots

std::uint64_t load(const char* p, std::size_t n) {
    std::uint64_t value = 0;
    std::memcpy(&value, p, n);
    return value;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// In the manner of wyhash: 16 bytes per multiplication, the last ones read again rather than one by one.
std::uint32_t hashOf(std::string_view text) {
    constexpr std::uint64_t kOdd = 0xa0761d6478bd642full;
    constexpr std::uint64_t kOther = 0xe7037ed1a0b428dbull;
    const char* p = text.data();
    const std::size_t n = text.size();
    std::uint64_t h = n * kOdd;
    if (n >= 16) {
        for (std::size_t at = 0; at + 16 < n; at += 16) {
            h = mix(load(p + at, 8) ^ kOdd, load(p + at + 8, 8) ^ h);
        }
        h = mix(load(p + n - 16, 8) ^ kOther, load(p + n - 8, 8) ^ h);
    } else if (n >= 4) {
        const std::size_t half = n >= 8 ? 8 : 4;
        h = mix(load(p, half) ^ kOther, load(p + n - half, half) ^ h);
    } else if (n > 0) {
        const auto byte = [&](std::size_t i) {
            return static_cast<std::uint64_t>(static_cast<unsigned char>(p[i]));
        };
        h = mix((byte(0) << 16 | byte(n / 2) << 8 | byte(n - 1)) ^ kOther, h ^ kOdd);
    }
    return static_cast<std::uint32_t>(h ^ (h >> 32));
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

std::size_t StringInterner::slotOf(std::string_view text, std::uint32_t hash) const {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].id != kFree &&
           (slots_[at].hash != hash || !same(table_.view(StringId(slots_[at].id)), text))) {
        at = (at + 1) & (slots_.size() - 1);
    }
    return at;
}

StringId StringInterner::internAs(std::string_view text, bool copy) {
    const std::uint32_t hash = hashOf(text);
    const std::size_t at = slotOf(text, hash);
    if (slots_[at].id != kFree) {
        return StringId(slots_[at].id);
    }
    const StringId id = append(copy ? store(text) : text);
    slots_[at] = {hash, id.value};
    if (table_.size_ > slots_.size() / 2) {
        growTo(slots_.size() * 2);
    }
    return id;
}

void StringInterner::occupy(Slot slot) {
    std::size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].id != kFree) {
        at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = slot;
}

void StringInterner::growTo(std::size_t slots) {
    HugeVector<Slot> old(slots, Slot{0, kFree});
    old.swap(slots_);
    for (const Slot& slot : old) {
        if (slot.id != kFree) {
            occupy(slot);
        }
    }
}

// The ids of those texts of `other` that stand in its slots [begin, end). In the order of slots two tables are walked
// from front to back, as both stand by hash; in the order of ids every look would be somewhere else.
void StringInterner::lookUpSlots(const StringInterner& other, std::size_t begin, std::size_t end,
                                 std::vector<std::uint32_t>& ids) const {
    for (std::size_t at = begin; at < end; ++at) {
        const Slot& slot = other.slots_[at];
        if (slot.id != kFree) {
            ids[slot.id] = slots_[slotOf(other.view(StringId(slot.id)), slot.hash)].id;
        }
    }
}

std::vector<std::uint32_t> StringInterner::internAll(const StringInterner& other, unsigned threads) {
    std::vector<std::uint32_t> ids(other.size(), kFree);
    {
        const std::size_t slots = other.slots_.size();
        const unsigned shares = slots < kWorthThreads ? 1 : std::max(threads, 1u);
        onThreads(shares, [&](std::size_t i) {
            lookUpSlots(other, slots * i / shares, slots * (i + 1) / shares, ids);
        });
    }
    const std::uint32_t known = size();
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == kFree) {
            ids[i] = append(other.view(StringId(i))).value;
        }
    }
    std::size_t wanted = slots_.size();
    while (size() > wanted / 2) {
        wanted *= 2;
    }
    if (wanted > slots_.size()) {
        growTo(wanted);
    }
    for (const Slot& slot : other.slots_) {
        if (slot.id != kFree && ids[slot.id] >= known) {
            occupy({slot.hash, ids[slot.id]});
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
        std::shared_ptr<char[]> arena(hugeArray<char>(size));
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
