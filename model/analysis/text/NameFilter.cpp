#include "model/analysis/text/NameFilter.h"

#include <utility>

namespace lanes {

namespace {

using Field = FilterTerm::Field;

bool looksAtName(const FilterTerm& term) {
    return term.field == Field::Name || term.field == Field::Pattern || term.field == Field::TensorCore;
}

} // namespace

NameFilter::NameFilter(Filter filter, const Trace& trace)
    : filter_(std::move(filter))
    , trace_(trace)
    , kinds_(trace.strings().size(), kUnknown) {
    for (const FilterTerm& term : filter_.terms()) {
        complete_ = complete_ && (looksAtName(term) || term.field == Field::Duration);
        if (term.field == Field::Duration) {
            durations_.push_back(term);
        }
        byName_ = byName_ || (looksAtName(term) && !term.negated);
    }
}

std::uint16_t NameFilter::kindsOf(std::string_view name) const {
    std::uint32_t kinds = kUnknown - 1u;
    for (const FilterTerm& term : filter_.terms()) {
        if (looksAtName(term)) {
            const std::uint32_t with = kindsWith(term, name);
            kinds &= term.negated ? ~with : with;
        }
    }
    return static_cast<std::uint16_t>(kinds & (kUnknown - 1u));
}

} // namespace lanes
