// A stretch of a session answers for its time as the whole session does, with the session's ids.
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/advice/AdviceData.h"
#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/path/CriticalPath.h"
#include "model/analysis/ranks/RankRecord.h"
#include "model/analysis/trust/Ledger.h"
#include "model/trace/TraceStretch.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>

using namespace lanes;
using lanes::test::textOf;
using lanes::test::traceFromText;

namespace {

constexpr TimeNs kRound = 1000;
constexpr std::uint32_t kPerRound = 5; // slices

// Rounds of work in segments of their own, all within one range that never ends: two nested operators, a launch and a kernel.
std::shared_ptr<const Trace> rounds(int count) {
    std::string text = "main user_annotation training 0 open\n";
    for (int r = 0; r < count; ++r) {
        const TimeNs at = 10 + r * kRound;
        const auto line = [&](const std::string& what, TimeNs start, TimeNs length) {
            text += what + ' ' + std::to_string(start) + ' ' + std::to_string(length) + '\n';
        };
        line("main cpu_op outer" + std::to_string(r % 3), at, 800);
        line("main cpu_op inner", at + 100, 300);
        line("main cuda_runtime cudaLaunchKernel", at + 150, 50);
        line("stream kernel gemm", at + 300, 500);
        line("late cpu_op other", at + 20, 100);
        text += "---\n";
    }
    return traceFromText(text);
}

// Calls and their time by name, of a range.
std::map<std::string, std::pair<std::int64_t, TimeNs>> operatorsOf(TraceAnalyses& analyses, TimeRange range) {
    std::map<std::string, std::pair<std::int64_t, TimeNs>> found;
    OperatorQuery query;
    query.range = range;
    const auto rows = operatorStats(*analyses.operators(), query);
    for (const OperatorRow& row : rows.value_or(std::vector<OperatorRow>())) {
        found[row.label] = {row.calls, row.selfCpu};
    }
    return found;
}

} // namespace

class TraceStretchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itHasTheNewestThatFits();
    void ofAPlaceInBetweenItHasThat();
    void whereNothingBeginsItHasWhatLiesAround();
    void whatLiesBeforeItIsNoCallerOfIt();
    void arrowsThatLeadOutOfItAreLeftOut();
    void memoryIsLeftOutByWholeBlocksAndCounted();
    void aQuietRowDoesNotShortenIt();
    void itsFiguresAreThoseOfTheWholeSession();
    void whatMayLieBeforeItIsNotMissing();
    void everyAnswerCanBeAskedOfIt();
};

void TraceStretchTest::itHasTheNewestThatFits() {
    const auto trace = rounds(20);
    const TraceStretch stretch(*trace, trace->span(), 4 * kPerRound);
    const auto part = stretch.of(*trace);
    QVERIFY(stretch.range().begin > trace->span().begin);
    QCOMPARE(stretch.range().end, trace->span().end);
    QVERIFY(part->sliceCount() - part->firstSlice() <= 4 * kPerRound);
    QVERIFY(part->sliceCount() - part->firstSlice() > 3 * kPerRound);
    QVERIFY(part->firstSlice() > 0);
    QVERIFY(!part->has(SliceId(0)));
    const SliceId last(trace->sliceCount() - 1);
    QVERIFY(part->has(last));
    QCOMPARE(part->slice(last).start, trace->slice(last).start);
    // whatever begins in its range is there
    for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
        QVERIFY(trace->slice(SliceId(i)).start < stretch.range().begin || part->has(SliceId(i)));
    }
    const TraceStretch all(*trace, trace->span(), trace->sliceCount());
    QCOMPARE(all.range(), trace->span());
    QCOMPARE(textOf(*all.of(*trace)), textOf(*trace));
}

void TraceStretchTest::ofAPlaceInBetweenItHasThat() {
    const auto trace = rounds(20);
    const TimeRange range{5 * kRound, 7 * kRound};
    const TraceStretch stretch(*trace, range, 10 * kPerRound);
    const auto part = stretch.of(*trace);
    QCOMPARE(stretch.range(), range);
    for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
        QVERIFY(!range.contains(trace->slice(SliceId(i)).start) || part->has(SliceId(i)));
    }
    QVERIFY(part->sliceCount() < trace->sliceCount());
    QVERIFY(part->firstSlice() > 0);
}

// A range within one long slice, long before the end of a session that went on.
void TraceStretchTest::whereNothingBeginsItHasWhatLiesAround() {
    std::string text = "main cpu_op training 0 9000\n---\nmain cpu_op around 100 5000\n---\nstream kernel "
                       "slow 200 4000\n---\n";
    for (int i = 0; i < 100; ++i) {
        text += "main cpu_op later " + std::to_string(10'000 + i * 100) + " 50\n---\n";
    }
    const auto trace = traceFromText(text);
    const TimeRange range{2000, 3000};
    const TraceStretch stretch(*trace, range, 50);
    QCOMPARE(stretch.range(), range);
    TraceAnalyses whole(trace);
    TraceAnalyses part(trace, stretch);
    QCOMPARE(part.trace()->sliceCount(), 3u);
    QCOMPARE(whole.split()->split(range).of(Activity::Kernel), range.length());
    QVERIFY(part.split()->split(range).ns == whole.split()->split(range).ns);
    // of what does not fit the last
    const auto last = TraceStretch(*trace, range, 1).of(*trace);
    QCOMPARE(last->sliceCount() - last->firstSlice(), 1u);
    // and nothing where there is nothing
    QCOMPARE(TraceStretch(*trace, {9500, 9600}, 50).of(*trace)->segments().size(), std::size_t(0));
}

void TraceStretchTest::whatLiesBeforeItIsNoCallerOfIt() {
    const auto trace = rounds(20);
    const auto part = TraceStretch(*trace, trace->span(), 4 * kPerRound).of(*trace);
    int inner = 0;
    for (std::uint32_t i = part->firstSlice(); i < part->sliceCount(); ++i) {
        const SliceId caller = part->slice(SliceId(i)).parent;
        QVERIFY(!caller.valid() || part->has(caller));
        inner += caller.valid() ? 1 : 0;
        QVERIFY(trace->has(SliceId(i)));
    }
    QVERIFY(inner > 0);
    QVERIFY(part->openSlices().empty());
}

void TraceStretchTest::arrowsThatLeadOutOfItAreLeftOut() {
    LinkTable links;
    UnwrittenVector<Link> some;
    for (std::uint32_t i = 0; i < 10; ++i) {
        some.push_back({SliceId(i), SliceId(i + 3), LinkKind::Launch});
    }
    links.add(std::move(some));
    links.add({{SliceId(9), SliceId(2), LinkKind::Flow}});
    const LinkTable within = links.within(SliceId(4), SliceId(10));
    QCOMPARE(within.size(), std::size_t(3)); // 4, 5 and 6 lead to 7, 8 and 9
    QCOMPARE(within.firstFrom(SliceId(4), LinkKind::Launch), SliceId(7));
    QVERIFY(!within.firstTo(SliceId(6), LinkKind::Launch).valid());
    QVERIFY(!within.firstFrom(SliceId(9), LinkKind::Flow).valid());
}

void TraceStretchTest::memoryIsLeftOutByWholeBlocksAndCounted() {
    constexpr std::size_t kBlock = decltype(MemoryTable::time)::kBlockRows;
    const auto trace = rounds(20);
    TraceData data = trace->data();
    MemoryRows rows;
    for (std::size_t i = 0; i < 3 * kBlock; ++i) {
        rows.time.push_back(static_cast<TimeNs>(i) * trace->span().length() /
                            static_cast<TimeNs>(3 * kBlock));
        rows.address.push_back(i);
        rows.bytes.push_back(8);
        rows.totalAllocated.push_back(-1);
        rows.totalReserved.push_back(-1);
        rows.deviceType.push_back(0);
        rows.deviceIndex.push_back(-1);
        rows.track.push_back(TrackId(0));
        rows.stack.push_back({});
    }
    takeRows(data.memory, std::move(rows));
    const Trace whole(std::move(data));
    const TraceStretch stretch(whole, whole.span(), 4 * kPerRound);
    const auto part = stretch.of(whole);
    QCOMPARE(stretch.memoryBefore(), static_cast<std::uint32_t>(2 * kBlock));
    QCOMPARE(part->memory().size(), static_cast<std::uint32_t>(kBlock));
    QCOMPARE(part->memory().address[0], whole.memory().address[stretch.memoryBefore()]);
}

void TraceStretchTest::aQuietRowDoesNotShortenIt() {
    const auto trace = rounds(20);
    TraceData data = trace->data();
    std::string text = "quiet cpu_op once 0 10\n---\n";
    for (int r = 0; r < 20; ++r) {
        text += "main cpu_op work " + std::to_string(r * kRound) + " 800\n";
        text += r == 19 ? "quiet cpu_op again " + std::to_string(r * kRound + 900) + " 10\n" : "";
        text += "---\n";
    }
    const auto quiet = traceFromText(text);
    const TraceStretch stretch(*quiet, quiet->span(), 10);
    QVERIFY(stretch.range().length() > 5 * kRound);
}

void TraceStretchTest::itsFiguresAreThoseOfTheWholeSession() {
    const auto trace = rounds(30);
    const TraceStretch stretch(*trace, trace->span(), 10 * kPerRound);
    TraceAnalyses whole(trace);
    TraceAnalyses part(trace, stretch);
    const auto expected = operatorsOf(whole, stretch.range());
    QCOMPARE(expected.size(), std::size_t(5)); // three outer, inner and other
    QVERIFY(operatorsOf(part, stretch.range()) == expected);
}

void TraceStretchTest::whatMayLieBeforeItIsNotMissing() {
    const auto trace = rounds(30); // whose kernels are tied to no call
    TraceAnalyses whole(trace);
    TraceAnalyses part(trace, TraceStretch(*trace, trace->span(), 10 * kPerRound));
    const auto isUnmatched = [](const LedgerEntry& entry) { return entry.group == LedgerGroup::Unmatched; };
    QVERIFY(std::ranges::any_of(whole.ledger()->entries, isUnmatched));
    QVERIFY(std::ranges::none_of(part.ledger()->entries, isUnmatched));
}

void TraceStretchTest::everyAnswerCanBeAskedOfIt() {
    const auto trace = rounds(30);
    const TraceStretch stretch(*trace, trace->span(), 10 * kPerRound);
    TraceAnalyses analyses(trace, stretch);
    QVERIFY(analyses.advice() != nullptr);
    const auto graph = analyses.path();
    QVERIFY(graph != nullptr);
    const CriticalPath path = criticalPath(*graph, stretch.range());
    QVERIFY(!path.segments.empty());
    for (const PathSegment& segment : path.segments) {
        QVERIFY(!segment.slice.valid() || segment.slice.value >= analyses.trace()->firstSlice());
    }
    (void)analyses.ranks();
    QVERIFY(analyses.kernels() != nullptr);
    QVERIFY(analyses.graphs() != nullptr);
    QVERIFY(analyses.split() != nullptr);
    QVERIFY(analyses.gaps() != nullptr);
    QVERIFY(analyses.ledger() != nullptr);
    QVERIFY(analyses.memory() != nullptr);
    const auto tree = FlameTree::build(*analyses.operators(), {});
    QVERIFY(tree != nullptr);
}

int run_tst_trace_stretch(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TraceStretchTest>(argc, argv);
}
#include "tst_trace_stretch.moc"
