// The part of a filter that looks at names, kinds and durations only, names as one bit per kind for every distinct one:
// the loop over millions of slices then costs a look-up each.
#pragma once

#include "model/analysis/text/Filter.h"
#include "model/analysis/text/FilterTerm.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes {

// One thread. Keeps a reference to the trace.
class NameFilter {
public:
    NameFilter(Filter filter, const Trace& trace);

    // Whether the filter asks for nothing else: then holds() decides alone. Otherwise it only rules out.
    [[nodiscard]] bool isComplete() const { return complete_; }
    [[nodiscard]] bool holds(StringId name, EventKind kind, TimeNs duration) {
        for (const FilterTerm& term : durations_) {
            if (term.holdsFor(duration) == term.negated) {
                return false;
            }
        }
        if (!name.valid()) {
            return !byName_;
        }
        if (name.value >= kinds_.size()) { // ids come from files
            return (kindsOf({}) >> static_cast<unsigned>(kind) & 1) != 0;
        }
        std::uint16_t& kinds = kinds_[name.value];
        if ((kinds & kUnknown) != 0) {
            kinds = kindsOf(trace_.text(name));
        }
        return (kinds >> static_cast<unsigned>(kind) & 1) != 0;
    }

private:
    static constexpr std::uint16_t kUnknown = 0x8000;
    static_assert(kEventKinds < 15);
    [[nodiscard]] std::uint16_t kindsOf(std::string_view name) const;

    Filter filter_;
    const Trace& trace_;
    bool complete_ = true;
    std::vector<FilterTerm> durations_;
    bool byName_ = false;              // any term looks at names
    std::vector<std::uint16_t> kinds_; // by StringId
};

} // namespace lanes
