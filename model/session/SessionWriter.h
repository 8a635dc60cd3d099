// Writes a session, chunk by chunk. The file is a valid session after every call: what a call wrote is there
// to be read, and only finish() makes it one that "has ended well". FORMAT.md describes what comes out.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/Ids.h"
#include "model/base/Result.h"
#include "model/lod/CoarseBuilder.h"
#include "model/session/ChunkFile.h"
#include "model/session/DefinitionWriter.h"
#include "model/session/MessageWriter.h"
#include "model/session/Output.h"
#include "model/session/RowEncoder.h"
#include "model/trace/HueCache.h"
#include "model/trace/SegmentBuilder.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
// addTrack().
class SessionWriter {
public:
    // Creates the file, or empties the one that is there. An error names the file and the system's reason.
    static Result<SessionWriter> create(const std::string& path);
    // Writes to an output that is empty so far.
    static Result<SessionWriter> create(std::unique_ptr<Output> output);

    // As DefinitionWriter's.
    StringId string(std::string_view text) { return definitions_.string(text); }
    [[nodiscard]] std::string_view text(StringId id) const { return definitions_.text(id); }
    StackId stack(StackId parent, const Frame& frame) { return definitions_.stack(parent, frame); }
    LayoutId layout(const ArgLayout& prototype) { return definitions_.layout(prototype); }
    LayoutId addLayout(const ArgLayout& prototype) { return definitions_.addLayout(prototype); }
    ProcessId addProcess(Process process) { return definitions_.addProcess(std::move(process)); }
    void setProcess(ProcessId id, Process process) { definitions_.setProcess(id, std::move(process)); }
    [[nodiscard]] const Process& process(ProcessId id) const { return definitions_.process(id); }
    TrackId addTrack(Track track);
    void setTrack(TrackId id, Track track) { definitions_.setTrack(id, std::move(track)); }
    [[nodiscard]] const Track& track(TrackId id) const { return definitions_.track(id); }

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

    MessageWriter out_;
    DefinitionWriter definitions_;
    std::vector<TrackState> states_; // by track
    SessionInfo info_;
    Diagnostics diagnostics_;
    HueCache hues_;
    CoarseBuilder coarse_;

    std::vector<Clock> clocks_;
    std::map<TrackId, TimeNs> watermarks_; // that have changed
    bool clocksChanged_ = false;
    bool infoChanged_ = false;
    bool ended_ = false; // what the info says
    bool diagnosticsChanged_ = false;
    bool overlaps_ = false; // slices of some track do
    std::uint64_t sliceCount_ = 0;
    std::uint64_t pointCount_ = 0;
    std::uint64_t cutTextsTold_ = 0; // in the diagnostics
};

} // namespace lanes::session
