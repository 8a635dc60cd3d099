// The neutral way in: a reader of any format says which processes, tracks, slices, instants, curves and arrows a file holds,
// in any order, and gets a Trace. Nothing here knows a format.
//
// What a reader must state: the role of each slice (its category), which tracks are threads and which are streams of a device,
// and the arrows from calls to device work. Identity is the reader's own: it asks for a process or track once and keeps the id.
// Times are integer nanoseconds of one clock.
#pragma once

#include "model/base/StopLook.h"
#include "model/io/OpenTrace.h"
#include "model/io/import/ArgLayoutBuilder.h"
#include "model/io/joining/ImportIssues.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/HueCache.h"
#include "model/trace/slices/SegmentBuilder.h"
#include "model/trace/tables/StackTable.h"
#include "model/trace/tables/StringTable.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes {

// A slice until the trace is made.
struct ImportedSlice {
    TrackId track;
    std::uint32_t index = 0; // among those that were added to the track
    [[nodiscard]] bool valid() const { return track.valid(); }
    friend auto operator<=>(const ImportedSlice&, const ImportedSlice&) = default;
};

// What events of one make may carry. A reader declares it once.
struct ImportShape {
    static constexpr std::size_t kMostColumns = 32;
    struct Column {
        std::string key;
        ArgColumn::Form form = ArgColumn::Form::Number;
    };
    char phase = 'X';     // 'X' for slices, 'i' for instants
    std::string category; // "kernel", "cuda_runtime": the role follows from it (kindOfCategory)
    std::vector<Column> columns;
};
using ImportShapeId = Id<struct ImportShapeTag>;

// The arguments of one event: of each column of its shape a value or none.
class ImportArgs {
public:
    ImportArgs& integer(std::size_t column, std::int64_t value) {
        return set(column, ArgValue::ofInteger(ArgValue::fitsInteger(value) ? value : 0).encode());
    }
    // A text from ImportBuilder::quoted() in a column of strings, from json() in one of raw JSON; none where it is invalid.
    ImportArgs& text(std::size_t column, StringId value) {
        return value.valid() ? set(column, ArgValue::ofText(value).encode()) : *this;
    }

    // A cell of ArgValue, as encode() makes it.
    ImportArgs& cell(std::size_t column, std::int64_t cell) { return set(column, cell); }

private:
    friend class ImportBuilder;
    ImportArgs& set(std::size_t column, std::int64_t cell) {
        cells_[column] = cell;
        present_ |= std::uint32_t{1} << column;
        return *this;
    }
    std::array<std::int64_t, ImportShape::kMostColumns> cells_{};
    std::uint32_t present_ = 0; // a bit a column
};

struct ImportedEvent {
    static constexpr TimeNs kNeverEnded = INT64_MIN; // as a duration

    StringId name;
    TimeNs start = 0;
    TimeNs duration = 0;               // a negative one other than kNeverEnded is told and becomes 0
    EventKind kind = EventKind::Other; // Other: as the shape's category says
};

// How long something lasted whose begin and end a file says; negative where it ends before it begins. Never overflows.
[[nodiscard]] constexpr TimeNs lasting(TimeNs begin, TimeNs end) {
    TimeNs difference = 0;
    if (__builtin_sub_overflow(end, begin, &difference)) {
        difference = end < begin ? -INT64_MAX : INT64_MAX;
    }
    return difference == ImportedEvent::kNeverEnded ? -INT64_MAX : difference;
}
// The sum of two numbers of a file, within 64 bits.
[[nodiscard]] constexpr std::int64_t boundedSum(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? (a < 0 ? INT64_MIN : INT64_MAX) : sum;
}

struct ImportedMemory {
    TimeNs time = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;     // negative: freed
    std::int8_t deviceType = 0; // as in MemoryColumns
    std::int8_t deviceIndex = -1;
    TrackId track;
    StackId stack;
    std::int64_t totalAllocated = -1; // -1: not known
    std::int64_t totalReserved = -1;
};

// One thread.
class ImportBuilder {
public:
    explicit ImportBuilder(const OpenOptions& options);

    [[nodiscard]] SessionInfo& info() { return data_.info; }
    [[nodiscard]] Diagnostics& diagnostics() { return data_.diagnostics; }
    [[nodiscard]] ImportIssues& issues() { return issues_; }
    [[nodiscard]] StackInterner& stacks() { return stacks_; }
    [[nodiscard]] const StopLook& look() const { return look_; }

    // The file ends in the middle: what stood behind that is missing.
    void tellCut();
    // Records of a kind that is not read ("states of tracks").
    void tellUnread(const std::string& what, std::uint64_t count);

    [[nodiscard]] StringId text(std::string_view plain);
    [[nodiscard]] std::string_view plain(StringId id) const {
        return strings_.view(id);
    } // until the next text
    [[nodiscard]] StringId quoted(std::string_view plain);
    [[nodiscard]] StringId json(std::string_view raw) { return text(raw); }
    // As JSON; what JSON does not know is written NaN or Infinity.
    [[nodiscard]] StringId number(double value);

    // `process.key` and, within its process, `track.key` must be new ones.
    [[nodiscard]] ProcessId addProcess(Process process);
    // A GPU by its number, behind all programs. It must be a new one.
    [[nodiscard]] ProcessId addGpu(std::int64_t number, std::string name = {}, std::string uuid = {});
    [[nodiscard]] TrackId addTrack(Track track);
    [[nodiscard]] Process& process(ProcessId id) { return data_.processes[id.value]; }
    [[nodiscard]] Track& track(TrackId id) { return data_.tracks[id.value]; }

    [[nodiscard]] ImportShapeId shape(const ImportShape& shape);

    // Amortised O(columns). Invalid where the trace may take no more memory: see isFull().
    ImportedSlice slice(TrackId track, const ImportedEvent& event, ImportShapeId shape,
                        const ImportArgs& args = {});
    void instant(TrackId track, StringId name, TimeNs time, ImportShapeId shape, const ImportArgs& args = {});
    void link(LinkKind kind, ImportedSlice from, ImportedSlice to);
    // An arrow of the file, for the count of those; link() draws it.
    void countFlow(bool linked);
    // One curve; samples in any order of time.
    void sample(TrackId track, StringId counter, TimeNs time, double value);
    void memory(const ImportedMemory& event);

    [[nodiscard]] std::uint64_t events() const { return events_; }
    // Whether the memory that the trace may take is used up. Reading then ends; what was read is shown and the cut is told.
    [[nodiscard]] bool isFull() const { return full_; }
    // Memory that a reader takes itself while it reads, for isFull().
    void account(std::size_t bytes);
    // Memory that account() counted and that is free again.
    void release(std::size_t bytes) { bytes_ -= bytes; }

    // The trace; the builder is used up. Throws Stopped. O(n log n) in slices, O(n) where they come in order of time.
    [[nodiscard]] std::shared_ptr<const Trace> finish();

private:
    struct Shape {
        ImportShape shape;
        EventKind kind = EventKind::Other;
        std::map<std::uint32_t, LayoutId> layouts; // by the columns that are present
        std::pair<std::uint32_t, LayoutId> last{~std::uint32_t{0}, LayoutId()};
    };
    struct PendingLink {
        LinkKind kind;
        ImportedSlice from;
        ImportedSlice to;
    };
    struct Curve {
        TrackId track;
        StringId name;
        std::vector<std::pair<TimeNs, double>> samples;
    };
    struct Args {
        LayoutId layout;
        std::uint32_t row = 0;
    };

    [[nodiscard]] Args addArgs(ImportShapeId shape, const ImportArgs& args);
    [[nodiscard]] LayoutId layoutOf(Shape& shape, std::uint32_t present);
    [[nodiscard]] TimeNs bounded(TimeNs time);
    void endOpenSlices();
    void placeSlices(std::vector<std::vector<SliceId>>& placed);
    void placeLinks(const std::vector<std::vector<SliceId>>& placed);
    void placeMemory();
    void placeCurves();

    StopLook look_;
    std::size_t memoryLimit_;
    std::size_t bytes_ = 0;
    bool full_ = false;
    std::uint64_t events_ = 0;
    TimeNs lastEnd_;
    StringInterner strings_;
    StackInterner stacks_;
    HueCache hues_;
    ImportIssues issues_;
    TraceData data_;
    std::vector<Shape> shapes_;
    std::vector<ArgLayoutBuilder> layouts_;
    std::vector<std::vector<SliceRecord>> slices_; // by track
    std::vector<ImportedSlice> open_;
    std::vector<PendingLink> links_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Curve> curves_; // by track and name
    MemoryRows memory_;
    PointRows points_;
};

} // namespace lanes
