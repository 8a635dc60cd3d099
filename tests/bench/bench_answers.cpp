// How long the larger answers to a session of 1 GB of Kineto's JSON take, each asked first of a session that is just open: all
// of it, then ranges, and how soon one that is asked to stop lets go. Off the UI thread. Prints rows as scripts/bench.py
// reads them. bench_answers [FILE [QUESTION]] asks another file, or only what is called so.
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/advice/Advice.h"
#include "model/analysis/compare/DiffTree.h"
#include "model/analysis/compare/SessionDiff.h"
#include "model/analysis/gaps/SessionGaps.h"
#include "model/analysis/path/CriticalPath.h"
#include "model/io/OpenTrace.h"
#include "tests/bench/Report.h"
#include "tests/bench/Session.h"

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

using namespace lanes;

namespace {

constexpr double kFirstMs = 300;
constexpr double kRangeMs = 100;
constexpr double kStopMs = 50;
constexpr int kRounds = 3;

struct Question {
    std::string name;
    // Nothing: of the whole session.
    std::function<void(TraceAnalyses& analyses, std::optional<TimeRange> range, const std::stop_token& stop)>
        ask;
};

std::vector<Question> questions() {
    using Range = std::optional<TimeRange>;
    return {{"gaps",
             [](TraceAnalyses& analyses, Range range, const std::stop_token& stop) {
                 constexpr std::size_t kShown = 100;
                 if (const auto gaps = analyses.gaps(stop)) {
                     std::ignore = gapsOfSession(*gaps, range, kShown, GapsOf::Both, stop);
                 }
             }},
            {"advice",
             [](TraceAnalyses& analyses, Range range, const std::stop_token& stop) {
                 if (const auto advice = analyses.advice(stop)) {
                     std::ignore = adviceOf(*advice, range, {}, stop);
                 }
             }},
            {"critical path",
             [](TraceAnalyses& analyses, Range range, const std::stop_token& stop) {
                 if (const auto path = analyses.path(stop)) {
                     std::ignore = criticalPath(*path, range.value_or(analyses.trace()->work()), stop);
                 }
             }},
            {"difference",
             [](TraceAnalyses& analyses, Range range, const std::stop_token& stop) {
                 std::ignore = diffOf({analyses, range}, {analyses, range}, DiffBy::Name, stop);
             }},
            {"difference as a flame graph",
             [](TraceAnalyses& analyses, Range range, const std::stop_token& stop) {
                 std::ignore = diffTreeOf({analyses, range}, {analyses, range}, DiffBy::Name, stop);
             }}};
}

// The longest that an answer goes on after it was asked to stop, at moments all over the time that it takes.
double longestStop(const std::shared_ptr<const Trace>& trace, const Question& question, double takes) {
    constexpr int kMoments = 20;
    double longest = 0;
    for (int moment = 0; moment < kMoments; ++moment) {
        TraceAnalyses analyses(trace);
        std::chrono::steady_clock::time_point done;
        std::jthread thread([&](const std::stop_token& stop) {
            question.ask(analyses, std::nullopt, stop);
            done = std::chrono::steady_clock::now();
        });
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(takes * moment / kMoments));
        const auto asked = std::chrono::steady_clock::now();
        thread.request_stop();
        thread.join();
        longest = std::max(longest, std::chrono::duration<double, std::milli>(done - asked).count());
    }
    return longest;
}

void measure(const std::shared_ptr<const Trace>& trace, const Question& question) {
    double first = 0;
    std::unique_ptr<TraceAnalyses> analyses;
    for (int round = 0; round < kRounds; ++round) {
        analyses = std::make_unique<TraceAnalyses>(trace);
        const double ms = bench::milliseconds([&] { question.ask(*analyses, std::nullopt, {}); });
        first = round == 0 ? ms : std::min(first, ms);
    }
    const std::string name = "1 GB: " + question.name;
    bench::row(name + ", first answer", first, "ms", kFirstMs);
    bench::row(
        name + ", new range",
        bench::slowestRange(trace->span(), [&](TimeRange range) { question.ask(*analyses, range, {}); }),
        "ms", kRangeMs);
    bench::row(name + ", stops within", longestStop(trace, question, first), "ms", kStopMs);
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
    const std::string_view wanted = argc > 2 ? argv[2] : "";
    for (const Question& question : questions()) {
        if (question.name.find(wanted) != std::string::npos) {
            measure(trace.value(), question);
        }
    }
    return 0;
}
