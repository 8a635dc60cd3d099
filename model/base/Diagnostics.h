// The data quality of a session: records that were dropped, repaired, guessed or are missing, counted by kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

enum class Severity : std::uint8_t { Note, Warning, Loss };

struct Diagnostic {
    std::string kind;    // stable key, kebab-case: "truncated-tail", "ring-overflow"
    std::string message; // one sentence for the user, about the first occurrence
    Severity severity = Severity::Note;
    std::uint64_t count = 0;
    std::int64_t firstOffset =
        -1; // byte offset in the file (for captures: record number) of the first; -1 not known
};

// Counts by kind, in order of first appearance. Not thread-safe: each worker keeps its own, then merges.
class Diagnostics {
public:
    void add(std::string_view kind, Severity severity, std::string_view message, std::int64_t offset = -1,
             std::uint64_t count = 1);
    // Adds the counts of another. The smaller known first offset is kept, together with its message.
    void merge(const Diagnostics& other);

    [[nodiscard]] const std::vector<Diagnostic>& all() const { return entries_; }
    [[nodiscard]] std::uint64_t total() const;
    [[nodiscard]] std::uint64_t count(std::string_view kind) const;
    [[nodiscard]] bool empty() const { return entries_.empty(); }

private:
    Diagnostic& entry(std::string_view kind);

    std::vector<Diagnostic> entries_;
};

} // namespace lanes
