// The format-neutral way in. A reader of any format adds the processes, tracks, slices, instants, curves and arrows of a
// file, in any order, and gets a Trace. This code knows no format.
//
// A reader must state the role of each slice (its category), the tracks that are threads, and those that are streams of a
// device. It also adds the arrows from calls to device work. The reader handles identity: it requests a process or track
// once and keeps the id. Times are integer nanoseconds of one clock.
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

// Identifies a slice until the trace is made.
struct ImportedSlice {
    TrackId track;
    std::uint32_t index = 0; // number among the slices added to the track
    [[nodiscard]] bool valid() const { return track.valid(); }
    friend auto operator<=>(const ImportedSlice&, const ImportedSlice&) = default;
};

// The arguments that events of one kind may have. A reader declares each shape once.
struct ImportShape {
    static constexpr std::size_t kMostColumns = 32;
    struct Column {
        std::string key;
        ArgColumn::Form form = ArgColumn::Form::Number;
    };
    char phase = 'X';     // 'X' for slices, 'i' for instants
    std::string category; // "kernel", "cuda_runtime": determines the role (kindOfCategory)
    std::vector<Column> columns;
};
using ImportShapeId = Id<struct ImportShapeTag>;

// The arguments of one event: for each column of its shape a value or none.
class ImportArgs {
public:
    ImportArgs& integer(std::size_t column, std::int64_t value) {
        return set(column, ArgValue::ofInteger(ArgValue::fitsInteger(value) ? value : 0).encode());
    }
    // A text from ImportBuilder::quoted() for a column of strings, from json() for one of raw JSON. An invalid text means
    // no value.
    ImportArgs& text(std::size_t column, StringId value) {
        return value.valid() ? set(column, ArgValue::ofText(value).encode()) : *this;
    }

    // An encoded cell, from ArgValue::encode().
    ImportArgs& cell(std::size_t column, std::int64_t cell) { return set(column, cell); }

private:
    friend class ImportBuilder;
    ImportArgs& set(std::size_t column, std::int64_t cell) {
        cells_[column] = cell;
        present_ |= std::uint32_t{1} << column;
        return *this;
    }
    std::array<std::int64_t, ImportShape::kMostColumns> cells_{};
    std::uint32_t present_ = 0; // one bit per column
};

struct ImportedEvent {
    static constexpr TimeNs kNeverEnded = INT64_MIN; // as a duration

    StringId name;
    TimeNs start = 0;
    TimeNs duration = 0;               // other negative values than kNeverEnded are reported and become 0
    EventKind kind = EventKind::Other; // Other: given by the shape's category
};

// Duration from begin and end in a file; negative if the end is before the begin. Never overflows.
[[nodiscard]] constexpr TimeNs lasting(TimeNs begin, TimeNs end) {
    TimeNs difference = 0;
    if (__builtin_sub_overflow(end, begin, &difference)) {
        difference = end < begin ? -INT64_MAX : INT64_MAX;
    }
    return difference == ImportedEvent::kNeverEnded ? -INT64_MAX : difference;
}
// The sum of two numbers of a file, clamped to 64 bits.
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

    // Reports that the file ends in the middle: the rest is missing.
    void tellCut();
    // Reports records of a kind that is not read ("states of tracks").
    void tellUnread(const std::string& what, std::uint64_t count);

    [[nodiscard]] StringId text(std::string_view plain);
    [[nodiscard]] std::string_view plain(StringId id) const {
        return strings_.view(id);
    } // valid until the next text
    [[nodiscard]] StringId quoted(std::string_view plain);
    [[nodiscard]] StringId json(std::string_view raw) { return text(raw); }
    // The number as JSON; values that JSON lacks are written NaN or Infinity.
    [[nodiscard]] StringId number(double value);

    // `process.key` must be new and, within its process, `track.key`.
    [[nodiscard]] ProcessId addProcess(Process process);
    // Adds a GPU by its number, which must be new. GPUs are sorted after all programs.
    [[nodiscard]] ProcessId addGpu(std::int64_t number, std::string name = {}, std::string uuid = {});
    [[nodiscard]] TrackId addTrack(Track track);
    [[nodiscard]] Process& process(ProcessId id) { return data_.processes[id.value]; }
    [[nodiscard]] Track& track(TrackId id) { return data_.tracks[id.value]; }

    [[nodiscard]] ImportShapeId shape(const ImportShape& shape);

    // Adds a slice. Amortised O(columns). Returns an invalid one if the trace may take no more memory: see isFull().
    ImportedSlice slice(TrackId track, const ImportedEvent& event, ImportShapeId shape,
                        const ImportArgs& args = {});
    void instant(TrackId track, StringId name, TimeNs time, ImportShapeId shape, const ImportArgs& args = {});
    void link(LinkKind kind, ImportedSlice from, ImportedSlice to);
    // Counts an arrow of the file; link() draws it.
    void countFlow(bool linked);
    // Adds a sample to a curve; samples may come in any order of time.
    void sample(TrackId track, StringId counter, TimeNs time, double value);
    void memory(const ImportedMemory& event);

    [[nodiscard]] std::uint64_t events() const { return events_; }
    // True if the memory limit of the trace is reached. The reader must then end; the data read so far is shown, and the
    // cut is reported.
    [[nodiscard]] bool isFull() const { return full_; }
    // Counts memory of the reader itself for isFull(), while it reads.
    void account(std::size_t bytes);
    // Frees memory that account() counted.
    void release(std::size_t bytes) { bytes_ -= bytes; }

    // Makes the trace; the builder must not be used afterwards. Throws Stopped. O(n log n) in slices, O(n) if they come
    // in order of time.
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
