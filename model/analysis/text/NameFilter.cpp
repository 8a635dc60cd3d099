#include "model/analysis/text/NameFilter.h"

#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace lanes {

namespace {

using Field = FilterTerm::Field;

// What is known of a name, in its byte of state_.
constexpr std::uint8_t kHolds = 1; // with one kind at least
constexpr std::uint8_t kKnown = 2;

constexpr TimeNs kLeastTime = std::numeric_limits<TimeNs>::min();
constexpr TimeNs kMostTime = std::numeric_limits<TimeNs>::max();

using Bytes = std::array<std::uint8_t, NameFilter::kWord>;

bool looksAtName(const FilterTerm& term) {
    return term.field == Field::Name || term.field == Field::Pattern || term.field == Field::Category ||
           term.field == Field::TensorCore;
}

constexpr std::uint32_t kEight = 8; // bytes of a word
constexpr std::uint64_t kEveryByte = 0x0101010101010101;

// The lowest bits of eight bytes, the first byte's lowest.
std::uint64_t lowestBits(std::uint64_t eight) {
    constexpr std::uint64_t kTogether = 0x0102040810204080; // brings the bit of byte n to bit 56 + n
    return (eight & kEveryByte) * kTogether >> 56;
}

std::uint64_t lowestBits(const Bytes& bytes) {
    std::uint64_t word = 0;
    for (std::size_t at = 0; at < bytes.size(); at += kEight) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, &bytes[at], sizeof eight);
        word |= lowestBits(eight) << at;
    }
    return word;
}

std::uint64_t first(std::uint32_t count) {
    return count < NameFilter::kWord ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
}

} // namespace

NameFilter::NameFilter(Filter filter, const Trace& trace)
    : filter_(std::move(filter))
    , trace_(trace)
    , state_(std::bit_ceil(trace.strings().size() + std::size_t(1)))
    , kinds_(state_.size()) {
    bool same = true;
    for (const FilterTerm& term : filter_.terms()) {
        if (looksAtName(term)) {
            same = takeName(term) && same;
        } else if (term.field == Field::Duration) {
            durations_.push_back(durationsOf(term));
        } else {
            complete_ = false;
        }
    }
    sameKinds_ = same ? sameKinds_ : 0;
}

// False if it holds with other kinds for some names than for others.
bool NameFilter::takeName(const FilterTerm& term) {
    const std::uint32_t kinds =
        term.field == Field::TensorCore ? 1u << static_cast<unsigned>(EventKind::Kernel) : term.kinds;
    looksAtNames_ = true;
    needsName_ = needsName_ || !term.negated;
    sameKinds_ &= static_cast<Kinds>(term.negated ? ~0u : kinds);
    return !term.collectives && term.field != Field::Category &&
           (!term.negated || (kinds & kAllKinds) == kAllKinds);
}

NameFilter::Durations NameFilter::durationsOf(const FilterTerm& term) {
    using Compare = FilterTerm::Compare;
    const TimeNs limit = term.duration; // far from the ends of time: the filter's parser sees to it
    switch (term.compare) {
    case Compare::Greater:
        return {limit + 1, kMostTime, term.negated};
    case Compare::GreaterEqual:
        return {limit, kMostTime, term.negated};
    case Compare::Less:
        return {kLeastTime, limit - 1, term.negated};
    case Compare::LessEqual:
        return {kLeastTime, limit, term.negated};
    default:
        return {limit, limit, term.negated};
    }
}

bool NameFilter::Durations::holds(TimeNs duration) const {
    // One comparison: what is less wraps around to a great distance.
    const auto distance = static_cast<std::uint64_t>(duration) - static_cast<std::uint64_t>(least);
    return (distance <= static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least)) != negated;
}

NameFilter::Kinds NameFilter::kindsWithText(std::string_view name) const {
    std::uint32_t kinds = kAllKinds;
    for (const FilterTerm& term : filter_.terms()) {
        if (looksAtName(term)) {
            const std::uint32_t with = kindsWith(term, name, trace_.ownClasses());
            kinds &= term.negated ? ~with : with;
        }
    }
    return static_cast<Kinds>(kinds);
}

NameFilter::Kinds NameFilter::kindsOf(StringId name) const {
    if (!name.valid()) {
        return needsName_ ? Kinds{0} : kAllKinds;
    }
    if (name.value >= state_.size()) { // ids come from files
        return kindsWithText({});
    }
    if ((state_[name.value].load(std::memory_order_acquire) & kKnown) == 0) {
        const bool hasText = name.value < trace_.strings().size();
        const Kinds kinds = kindsWithText(hasText ? trace_.text(name) : std::string_view());
        kinds_[name.value].store(kinds, std::memory_order_relaxed);
        state_[name.value].store(kinds != 0 ? kKnown | kHolds : kKnown, std::memory_order_release);
        return kinds;
    }
    return kinds_[name.value].load(std::memory_order_relaxed);
}

bool NameFilter::holds(StringId name, EventKind kind, TimeNs duration) const {
    for (const Durations& term : durations_) {
        if (!term.holds(duration)) {
            return false;
        }
    }
    return (kindsOf(name) >> static_cast<unsigned>(kind) & 1) != 0;
}

std::uint64_t NameFilter::holding(const Segment& segment, std::uint32_t from, std::uint32_t count) const {
    return count == kWord ? word<true>(segment, from, count) : word<false>(segment, from, count);
}

template<bool kWhole>
std::uint64_t NameFilter::word(const Segment& segment, std::uint32_t from, std::uint32_t count) const {
    const std::uint64_t lasting =
        durations_.empty() ? first(count) : byDurations<kWhole>(segment, from, count);
    if (!looksAtNames_ || lasting == 0) {
        return lasting;
    }
    const std::uint64_t candidates = lasting & byNames(&segment.name[from], count);
    return candidates == 0 || sameKinds_ == kAllKinds ? candidates
                                                      : byKinds(segment, from, candidates, count);
}

template<bool kWhole>
std::uint64_t NameFilter::byDurations(const Segment& segment, std::uint32_t from, std::uint32_t count) const {
    const TimeNs* const durations = &segment.duration[from];
    Bytes bytes{};
    std::uint64_t word = first(count);
    for (const Durations& term : durations_) {
        for (std::uint32_t i = 0; i < (kWhole ? kWord : count); ++i) {
            bytes[i] = term.holds(durations[i]) ? 1 : 0;
        }
        word &= lowestBits(bytes);
    }
    return word;
}

// Of the names that hold with any kind.
std::uint64_t NameFilter::byNames(const StringId* names, std::uint32_t count) const {
    if (count == kWord) [[likely]] {
        if (const std::optional<std::uint64_t> word = byKnownNames(names)) [[likely]] {
            return *word;
        }
    }
    std::uint64_t word = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        word |= std::uint64_t{kindsOf(names[i]) != 0} << i;
    }
    return word;
}

// Of kWord names, if all have been looked at. Their bytes come together in a register: what is stored in bytes and read in
// words waits for the stores.
std::optional<std::uint64_t> NameFilter::byKnownNames(const StringId* names) const {
    std::uint32_t ids = 0;
    for (std::uint32_t i = 0; i < kWord; ++i) {
        ids |= names[i].value;
    }
    if (ids >= state_.size()) { // a power of two
        return std::nullopt;
    }
    std::uint64_t word = 0;
    std::uint64_t known = kKnown * kEveryByte;
    for (std::uint32_t from = 0; from < kWord; from += kEight) {
        const std::uint64_t states = [&]<std::size_t... kAt>(std::index_sequence<kAt...>) {
            return (
                (std::uint64_t{state_[names[from + kAt].value].load(std::memory_order_acquire)} << 8 * kAt) |
                ...);
        }
        (std::make_index_sequence<kEight>());
        known &= states;
        word |= lowestBits(states) << from;
    }
    return known == kKnown * kEveryByte ? std::optional(word) : std::nullopt;
}

// Of slices whose names hold with any kind, those that have one of these.
std::uint64_t NameFilter::byKinds(const Segment& segment, std::uint32_t from, std::uint64_t candidates,
                                  std::uint32_t count) const {
    const EventKind* const kinds = &segment.kind[from];
    Bytes bytes{};
    if (sameKinds_ != 0) {
        for (unsigned kind = 0; kind < kEventKinds; ++kind) {
            for (std::uint32_t i = 0; (sameKinds_ >> kind & 1) != 0 && i < count; ++i) {
                bytes[i] |= kinds[i] == static_cast<EventKind>(kind) ? 1 : 0;
            }
        }
        return candidates & lowestBits(bytes);
    }
    std::uint64_t word = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(candidates));
        const bool holds = (kindsOf(segment.name[from + i]) >> static_cast<unsigned>(kinds[i]) & 1) != 0;
        word |= std::uint64_t{holds} << i;
    }
    return word;
}

} // namespace lanes
