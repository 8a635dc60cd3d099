// How long questions in SQL take of a session of 1 GB of Kineto's JSON: all slices by name, and those of a time range or a name.
// The reference is what SQLite takes for as many rows that it counts up itself. Prints rows as scripts/bench.py reads them. bench_sql [FILE]
#include "model/io/OpenTrace.h"
#include "model/sql/Database.h"
#include "tests/bench/Report.h"
#include "tests/bench/Session.h"
#include "tests/support/ThreadClock.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace lanes;

namespace {

constexpr int kRounds = 5;

// A query runs on the thread that asks: its time there is the same on a busy machine.
template<class Work>
double quickest(const Work& work) {
    double least = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::int64_t begin = test::threadNs();
        work();
        const double ms = static_cast<double>(test::threadNs() - begin) / 1e6;
        least = round == 0 ? ms : std::min(least, ms);
    }
    return least;
}

constexpr double kAllMs = 1000;
constexpr double kSomeMs = 50;

std::int64_t rowsOf(sql::Database& database, const std::string& query) {
    std::int64_t rows = 0;
    const auto done =
        database.query(query, {.head = [](const auto&) {}, .row = [&](const auto&) { ++rows; }});
    if (!done) {
        bench::fail(done.error().message);
    }
    return rows;
}

// How many names slices have, by a loop of ours.
std::int64_t namesOf(const Trace& trace) {
    std::vector<bool> seen(trace.strings().size());
    for (const auto& segment : trace.segments()) {
        for (const StringId name : segment->name) {
            seen[name.value] = true;
        }
    }
    return std::ranges::count(seen, true);
}

void measure(const Trace& trace, sql::Database& database) {
    const std::string byName = "select name, count(*), sum(dur) from slice group by name";
    if (rowsOf(database, byName) != namesOf(trace)) {
        bench::fail("SQL and a loop of ours find different numbers of names");
    }
    const std::string counting = "select count(*), sum(x) from (with recursive r(x) as (select 1 union all "
                                 "select x + 1 from r limit " +
                                 std::to_string(trace.sliceCount()) + ") select x from r)";
    const double all = quickest([&] { rowsOf(database, byName); });
    const double reference = quickest([&] { rowsOf(database, counting); });
    bench::row("1 GB: SQL, all slices by name", all, "ms", kAllMs);
    constexpr double kMostOfReference = 1.2;
    bench::rowAgainst("1 GB: SQL, all slices by name, to rows of SQLite's own", all, "ms", reference,
                      kMostOfReference);

    const TimeRange span = trace.span();
    const TimeNs begin = span.begin + span.length() / 2;
    const TimeNs end = begin + span.length() / 1000;
    const std::string range = "select name, count(*), sum(dur) from slice where ts between " +
                              std::to_string(begin) + " and " + std::to_string(end) + " group by name";
    bench::row("1 GB: SQL, a time range by name", quickest([&] { rowsOf(database, range); }), "ms", kSomeMs);
    bench::row("1 GB: SQL, one name", quickest([&] {
                   rowsOf(database, "select count(*), sum(dur) from slice where name = 'aten::linear'");
               }),
               "ms", kSomeMs);
}

} // namespace

int main(int argc, char** argv) {
    const std::string big = argc > 1 ? argv[1] : bench::bigTrace();
    if (big.empty()) {
        bench::fail("the real traces are not there (LANESCOPE_TRACES)");
    }
    const auto trace = openTrace(big);
    if (!trace) {
        bench::fail(trace.error().message);
    }
    std::printf("1 GB: %u slices\n", trace.value()->sliceCount());
    sql::Database database(trace.value());
    const double first =
        bench::milliseconds([&] { rowsOf(database, "select name, count(*) from slice group by name"); });
    bench::row("1 GB: SQL, the first question by name", first, "ms");
    measure(*trace.value(), database);
    return 0;
}
