// The part of a filter that looks at names, kinds and durations only, 64 slices at a time: every distinct name is looked
// at once, whichever thread meets it first, and then is a byte in a table.
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

    // Whether the filter asks for nothing else: then holds() decides alone. Otherwise it only rules out.
    [[nodiscard]] bool isComplete() const { return complete_; }
    [[nodiscard]] bool holds(StringId name, EventKind kind, TimeNs duration) const;
    // The same of `count` slices, at most kWord, from `from` on: a bit each.
    [[nodiscard]] std::uint64_t holding(const Segment& segment, std::uint32_t from,
                                        std::uint32_t count) const;

private:
    // Durations from `least` to `most`, or all others.
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
    bool looksAtNames_ = false; // any term does
    bool needsName_ = false;    // so does one that is not negated
    std::vector<Durations> durations_;
    // The kinds with which a name holds that holds with any, if those are the same for all names; else 0.
    Kinds sameKinds_ = kAllKinds;
    // By StringId, a power of two of them: whether the name has been looked at, and with which kinds it holds.
    mutable std::vector<std::atomic<std::uint8_t>> state_;
    mutable std::vector<std::atomic<Kinds>> kinds_;
};

} // namespace lanes
