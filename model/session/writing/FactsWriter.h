// What is told of a session as a whole: its facts, clocks, watermarks and diagnostics, each on its way into the file when it
// has changed.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/Ids.h"
#include "model/base/Result.h"
#include "model/session/writing/ChunkRing.h"
#include "model/session/writing/MessageWriter.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanes::session {

// One thread.
class FactsWriter {
public:
    // What was older than `since` has been let go, so much.
    struct Past {
        std::optional<TimeNs> since;
        ChunkRing::Gone gone;
    };

    void setInfo(const SessionInfo& info);
    void setDiagnostics(const Diagnostics& diagnostics);
    void setClocks(std::vector<Clock> clocks);
    void setWholeUpTo(TrackId track, TimeNs time);
    // Slices of some track overlap: who does not know how these are numbered would lead arrows to wrong slices.
    void noteOverlaps();
    // Texts and stacks come with their ids: who takes them for numbered on would have wrong ones. Before anything is written.
    void noteNamesById() { namesById_ = true; }
    void setPast(const Past& past) { past_ = past; }
    [[nodiscard]] const Past& past() const { return past_; }

    // What has changed. `cutTexts`: so many texts were cut, which the diagnostics tell.
    Result<void> write(MessageWriter& out, std::uint64_t cutTexts);
    // That the session has ended well.
    Result<void> writeEnd(MessageWriter& out);
    // The begin and the end of a file of its own; `ends`: in which the session has ended well.
    Result<void> writeFirst(MessageWriter& out);
    Result<void> writeAll(MessageWriter& out, std::uint64_t cutTexts, bool ends);
    void goOn() { ended_ = false; }

private:
    Result<void> writeInfo(MessageWriter& out);
    Result<void> writeClocks(MessageWriter& out);
    Result<void> writeWatermarks(MessageWriter& out);
    Result<void> writeDiagnostics(MessageWriter& out, std::uint64_t cutTexts);

    SessionInfo info_;
    Diagnostics diagnostics_;
    std::vector<Clock> clocks_;
    std::map<TrackId, TimeNs> watermarks_; // that have changed
    std::map<TrackId, TimeNs> wholeUpTo_;  // all of them, for a file of its own
    Past past_;
    bool infoChanged_ = false;
    bool ended_ = false; // what the info says
    bool clocksChanged_ = false;
    bool diagnosticsChanged_ = false;
    bool overlaps_ = false;
    bool namesById_ = false;
    std::uint64_t cutTextsTold_ = 0;
};

} // namespace lanes::session
