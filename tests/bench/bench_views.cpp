// How long the numbers behind each view take: the first answer for a whole session, and the answer for a newly brushed
// range. Off the UI thread, so these are the times from the brush to the new numbers. Prints rows as scripts/bench.py
// reads them.
//
// Sessions: 1 GB of Kineto JSON grown from a real trace (where the optional traces are there), and 100 million slices made
// here. bench_views [SLICES] makes fewer.
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/gaps/SessionGaps.h"
#include "model/analysis/memory/MemoryHistory.h"
#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/time/Overview.h"
#include "model/io/OpenTrace.h"
#include "model/trace/slices/SegmentBuilder.h"
#include "tests/bench/Report.h"
#include "tests/bench/Session.h"
#include "tests/support/TraceBuilder.h"

#include <cstdio>
#include <functional>
#include <string>

using namespace lanes;

namespace {

constexpr int kRepeats = 5;

// What no view does without: one pass over the columns that all of them read.
double columnPassMs(const Trace& trace) {
    std::uint64_t sum = 0;
    const double ms = bench::quickestMs(kRepeats, [&] {
        for (const auto& segment : trace.segments()) {
            for (std::uint32_t i = 0; i < segment->size(); ++i) {
                sum += static_cast<std::uint64_t>(segment->start[i] + segment->duration[i]) +
                       segment->name[i].value;
            }
        }
    });
    if (sum == 0) {
        bench::fail("the session has no slices");
    }
    return ms;
}

// How long the answers of one session may take, in passes over its columns.
struct Bounds {
    double passMs;
    double first;
    double range;
};

// The data that a view needs and its first answer, then answers for ranges.
template<class Build, class Ask>
void measure(const std::string& name, TimeRange session, const Bounds& bounds, Build build, Ask ask) {
    const double first = bench::milliseconds([&] {
        build();
        ask(std::optional<TimeRange>());
    });
    bench::rowAgainst(name + ", first answer", first, "ms", bounds.passMs, bounds.first);
    bench::rowAgainst(name + ", new range",
                      bench::slowestRange(session, [&](TimeRange range) { ask(std::optional(range)); }), "ms",
                      bounds.passMs, bounds.range);
}

void measureAll(const std::string& label, const std::shared_ptr<const Trace>& trace, double firstPasses,
                double rangePasses) {
    const TimeRange session = trace->span();
    const Bounds bounds{columnPassMs(*trace), firstPasses, rangePasses};
    std::optional<OperatorData> operators;
    std::optional<KernelData> kernels;
    std::shared_ptr<const TimeSplit> split;
    std::shared_ptr<const MemoryHistory> memory;
    measure(
        label + ": operator table", session, bounds, [&] { operators = OperatorData::build(trace); },
        [&](std::optional<TimeRange> range) { std::ignore = operatorStats(*operators, {.range = range}); });
    measure(
        label + ": operator table by shapes", session, bounds, [] {},
        [&](std::optional<TimeRange> range) {
            std::ignore = operatorStats(*operators, {.group = OperatorGroup::Shapes, .range = range});
        });
    measure(
        label + ": kernel table", session, bounds, [&] { kernels = KernelData::build(*operators); },
        [&](std::optional<TimeRange> range) { std::ignore = kernelStats(*kernels, {.range = range}); });
    measure(
        label + ": overview", session, bounds, [&] { split = TimeSplit::build(*trace); },
        [&](std::optional<TimeRange> range) {
            std::ignore = overviewOf(*split, operators->steps, range.value_or(session)).split;
        });
    std::shared_ptr<const GapData> gaps;
    measure(
        label + ": gaps with causes", session, bounds, [&] { gaps = GapData::build(trace); },
        [&](std::optional<TimeRange> range) {
            constexpr std::size_t kShown = 100;
            std::ignore = gapsOfSession(*gaps, range, kShown);
        });
    measure(
        label + ": memory", session, bounds, [&] { memory = MemoryHistory::build(*operators); },
        [&](std::optional<TimeRange> range) {
            for (const DeviceMemory& device : memory->devices()) {
                std::ignore = aliveAt(device, range.value_or(session).end);
            }
        });
    measure(
        label + ": modules", session, bounds, [] {},
        [&](std::optional<TimeRange> range) {
            std::ignore = FlameTree::build(*operators, {.source = FlameSource::Modules, .range = range});
        });
    measure(
        label + ": flame graph", session, bounds, [] {},
        [&](std::optional<TimeRange> range) {
            std::ignore = FlameTree::build(*operators, {.range = range});
        });
}

// Operators four deep on a few threads, with 1920 names, in segments as a session's reader makes them.
std::shared_ptr<const Trace> generated(std::uint32_t slices) {
    constexpr std::uint32_t kThreads = 8;
    constexpr std::uint32_t kSegment = 1 << 20;
    constexpr TimeNs kPeriod = 4000;
    constexpr std::size_t kNames = 2000;
    constexpr std::size_t kSites = 480; // places in the program from which operators are called
    TraceBuilder builder;
    std::vector<StringId> names;
    names.reserve(kNames);
    for (std::size_t i = 0; i < kNames; ++i) {
        names.push_back(builder.strings().intern("aten::op_" + std::to_string(i)));
    }
    TraceData data;
    data.strings = builder.strings().snapshot();
    data.processes.push_back({.key = "1", .name = "python3"});
    std::vector<OpenStack> open(kThreads);
    std::vector<TimeNs> time(kThreads, 0);
    for (std::uint32_t t = 0; t < kThreads; ++t) {
        data.tracks.push_back({.process = ProcessId(0), .key = std::to_string(t)});
    }
    std::vector<SliceRecord> records;
    for (std::uint32_t made = 0, turn = 0; made < slices; ++turn) {
        const std::uint32_t t = turn % kThreads;
        records.clear();
        while (records.size() + 4 <= kSegment && made + records.size() + 4 <= slices) {
            const TimeNs at = time[t] += kPeriod;
            const std::size_t site = (made + records.size()) / 4 % kSites;
            for (TimeNs depth = 0; depth < 4; ++depth) {
                SliceRecord record;
                record.start = at + depth * 100;
                record.duration = kPeriod - 500 - depth * 200;
                record.name = names[(site * 4 + static_cast<std::size_t>(depth)) % names.size()];
                record.kind = EventKind::Operator;
                record.hue = Hue::Operator;
                records.push_back(record);
            }
        }
        if (records.empty()) {
            break;
        }
        data.segments.push_back(buildSegment(TrackId(t), made, records, open[t]));
        made += static_cast<std::uint32_t>(records.size());
    }
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t slices = bench::countArgument(argc, argv, 100'000'000, "bench_views [SLICES]");
    const std::string big = bench::bigTrace();
    if (big.empty()) {
        std::puts("the real traces are not there: only generated slices are measured");
    } else {
        const auto trace = openTrace(big);
        if (!trace) {
            bench::fail(trace.error().message);
        }
        std::printf("1 GB: %u slices\n", trace.value()->sliceCount());
        measureAll("1 GB", trace.value(), 300, 50);
    }
    measureAll(std::to_string(slices / 1'000'000) + " M slices",
               generated(static_cast<std::uint32_t>(slices)), 3000, 3000);
    return 0;
}
