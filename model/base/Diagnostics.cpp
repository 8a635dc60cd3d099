#include "model/base/Diagnostics.h"

namespace lanes {

Diagnostic& Diagnostics::entry(std::string_view kind) {
    // A few dozen kinds at most: a linear search beats a map.
    for (Diagnostic& d : entries_) {
        if (d.kind == kind) {
            return d;
        }
    }
    entries_.emplace_back();
    entries_.back().kind = kind;
    return entries_.back();
}

void Diagnostics::add(std::string_view kind, Severity severity, std::string_view message, std::int64_t offset,
                      std::uint64_t count) {
    Diagnostic& d = entry(kind);
    const bool earlier = offset >= 0 && (d.firstOffset < 0 || offset < d.firstOffset);
    if (d.count == 0 || earlier) {
        d.message = message;
        d.severity = severity;
        d.firstOffset = offset;
    }
    d.count += count;
}

void Diagnostics::merge(const Diagnostics& other) {
    for (const Diagnostic& d : other.entries_) {
        add(d.kind, d.severity, d.message, d.firstOffset, d.count);
    }
}

std::uint64_t Diagnostics::total() const {
    std::uint64_t sum = 0;
    for (const Diagnostic& d : entries_) {
        sum += d.count;
    }
    return sum;
}

std::uint64_t Diagnostics::count(std::string_view kind) const {
    for (const Diagnostic& d : entries_) {
        if (d.kind == kind) {
            return d.count;
        }
    }
    return 0;
}

} // namespace lanes
