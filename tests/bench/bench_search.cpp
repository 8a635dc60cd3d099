// What a search over the whole session with its marks in every lane and the figures of a brushed range cost, over a
// generated session.
//
//   bench_search [SLICES]    without it 10 million
#include "model/lod/RangeSummary.h"
#include "tests/bench/Report.h"
#include "tests/support/GeneratedTrace.h"
#include "views/shared/session/EventSearch.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace lanes;

namespace {

constexpr int kRounds = 9;

// What no search does without: one look at the name of every slice, whether it is one of those wanted, with the count and
// the time of those that are. On one thread.
double nameColumnPassMs(const Trace& trace, std::string_view wanted) {
    std::vector<std::uint8_t> isWanted(trace.strings().size());
    for (std::uint32_t id = 0; id < isWanted.size(); ++id) {
        isWanted[id] = trace.text(StringId{id}).find(wanted) != std::string_view::npos ? 1 : 0;
    }
    std::uint64_t count = 0;
    TimeNs time = 0;
    const double ms = bench::quickestMs(kRounds, [&] {
        for (const auto& segment : trace.segments()) {
            for (std::uint32_t i = 0; i < segment->name.size(); ++i) {
                if (isWanted[segment->name[i].value] != 0) {
                    ++count;
                    time += segment->duration[i];
                }
            }
        }
    });
    if (count == 0 || time == 0) {
        bench::fail("the session has no such names");
    }
    return ms;
}

void searchFor(const std::shared_ptr<const LodIndex>& lod, const std::string& name, const char* text,
               double passMs) {
    const Filter filter = Filter::parse(text).value();
    std::uint64_t count = 0;
    const double ms =
        bench::quickestMs(kRounds, [&] { count = findEvents(lod->trace(), lod, filter)->events->count(); });
    bench::rowAgainst(name + ": search " + text + ", " + std::to_string(count) +
                          " found, against one pass over the names",
                      ms, "ms", passMs, 2);
}

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t slices = bench::countArgument(argc, argv, 10'000'000, "bench_search [SLICES]");
    const auto trace = test::generatedTrace(slices);
    const std::string name = std::to_string(trace->sliceCount() / 1'000'000) + " M slices";
    const auto lod = LodIndex::build(trace);
    const double passMs = nameColumnPassMs(*trace, "op_12");
    searchFor(lod, name, "op_12", passMs);
    searchFor(lod, name, "/op_.*7$/", passMs);
    searchFor(lod, name, "kernel:", passMs);
    searchFor(lod, name, "dur>1ms", passMs);
    const TimeRange span = trace->span();
    const TimeRange third{span.begin + span.length() / 3, span.begin + span.length() * 2 / 3};
    std::uint64_t seen = 0;
    bench::row(name + ": count and busy time per row of a third",
               bench::quickestMs(kRounds, [&] { seen += rowsIn(*lod, third).events; }), "ms", 1);
    bench::row(name + ": top names of a third",
               bench::quickestMs(kRounds, [&] { seen += topNamesIn(*lod, third, 20).names.size(); }), "ms",
               20);
    bench::row(name + ": top names of everything",
               bench::quickestMs(kRounds, [&] { seen += topNamesIn(*lod, span, 20).names.size(); }), "ms",
               20);
    return seen > 0 ? 0 : 1;
}
