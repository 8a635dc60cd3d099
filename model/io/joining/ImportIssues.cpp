#include "model/io/joining/ImportIssues.h"

#include <string_view>

namespace lanes {

namespace {

struct Wording {
    std::string_view kind;
    Severity severity;
    std::string_view message;
};

constexpr std::array<Wording, static_cast<std::size_t>(Issue::Count)> kWordings{{
    {"repaired-event", Severity::Warning,
     "Events with raw quotes or line breaks in their texts are no valid JSON; they were mended."},
    {"skipped-event", Severity::Loss, "Events that could not be mended are left out."},
    {"skipped-text", Severity::Loss, "Text between events that belongs to no event was skipped."},
    {"non-finite-number", Severity::Note,
     "Values written as bare nan or inf, which JSON does not know, were kept."},
    {"negative-duration", Severity::Warning, "Slices with a negative duration are shown with none."},
    {"missing-duration", Severity::Warning,
     "Complete events (X) without a readable duration are shown with none."},
    {"absurd-time", Severity::Warning, "Times or durations beyond 73 years were cut to that."},
    {"missing-time", Severity::Warning, "Events without a readable time cannot be shown on the timeline."},
    {"unknown-phase", Severity::Warning,
     "Events of a phase that the format does not name are kept but not shown."},
    {"object-events", Severity::Note, "Object events (N, O, D) are kept but not shown."},
    {"raw-arguments", Severity::Note, "Events with too many different argument keys keep them as one text."},
    {"missing-comma", Severity::Warning, "Commas were missing between events."},
    {"truncated-tail", Severity::Loss,
     "The file ends in the middle: its last event, or the bracket or brace that closes it, is missing."},
    {"repaired-metadata", Severity::Warning,
     "Metadata beside the events is no valid JSON; it was mended or left out."},
    {"end-without-begin", Severity::Warning, "Ends (E, e) without a begin are kept but not shown."},
    {"missing-end", Severity::Warning,
     "Slices that never end reach to the end of the one around them, or of the trace."},
    {"kernel-before-launch", Severity::Warning,
     "Work starts on a device before its launch: the clocks disagree."},
    {"duplicate-flow-id", Severity::Note,
     "Several arrows start with the same id; their ends belong to the last before them."},
    {"memory-limit", Severity::Loss,
     "The trace is larger than the memory that it may take; the rest was not read."},
    {"empty-event", Severity::Note, "Events without any field are kept but not shown."},
    {"further-events", Severity::Note, "The file holds several lists of events; they are read as one."},
    {"too-deep", Severity::Loss,
     "Slices inside more than 65,536 others of their thread, or beside as many, are left out."},
    {"unshown-event", Severity::Note,
     "Samples, clock syncs, memory dumps and contexts (P, c, v, V, parentheses) are kept but not shown."},
    {"counter-without-number", Severity::Warning,
     "Counters have values that are no numbers; their curves lack these."},
    {"event-at-zero", Severity::Warning,
     "Events begin at time 0, far from all others: they are untimed, listed where the others begin."},
    {"beyond-window", Severity::Warning,
     "Events end beyond the end of the recording (\"Record Window End\") or hours behind all others: they "
     "are "
     "untimed, listed where they begin."},
    {"kernel-around-kernels", Severity::Warning,
     "Kernels of one stream overlap: one lasts over several others of it, so its duration cannot be right; "
     "it is "
     "untimed."},
}};

} // namespace

void ImportIssues::hit(Issue issue, std::int64_t offset, std::uint64_t count) {
    Entry& entry = entries_[static_cast<std::size_t>(issue)];
    entry.count += count;
    if (offset >= 0 && (entry.first < 0 || offset < entry.first)) {
        entry.first = offset;
    }
}

void ImportIssues::merge(const ImportIssues& other) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (other.entries_[i].count > 0) {
            hit(static_cast<Issue>(i), other.entries_[i].first, other.entries_[i].count);
        }
    }
}

void ImportIssues::report(Diagnostics& diagnostics) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].count > 0) {
            diagnostics.add(kWordings[i].kind, kWordings[i].severity, kWordings[i].message, entries_[i].first,
                            entries_[i].count);
        }
    }
}

} // namespace lanes
