// What a process tells only when it ends, leaves or is asked, with the times at which it was (told_events.py): segments that torch's allocator
// took from the driver and gave back, and collectives as torch's own flight recorders have seen them. Rows of their own.
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

    // In which the process tells. Anything may stand there.
    void setFile(std::string path) { told_.setFile(std::move(path)); }
    // Takes what has been told since the last time. O(n log n) of it.
    void read();
    void addTo(Findings& findings, const std::string& process) const;

private:
    static constexpr std::size_t kFields = 12;
    using Fields = std::array<std::string_view, kFields>; // missing ones are empty

    void take(std::string_view line);
    void allocator(const Fields& fields);
    void collective(const Fields& fields);
    // The session's time of one that is told; -1: it is not of the recording, or of a pause. What cannot be is counted.
    TimeNs time(std::string_view field);
    // Of a row that is made with its first event; not valid where there are too many.
    TrackId track(std::string_view key, std::string_view of, Track::Kind kind);

    const CaptureContext& context_;
    ProcessId process_;
    RowBuilder row_;
    static constexpr std::size_t kMostBytes = std::size_t{32} << 20; // told_events.py has the same
    ForeignLines told_{kMostBytes};
    TimeNs now_ = 0; // when it was read
    std::map<std::string, TrackId> tracks_;
    std::vector<std::int64_t> cells_;
    std::uint64_t malformed_ = 0;
};

} // namespace lanes::recorder
