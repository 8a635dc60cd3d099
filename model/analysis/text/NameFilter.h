// The part of a filter that tests names, kinds and durations only, 64 slices at a time. The first thread that meets a
// distinct name tests it; the result is then a byte in a table.
#pragma once

#include "model/analysis/text/Filter.h"
#include "model/analysis/text/FilterTerm.h"
#include "model/trace/Trace.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanes {

// Any thread. Keeps a reference to the trace.
class NameFilter {
public:
    static constexpr std::uint32_t kWord = 64;

    NameFilter(Filter filter, const Trace& trace);

    // True if the filter has no other terms, so that holds() decides alone. If false, holds() can only exclude slices.
    [[nodiscard]] bool isComplete() const { return complete_; }
    [[nodiscard]] bool holds(StringId name, EventKind kind, TimeNs duration) const;
    // holds() for `count` slices, at most kWord, from `from` on: one bit each.
    [[nodiscard]] std::uint64_t holding(const Segment& segment, std::uint32_t from,
                                        std::uint32_t count) const;

private:
    // Durations from `least` to `most`; if negated, all others.
    struct Durations {
        TimeNs least = 0;
        TimeNs most = 0;
        bool negated = false;
        [[nodiscard]] bool holds(TimeNs duration) const;
    };
    using Kinds = std::uint16_t; // a bit per kind
    static constexpr Kinds kAllKinds = (1u << kEventKinds) - 1;

    bool takeName(const FilterTerm& term);
    [[nodiscard]] static Durations durationsOf(const FilterTerm& term);
    template<bool kWhole>
    [[nodiscard]] std::uint64_t word(const Segment& segment, std::uint32_t from, std::uint32_t count) const;
    template<bool kWhole>
    [[nodiscard]] std::uint64_t byDurations(const Segment& segment, std::uint32_t from,
                                            std::uint32_t count) const;
    [[nodiscard]] std::uint64_t byNames(const StringId* names, std::uint32_t count) const;
    [[nodiscard]] std::optional<std::uint64_t> byKnownNames(const StringId* names) const;
    [[nodiscard]] std::uint64_t byKinds(const Segment& segment, std::uint32_t from, std::uint64_t candidates,
                                        std::uint32_t count) const;
    [[nodiscard]] Kinds kindsWithText(std::string_view name) const;
    [[nodiscard]] Kinds kindsOf(StringId name) const;

    Filter filter_;
    const Trace& trace_;
    bool complete_ = true;
    bool looksAtNames_ = false; // some term tests names
    bool needsName_ = false;    // some term that is not negated tests names
    std::vector<Durations> durations_;
    // The kinds with which matching names match, if they are the same for all names; else 0.
    Kinds sameKinds_ = kAllKinds;
    // By StringId, a power of two of them: a flag for tested names, and the kinds with which they match.
    mutable std::vector<std::atomic<std::uint8_t>> state_;
    mutable std::vector<std::atomic<Kinds>> kinds_;
};

} // namespace lanes
