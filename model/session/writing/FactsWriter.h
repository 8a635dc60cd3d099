// Writes what concerns a session as a whole: its facts, clocks, watermarks and diagnostics. Each is written when it has
// changed.
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
    // The chunks that were dropped: counts of their contents, all older than `since`.
    struct Past {
        std::optional<TimeNs> since;
        ChunkRing::Gone gone;
    };

    void setInfo(const SessionInfo& info);
    void setDiagnostics(const Diagnostics& diagnostics);
    void setClocks(std::vector<Clock> clocks);
    void setWholeUpTo(TrackId track, TimeNs time);
    // Marks that slices of some track overlap: a reader without that rule of numbering would lead arrows to wrong slices.
    void noteOverlaps();
    // Marks that texts and stacks come with their ids: a reader that numbers them itself would get wrong ones. To be
    // called before any write.
    void noteNamesById() { namesById_ = true; }
    void setPast(const Past& past) { past_ = past; }
    [[nodiscard]] const Past& past() const { return past_; }

    // Writes all that has changed. The diagnostics report `cutTexts`, the number of texts that were cut.
    Result<void> write(MessageWriter& out, std::uint64_t cutTexts);
    // Writes that the session has ended well.
    Result<void> writeEnd(MessageWriter& out);
    // Write the begin and the end of a separate file. `ends`: true if the session has ended well in it.
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
    std::map<TrackId, TimeNs> watermarks_; // only those that have changed
    std::map<TrackId, TimeNs> wholeUpTo_;  // all of them, for a separate file
    Past past_;
    bool infoChanged_ = false;
    bool ended_ = false; // as in the written info
    bool clocksChanged_ = false;
    bool diagnosticsChanged_ = false;
    bool overlaps_ = false;
    bool namesById_ = false;
    std::uint64_t cutTextsTold_ = 0;
};

} // namespace lanes::session
