// The events that a process tells only when it ends, leaves or is asked, with their original times (told_events.py).
// They are segments that torch's allocator took from the driver and gave back, and collectives as torch's own flight
// recorders saw them. They have rows of their own.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/Findings.h"
#include "collector/recorder/host/ForeignFile.h"
#include "collector/recorder/sink/RowBuilder.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One process, one thread.
class ToldEvents {
public:
    // `context` outlives this.
    ToldEvents(const CaptureContext& context, ProcessId process)
        : context_(context)
        , process_(process)
        , row_(context.sink.writer()) {}

    // Sets the file in which the process tells. The file may hold anything.
    void setFile(std::string path) { told_.setFile(std::move(path)); }
    // Reads what has been told since the last call. O(n log n) of it.
    void read();
    void addTo(Findings& findings, const std::string& process) const;

private:
    static constexpr std::size_t kFields = 12;
    using Fields = std::array<std::string_view, kFields>; // missing fields are empty

    void take(std::string_view line);
    void allocator(const Fields& fields);
    void collective(const Fields& fields);
    // Returns an event's time in the session; -1: it is outside the recording, or in a pause. An invalid time is
    // counted.
    TimeNs time(std::string_view field);
    // Returns a row that is made with its first event; not valid if there are too many.
    TrackId track(std::string_view key, std::string_view of, Track::Kind kind);

    const CaptureContext& context_;
    ProcessId process_;
    RowBuilder row_;
    static constexpr std::size_t kMostBytes = std::size_t{32} << 20; // told_events.py has the same
    ForeignLines told_{kMostBytes};
    TimeNs now_ = 0; // time of the last read
    std::map<std::string, TrackId> tracks_;
    std::vector<std::int64_t> cells_;
    std::uint64_t malformed_ = 0;
};

} // namespace lanes::recorder
