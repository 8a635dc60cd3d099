// Writes a session, chunk by chunk. The file is a valid session after every call: what a call wrote is there
// to be read, and only finish() makes it one that "has ended well". FORMAT.md describes what comes out.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/Ids.h"
#include "model/base/Result.h"
#include "model/lod/CoarseBuilder.h"
#include "model/session/ChunkFile.h"
#include "model/session/MessageWriter.h"
#include "model/session/Output.h"
#include "model/session/RowEncoder.h"
#include "model/trace/HueCache.h"
#include "model/trace/SegmentBuilder.h"
#include "model/trace/StackTable.h"
#include "model/trace/StringTable.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace google::protobuf {
class MessageLite;
}

namespace lanes::proto {
class Slices;
}

namespace lanes::session {

// A slice as the session knows it: its track, and its position among that track's slices.
struct SliceRef {
    TrackId track;
    std::uint32_t position = SliceId::kNone;
    friend constexpr auto operator<=>(SliceRef, SliceRef) = default;
};

struct SliceEnd {
    std::uint32_t position = 0;
    TimeNs end = 0;
};

struct SessionLink {
    SliceRef from;
    SliceRef to;
    LinkKind kind = LinkKind::Flow;
};

// One thread. Ids are the session's own, given out by string(), stack(), layout(), addProcess() and
// addTrack(). Definitions are held back until a chunk that may use them is written.
class SessionWriter {
public:
    // Creates the file, or empties the one that is there. An error names the file and the system's reason.
    static Result<SessionWriter> create(const std::string& path);
    // Writes to an output that is empty so far.
    static Result<SessionWriter> create(std::unique_ptr<Output> output);

    StringId string(std::string_view text) { return strings_.intern(text); }
    [[nodiscard]] std::string_view text(StringId id) const { return strings_.view(id); }
    StackId stack(StackId parent, const Frame& frame);
    // The same phase, category and columns give the same id.
    LayoutId layout(const ArgLayout& prototype);
    LayoutId addLayout(const ArgLayout& prototype); // a new id in any case
    ProcessId addProcess(Process process);
    void setProcess(ProcessId id, Process process); // replaces what was said before
    [[nodiscard]] const Process& process(ProcessId id) const { return processes_[id.value]; }
    TrackId addTrack(Track track);
    void setTrack(TrackId id, Track track);
    [[nodiscard]] const Track& track(TrackId id) const { return tracks_[id.value]; }
    void setInfo(const SessionInfo& info); // `complete` and `source` are not taken
    void setDiagnostics(const Diagnostics& diagnostics);
    void setClocks(std::vector<Clock> clocks); // in place of those before
    // No slice of the track that starts before `time` is still to come.
    void setWholeUpTo(TrackId track, TimeNs time);

    // Writes the next slices of a track, in one or more chunks. All must start at or after those written
    // before. A negative duration means still open; `ends` gives slices of earlier calls their ends. Returns
    // the position of each slice, in the order of `slices`.
    Result<std::vector<std::uint32_t>> writeSlices(TrackId track, std::span<const SliceRecord> slices,
                                                   std::span<const SliceEnd> ends, const CellSource& cells);
    Result<void> writePoints(const PointRows& points, const CellSource& cells);
    Result<void> writeMemory(const MemoryRows& memory);
    Result<void> writeCounters(std::span<const CounterSeries> counters);
    // The counts are added to those of earlier calls.
    Result<void> writeLinks(std::span<const SessionLink> links, std::uint64_t flowStarts,
                            std::uint64_t flowsLinked);
    // Definitions, session facts, watermarks, clocks and diagnostics that have changed.
    Result<void> flush();
    // The footer. Nothing can be written afterwards.
    Result<void> finish();

    [[nodiscard]] std::uint64_t sliceCount() const { return sliceCount_; }
    [[nodiscard]] std::uint64_t bytesWritten() const { return out_.size(); }
    [[nodiscard]] const std::string& path() const { return out_.path(); }

private:
    explicit SessionWriter(ChunkWriter file);

    struct TrackState {
        OpenStack open; // ids are positions
        std::uint32_t count = 0;
        TimeNs lastStart = INT64_MIN;
    };

    using Step = Result<void> (SessionWriter::*)();
    // Until one fails. Those that write what has changed do nothing where nothing has.
    Result<void> run(std::initializer_list<Step> steps);
    // A message of columns, behind the definitions that it uses.
    Result<void> writeData(ChunkType type, const google::protobuf::MessageLite& message, TrackId track = {});
    Result<void> writeDefinitions();
    Result<void> writeStrings();
    Result<void> writeStacks();
    Result<void> writeLayouts();
    Result<void> writeTracks();
    Result<void> writeInfo();
    Result<void> writeClocks();
    Result<void> writeWatermarks();
    Result<void> writeDiagnostics();
    Result<void> writeOverview();
    Result<void> writeSliceChunk(TrackId track, std::span<const SliceRecord> slices,
                                 std::span<const SliceEnd> ends, const CellSource& cells,
                                 std::vector<SliceId>& positions);
    void encodeSlices(std::span<const SliceRecord> slices, const CellSource& cells, proto::Slices& out);
    void noteOverlaps(bool overlaps);
    void complete(SliceRecord& record);
    [[nodiscard]] EventKind kindOf(LayoutId layout) const;

    MessageWriter out_;
    StringInterner strings_;
    StackInterner stacks_;
    std::vector<ArgLayout> layouts_;
    std::vector<EventKind> kinds_; // by layout
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    std::vector<TrackState> states_;
    SessionInfo info_;
    Diagnostics diagnostics_;
    HueCache hues_;
    CoarseBuilder coarse_;

    std::uint32_t stringsWritten_ = 0;
    std::uint32_t stacksWritten_ = 0;
    std::uint32_t layoutsWritten_ = 0;
    std::vector<std::uint32_t> processesChanged_;
    std::vector<std::uint32_t> tracksChanged_;
    std::vector<Clock> clocks_;
    std::map<TrackId, TimeNs> watermarks_; // that have changed
    bool clocksChanged_ = false;
    bool infoChanged_ = false;
    bool ended_ = false; // what the info says
    bool diagnosticsChanged_ = false;
    bool overlaps_ = false; // slices of some track do
    std::uint64_t sliceCount_ = 0;
    std::uint64_t pointCount_ = 0;
    std::uint64_t cutTexts_ = 0;
    std::uint64_t cutTextsTold_ = 0; // in the diagnostics
};

} // namespace lanes::session
