// What a search over the whole session with its marks in every lane and the figures of a brushed range cost, over a
// generated session.
//
//   bench_search [SLICES]    without it 10 million
#include "model/lod/RangeSummary.h"
#include "tests/support/GeneratedTrace.h"
#include "views/shared/EventSearch.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace lanes;

namespace {

constexpr int kRounds = 9;

template<class Work>
double medianMs(Work&& work) {
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        const auto before = std::chrono::steady_clock::now();
        work();
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count());
    }
    std::ranges::nth_element(times, times.begin() + kRounds / 2);
    return times[kRounds / 2];
}

void row(const std::string& name, double value, double bound) {
    std::printf("{\"name\": \"%s\", \"value\": %.3f, \"unit\": \"ms\", \"reference\": null, \"ratio\": null, "
                "\"bound\": %.3f, \"ok\": %s}\n",
                name.c_str(), value, bound, value <= bound ? "true" : "false");
    std::fflush(stdout);
}

void searchFor(const std::shared_ptr<const LodIndex>& lod, const std::string& name, const char* text) {
    const Filter filter = Filter::parse(text).value();
    std::uint64_t count = 0;
    const double ms = medianMs([&] { count = findEvents(lod->trace(), lod, filter)->events->count(); });
    row(name + ": search " + text + ", " + std::to_string(count) + " found", ms, 50);
}

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t slices = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
    const auto trace = test::generatedTrace(slices);
    const std::string name = std::to_string(trace->sliceCount() / 1'000'000) + " M slices";
    const auto lod = LodIndex::build(trace);
    searchFor(lod, name, "op_12");
    searchFor(lod, name, "/op_.*7$/");
    searchFor(lod, name, "kernel:");
    searchFor(lod, name, "dur>1ms");
    const TimeRange span = trace->span();
    const TimeRange third{span.begin + span.length() / 3, span.begin + span.length() * 2 / 3};
    std::uint64_t seen = 0;
    row(name + ": count and busy time per row of a third",
        medianMs([&] { seen += rowsIn(*lod, third).events; }), 1);
    row(name + ": top names of a third", medianMs([&] { seen += topNamesIn(*lod, third, 20).names.size(); }),
        20);
    row(name + ": top names of everything",
        medianMs([&] { seen += topNamesIn(*lod, span, 20).names.size(); }), 20);
    return seen > 0 ? 0 : 1;
}
