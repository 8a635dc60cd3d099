#include "model/analysis/trust/TouchedFigures.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

constexpr unsigned bit(FigureKind figures) {
    return 1U << static_cast<unsigned>(figures);
}
constexpr unsigned kOperators = bit(FigureKind::Operators);
constexpr unsigned kKernels = bit(FigureKind::Kernels);
constexpr unsigned kMemory = bit(FigureKind::Memory);
constexpr unsigned kOverview = bit(FigureKind::Overview);
constexpr unsigned kAll = kOperators | kKernels | kMemory | kOverview;
constexpr unsigned kTimes = kAll & ~kMemory;

struct Touched {
    std::string_view key;
    unsigned figures;
};

// Those that touch other figures than their group does.
constexpr std::array<Touched, 27> kTouched{{
    {"stack-cut", kOperators | kMemory},
    {"device-records-dropped", kTimes},
    {"not-recorded", kAll},
    {"capture-fallback", kOperators | kMemory},
    {"negative-duration", kTimes},
    {"missing-duration", kTimes},
    {"missing-time", kTimes},
    {"absurd-time", kAll},
    {"duplicate-flow-id", kOperators | kKernels},
    {"duplicate-external-id", kOperators | kKernels},
    {"duplicate-correlation", kOperators | kKernels},
    {"duplicate-python-id", kOperators},
    {"operator-without-thread", kOperators},
    {"child-outside-parent", kOperators},
    {"end-without-begin", kTimes},
    {"missing-end", kTimes},
    {"unmatched-end", kOperators | kOverview},
    {"kernel-before-launch", kKernels},
    {"work-before-launch", kKernels},
    {"work-without-launch", kOperators | kKernels},
    {"kernel-without-launch", kOperators | kKernels},
    {"launch-without-work", kTimes},
    {"event-at-zero", kTimes},
    {"beyond-window", kTimes},
    {"kernel-around-kernels", kTimes},
    {"torn-arrow", kOperators | kKernels},
    {"free-without-allocation", kMemory},
}};

unsigned figuresOf(const LedgerEntry& entry) {
    const auto* known = std::ranges::find(kTouched, std::string_view(entry.key), &Touched::key);
    if (known != kTouched.end()) {
        return known->figures;
    }
    switch (entry.group) {
    case LedgerGroup::Lost:
        return kAll;
    case LedgerGroup::Rules:
        return kOperators;
    case LedgerGroup::Clocks:
        return kOverview;
    case LedgerGroup::Repaired:
    case LedgerGroup::Unmatched:
    case LedgerGroup::NotRecorded:
        break;
    }
    return 0;
}

} // namespace

bool touches(const LedgerEntry& entry, FigureKind figures) {
    return (figuresOf(entry) & bit(figures)) != 0;
}

std::vector<const LedgerEntry*> touching(const Ledger& ledger, FigureKind figures) {
    std::vector<const LedgerEntry*> found;
    for (const LedgerEntry& entry : ledger.entries) {
        if (touches(entry, figures)) {
            found.push_back(&entry);
        }
    }
    return found;
}

} // namespace lanes
