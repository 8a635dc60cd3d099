// The kernel table: launches, times, launch shapes, occupancy, and the operators that launched the kernels.
#pragma once

#include "model/analysis/device/Occupancy.h"
#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/text/Filter.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// The data that the table reads from a trace, made once and shared. Columns are in the order of
// OperatorForest::deviceWork().
struct KernelData {
    struct Launch {
        LaunchShape shape;
        std::int32_t recordedOccupancy = -1; // "est. achieved occupancy %"; -1 not recorded
        Occupancy estimate;
    };

    std::shared_ptr<const OperatorForest> forest;
    std::shared_ptr<const OperatorSignatures> signatures;
    LazyContext context;
    std::vector<TimeNs> start;
    std::vector<TimeNs> duration;
    std::vector<StringId> name;
    std::vector<EventKind> kind;
    std::vector<Hue> hue;
    std::vector<std::uint32_t> launch; // in launches
    std::vector<Launch> launches;      // distinct launches
    std::vector<DeviceLimits> devices;

    // Nothing if asked to stop. O(kernels).
    static std::optional<KernelData> build(const OperatorData& operators, const std::stop_token& stop = {});
};

struct KernelQuery {
    // Counts launches whose work starts in this range, each in full; nothing: the whole session.
    std::optional<TimeRange> range;
    Filter filter;
    bool copiesToo = false; // memory copies and sets as rows of their own
};

// The operator calls of one kind that launched a kernel.
struct KernelOwner {
    StringId name;
    StringId dims;
    Hue hue = Hue::Operator;
    std::int64_t launches = 0;
    TimeNs time = 0;
};

struct KernelRow {
    StringId name; // as recorded
    EventKind kind = EventKind::Kernel;
    Hue hue = Hue::Other;
    std::int64_t calls = 0;
    TimeNs total = 0;
    TimeNs min = 0;
    TimeNs max = 0;
    std::uint32_t launch = 0;  // the most frequent launch (KernelData::launches)
    bool launchVaries = false; // true if there were other launches as well
    int occupancy =
        -1; // mean over time, per cent: recorded (0 is how Kineto writes "unknown"), else estimated; -1 not known
    TimeNs medianDelay = -1;          // start of the call to start of the kernel; -1 not known
    TimeNs medianQueue = -1;          // end of the call to start of the kernel, at least 0; -1 not known
    std::vector<KernelOwner> owners;  // by time, longest first
    std::vector<std::uint32_t> works; // positions in KernelData's columns, in lane order
    std::uint32_t slowest = 0;        // an item of `works`

    [[nodiscard]] TimeNs mean() const { return calls > 0 ? total / calls : 0; }
};

// Rows in order of first appearance. Nothing if asked to stop. O(kernels).
[[nodiscard]] std::optional<std::vector<KernelRow>>
kernelStats(const KernelData& data, const KernelQuery& query, const std::stop_token& stop = {});

} // namespace lanes
