// The data quality of a session: everything that was lost, repaired, left unmatched or is not known. Entries have their
// count, the first place, and their effect on the numbers. No sentence promises more than was checked.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/trust/RecordingCost.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

enum class LedgerGroup : std::uint8_t { Lost, Repaired, Unmatched, Clocks, Rules, NotRecorded };
inline constexpr int kLedgerGroups = 6;
[[nodiscard]] std::string_view ledgerGroupKey(LedgerGroup group); // "lost", "not_recorded"

struct LedgerEntry {
    LedgerGroup group = LedgerGroup::Rules;
    std::string key;   // stable, kebab-case: "truncated-tail", "duplicate-id"
    std::string title; // one sentence, about the first occurrence
    std::uint64_t count = 0;
    bool fault = false;         // the session is not sound
    std::int64_t offset = -1;   // byte in the file (own captures: record) of the first; -1 not known
    std::optional<TimeNs> time; // time of the first
    SliceId slice;              // the first; none if it is no slice
    std::string meaning;        // effect on the numbers
};

struct Ledger {
    // Number of kernels, copies and sets, and how many of these are linked to...
    struct Coverage {
        std::uint64_t work = 0;
        std::uint64_t launch = 0;    // the call that launched them
        std::uint64_t operators = 0; // the operator of that call
        std::uint64_t stack = 0;     // the Python that led to it
    };

    bool sound = true;                // no entry is a fault
    std::vector<LedgerEntry> entries; // by group, faults first
    std::uint64_t records = 0;        // slices, points and memory events
    // Set for own captures. Foreign formats give no number, unless some losses are known.
    std::optional<std::uint64_t> lost;
    std::uint64_t repaired = 0;
    std::uint64_t unmatched = 0;
    std::optional<std::uint64_t> dropped; // by CUPTI; for own captures
    std::optional<TimeNs> clockError;     // the largest of all clocks; nothing if none was measured
    std::optional<TimeNs> overhead;       // recorded by the profiler about itself
    std::optional<TimeNs> overheadPerStep;
    RecordingCost cost; // cost of recording for the program, measured in the same run
    Coverage coverage;
};

// Nothing if asked to stop. O(slices + points + links log links). Any thread but a window's.
[[nodiscard]] std::optional<Ledger> ledgerOf(TraceAnalyses& analyses, const std::stop_token& stop = {});

} // namespace lanes
