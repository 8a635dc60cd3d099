// Writes a session, chunk by chunk. The file is a valid session after every call, and its data can be read; only finish()
// marks it as "ended well". FORMAT.md describes the format.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/Ids.h"
#include "model/base/Result.h"
#include "model/lod/CoarseBuilder.h"
#include "model/session/ChunkFile.h"
#include "model/session/writing/ChunkRing.h"
#include "model/session/writing/DefinitionWriter.h"
#include "model/session/writing/FactsWriter.h"
#include "model/session/writing/MessageWriter.h"
#include "model/session/writing/NameSet.h"
#include "model/session/writing/Output.h"
#include "model/session/writing/RowEncoder.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/HueCache.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <cstdint>
#include <functional>
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

class MemoryOutput;

// A slice as a session identifies it: its track, and its position among that track's slices.
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
    // Writes to an empty output.
    static Result<SessionWriter> create(std::unique_ptr<Output> output);

    // Makes the file hold only the newest data; to be called before any write. Older chunks are dropped. With them go the
    // ends of arrows and ranges that began there, and the texts and stacks that no other chunk uses. The output must be
    // one that can be rewritten. A rewrite takes O(bytes kept) and comes each time as many bytes again were written.
    void keepNewest(const Bounds& bounds);
    [[nodiscard]] const Bounds& bounds() const { return bounds_; }
    // Data written from here on was gathered between the last call and `now`.
    Result<void> gathered(TimeNs now);
    // True if texts and stacks have left the file since the last releaseNames().
    [[nodiscard]] bool namesMayGo() const { return namesMayGo_; }
    // `held` are the texts and stacks whose ids callers still hold. All other ids that the file does not have are given
    // out anew.
    void releaseNames(const Names& held);
    // Number of ids of known texts: the highest number of ids ever in use at once.
    [[nodiscard]] std::size_t textIds() const { return definitions_.textIds(); }
    // Saves the data gathered since `from` as a session of its own that has ended well. `saveAs` and `saved` as in
    // Rewrite.
    Result<void> save(TimeNs from, std::string saveAs, std::function<void(const Result<std::string>&)> saved);

    // See DefinitionWriter.
    StringId string(std::string_view text) { return definitions_.string(text); }
    [[nodiscard]] std::string_view text(StringId id) const { return definitions_.text(id); }
    StackId stack(StackId parent, const Frame& frame) { return definitions_.stack(parent, frame); }
    [[nodiscard]] const StackTable::Node& stackNode(StackId id) const { return definitions_.stackNode(id); }
    LayoutId layout(const ArgLayout& prototype) { return definitions_.layout(prototype); }
    [[nodiscard]] const ArgLayout& layoutOf(LayoutId id) const { return definitions_.layouts()[id.value]; }
    LayoutId addLayout(const ArgLayout& prototype) { return definitions_.addLayout(prototype); }
    ProcessId addProcess(Process process) { return definitions_.addProcess(std::move(process)); }
    void setProcess(ProcessId id, Process process) { definitions_.setProcess(id, std::move(process)); }
    [[nodiscard]] const Process& process(ProcessId id) const { return definitions_.process(id); }
    TrackId addTrack(Track track);
    void setTrack(TrackId id, Track track) { definitions_.setTrack(id, std::move(track)); }
    [[nodiscard]] const Track& track(TrackId id) const { return definitions_.track(id); }

    void setInfo(const SessionInfo& info) { facts_.setInfo(info); } // `complete` and `source` are not used
    void setDiagnostics(const Diagnostics& diagnostics) { facts_.setDiagnostics(diagnostics); }
    void setClocks(std::vector<Clock> clocks) {
        facts_.setClocks(std::move(clocks));
    } // replaces the earlier ones
    // All slices of the track that start before `time` have been written.
    void setWholeUpTo(TrackId track, TimeNs time) { facts_.setWholeUpTo(track, time); }

    // Writes the next slices of a track, in one or more chunks. All must start at or after those written before. A
    // negative duration means still open; `ends` gives slices of earlier calls their ends. Returns the position of each
    // slice, in the order of `slices`.
    Result<std::vector<std::uint32_t>> writeSlices(TrackId track, std::span<const SliceRecord> slices,
                                                   std::span<const SliceEnd> ends, const CellSource& cells);
    Result<void> writePoints(const PointRows& points, const CellSource& cells);
    Result<void> writeMemory(const MemoryRows& memory);
    Result<void> writeCounters(std::span<const CounterSeries> counters);
    // The counts are added to those of earlier calls.
    Result<void> writeLinks(std::span<const SessionLink> links, std::uint64_t flowStarts,
                            std::uint64_t flowsLinked);
    // Writes definitions, session facts, watermarks, clocks and diagnostics that have changed.
    Result<void> flush();
    // Writes the footer. Nothing can be written afterwards.
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

    // Writes a message of columns, after the definitions that it uses.
    Result<void> writeData(ChunkType type, const google::protobuf::MessageLite& message,
                           std::uint32_t rows = 0, TrackId track = {});
    Result<void> writeOverview();
    Result<void> writeFooter();
    Result<void> writeSliceChunk(TrackId track, std::span<const SliceRecord> slices,
                                 std::span<const SliceEnd> ends, const CellSource& cells,
                                 std::vector<SliceId>& positions);
    void encodeSlices(std::span<const SliceRecord> slices, const CellSource& cells, proto::Slices& out);
    void complete(SliceRecord& record);

    struct Copy {
        MessageWriter out; // the state as if it had written the file
        Rewrite plan;
        NameSet names; // names that are in the file
    };
    // Plans a file with the chunks from `first` on; makes its begin and end. `used`: names that the file must have
    // besides.
    Result<Copy> planCopy(bool ends, std::size_t first, const Names& used);
    Result<void> writeCopy(MemoryOutput& bytes, bool ends, std::size_t first, const Names& used, Copy& copy);
    // Drops the chunks that exceed the bounds. `used`: names that the next chunk uses.
    Result<void> letGo(const Names& used);
    Result<void> letGoBefore(std::size_t first, Copy copy);
    // Drops chunks if the bounds require it, so that a chunk of so many bytes can be written.
    Result<void> makeRoom(std::uint64_t bytes, const Names& used);
    // Bytes that a rewritten file may have.
    [[nodiscard]] std::uint64_t roomForCopy() const;
    // The first chunk to keep. `around`: bytes of the file outside of the ring's chunks and their definitions.
    [[nodiscard]] std::size_t firstWithinBounds(std::uint64_t around) const;
    // Notes the names in an event's arguments as used by the next chunk.
    void use(LayoutId layout, std::uint32_t row, const CellSource& cells);

    MessageWriter out_;
    DefinitionWriter definitions_;
    std::vector<TrackState> states_; // by track
    FactsWriter facts_;
    HueCache hues_;
    CoarseBuilder coarse_;

    Bounds bounds_;
    ChunkRing ring_;     // chunks in the file, if there are bounds
    NameCollector used_; // names used by the next chunk, if there are bounds
    std::vector<std::int64_t> cells_;
    bool namesMayGo_ = false;
    std::uint64_t sliceCount_ = 0;
    std::uint64_t pointCount_ = 0;
};

} // namespace lanes::session
