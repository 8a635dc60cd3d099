// Who is whose child, who owns which kernel, what self time is.
#include "model/analysis/memory/OperatorMemory.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/operators/OperatorForest.h"
#include "model/analysis/time/IntervalSet.h"
#include "model/trace/slices/SegmentBuilder.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>

using namespace lanes;

namespace {

// "name<parent self=.. device=self/total", one line per operator.
std::string textOf(const OperatorForest& forest) {
    std::string out;
    const Trace& trace = forest.trace();
    for (std::uint32_t op = 0; op < forest.size(); ++op) {
        const std::uint32_t parent = forest.parent(op);
        out += std::string(trace.text(trace.slice(forest.slice(op)).name)) + "<" +
               (parent == OperatorForest::kNone
                    ? "-"
                    : std::string(trace.text(trace.slice(forest.slice(parent)).name))) +
               " " + std::to_string(forest.selfTime(op)) + " " + std::to_string(forest.selfDevice(op)) + "/" +
               std::to_string(forest.totalDevice(op)) + "\n";
    }
    return out;
}

bool isNode(const Trace::Slice& slice) {
    return slice.kind == EventKind::Operator || slice.kind == EventKind::UserRange;
}

// The callers of all nodes: of each the last one before it, as they began, that encloses it.
std::map<SliceId, SliceId> callersOf(const Trace& trace) {
    using Key = std::tuple<TrackId, TimeNs, std::uint32_t, SliceId>; // as they began
    std::map<Key, TimeNs> nodes;
    std::map<SliceId, SliceId> callers;
    for (std::uint32_t s = 0; s < trace.sliceCount(); ++s) {
        if (const Trace::Slice slice = trace.slice(SliceId(s)); isNode(slice)) {
            nodes[{slice.track, slice.start, slice.depth, SliceId(s)}] = slice.end();
        }
    }
    for (auto node = nodes.begin(); node != nodes.end(); ++node) {
        for (auto at = node; at != nodes.begin();) {
            --at;
            const bool around = at->second > std::get<1>(node->first) && at->second >= node->second;
            if (around && std::get<0>(at->first) == std::get<0>(node->first)) {
                callers[std::get<3>(node->first)] = std::get<3>(at->first);
                break;
            }
        }
    }
    return callers;
}

// The innermost one around that is still open, in a trace of nodes alone.
SliceId callerOf(const Trace& trace, SliceId slice) {
    SliceId outer = trace.slice(slice).parent;
    while (outer.valid() &&
           (!isNode(trace.slice(outer)) || trace.slice(outer).end() <= trace.slice(slice).start)) {
        outer = trace.slice(outer).parent;
    }
    return outer;
}

// What lies behind the furthest end of the calls before it in the same caller, without the same of what it calls.
std::map<SliceId, TimeNs> selfTimes(const Trace& trace, const std::map<SliceId, SliceId>& callers) {
    std::vector<std::tuple<TimeNs, std::uint32_t, SliceId>> nodes; // as they began
    for (const auto& [slice, caller] : callers) {
        nodes.emplace_back(trace.slice(slice).start, trace.slice(slice).depth, slice);
    }
    std::ranges::sort(nodes);
    std::map<std::pair<TrackId, SliceId>, TimeNs> covered;
    std::map<SliceId, TimeNs> self;
    for (const auto& [start, depth, id] : nodes) {
        const Trace::Slice slice = trace.slice(id);
        const SliceId caller = callers.at(id);
        TimeNs& until = covered.try_emplace({slice.track, caller}, start).first->second;
        const TimeNs begin = std::min(std::max(start, until), slice.end());
        until = std::max(until, slice.end());
        covered[{slice.track, id}] = begin;
        self[id] += slice.end() - begin;
        if (caller.valid()) {
            self[caller] -= std::max<TimeNs>(std::min(slice.end(), trace.slice(caller).end()) - begin, 0);
        }
    }
    return self;
}

TimeNs unionOfNodes(const Trace& trace) {
    std::map<TrackId, std::vector<TimeRange>> tracks;
    for (std::uint32_t s = 0; s < trace.sliceCount(); ++s) {
        if (const Trace::Slice slice = trace.slice(SliceId(s)); isNode(slice)) {
            tracks[slice.track].push_back({slice.start, slice.end()});
        }
    }
    TimeNs sum = 0;
    for (auto& [track, ranges] : tracks) {
        std::ranges::sort(ranges, {}, &TimeRange::begin);
        sum += IntervalSet(ranges).total();
    }
    return sum;
}

// Calls within calls on two threads, in five segments each.
std::shared_ptr<const Trace> randomTrace(unsigned seed, int operators, bool cut) {
    std::mt19937 random(seed);
    std::string text;
    std::array<TimeNs, 2> time{};
    for (int part = 0; part < 5; ++part) {
        for (int i = 0; i < 200; ++i) {
            const std::size_t thread = random() % 2;
            const bool op = static_cast<int>(random() % 100) < operators;
            text += (thread == 0 ? "main " : "worker ") + std::string(op ? "cpu_op" : "python_function") +
                    " n " + std::to_string(time[thread] += 1 + random() % 3) + " " +
                    std::to_string(random() % 50 == 0 ? 400 : random() % 20) + "\n";
        }
        text += "---\n";
    }
    const auto trace = test::traceFromText(text);
    if (!cut) {
        return trace;
    }
    Segments segments;
    for (const auto& segment : trace->segments()) {
        std::vector<std::pair<SliceId, TimeNs>> ends;
        for (int i = 0; i < 3; ++i) {
            ends.emplace_back(SliceId(segment->first + random() % segment->size()), 1);
        }
        segments.push_back(withDurations(segment, ends));
    }
    TraceData data = trace->data();
    data.segments = std::move(segments);
    return std::make_shared<const Trace>(std::move(data));
}

std::string forestOf(std::string_view text) {
    return textOf(*OperatorForest::build(test::traceFromText(text)));
}

} // namespace

class TestOperatorForest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pythonAndRuntimeBetweenDoNotMatter();
    void aRangeIsAParentAsWell();
    void whatOutlastsAnOperatorIsNoChild();
    void anEndedOperatorIsNoParent();
    void callsThatOverlapShareTheTimeOfTheirCaller();
    void asynchronousRangesOwnNoTimeAndHoldNothing();
    void equalSpansNestInOrder();
    void segmentsDoNotBreakTheTree();
    void childrenMayRunForHours();
    void whatFollowsFromSegmentsIsAsIfStored_data();
    void whatFollowsFromSegmentsIsAsIfStored();
    void aKernelBelongsToTheOperatorOpenAtItsLaunch();
    void aKernelBelongsToItsExternalIdWhereThatWasOpenAtItsLaunch();
    void anOperatorThatARangeOutlastsOwnsItsLaunches();
    void everyRuleOfOwnersIsTheSame();
    void aRangeOwnsNoKernel();
    void aKernelWithoutLaunchHasNoOwner();
    void workWithoutLaunchBelongsToItsExternalId();
    void externalIdsMeanSomethingWithinOneProcessOnly();
    void rangesOfTimeAreCutByStart();
    void memoryIsEveryEventInItsTimeBothEndsIncluded();
    void memoryIsThatOfTheProcess();
    void stopping();
};

void TestOperatorForest::pythonAndRuntimeBetweenDoNotMatter() {
    QCOMPARE(forestOf("main cpu_op outer 0 100\n"
                      "main python_function f 10 50\n"
                      "main cpu_op inner 20 30\n"
                      "main cuda_runtime call 25 5\n"
                      "main cpu_op second 70 10\n"),
             std::string("outer<- 60 0/0\nsecond<outer 10 0/0\ninner<outer 30 0/0\n"));
}

void TestOperatorForest::aRangeIsAParentAsWell() {
    QCOMPARE(forestOf("main user_annotation step 0 100\n"
                      "main cpu_op add 20 30\n"
                      "main overhead flush 60 10\n"),
             std::string("step<- 70 0/0\nadd<step 30 0/0\n"));
}

void TestOperatorForest::whatOutlastsAnOperatorIsNoChild() {
    QCOMPARE(forestOf("main cpu_op a 0 10\n"
                      "main user_annotation b 5 10\n"
                      "main cpu_op c 12 2\n"),
             std::string("a<- 10 0/0\nb<- 3 0/0\nc<b 2 0/0\n"));
}

void TestOperatorForest::anEndedOperatorIsNoParent() {
    // The Python function outlasts the operator it began in, so the operator is still below it on the stack.
    QCOMPARE(forestOf("main user_annotation step 0 100\n"
                      "main cpu_op a 5 3\n"
                      "main python_function f 7 20\n"
                      "main cpu_op b 9 3\n"),
             std::string("step<- 94 0/0\na<step 3 0/0\nb<step 3 0/0\n"));
}

void TestOperatorForest::callsThatOverlapShareTheTimeOfTheirCaller() {
    QCOMPARE(forestOf("main cpu_op p 0 100\nmain cpu_op a 0 60\nmain cpu_op b 40 60\n"),
             std::string("p<- 0 0/0\na<p 60 0/0\nb<p 40 0/0\n"));
    QCOMPARE(
        forestOf("main cpu_op p 0 100\nmain cpu_op a 1 59\n---\nmain cpu_op b 40 59\nmain cpu_op c 45 20\n"),
        std::string("p<- 2 0/0\na<p 59 0/0\nb<p 34 0/0\nc<b 5 0/0\n"));
}

void TestOperatorForest::asynchronousRangesOwnNoTimeAndHoldNothing() {
    // torch's own table gives the range all of its time but that of the operators
    QCOMPARE(
        forestOf("main user_annotation collectives 0 100\n"
                 "main user_annotation gloo:send 10 50\n"
                 "main cpu_op a 20 10\n"
                 "main user_annotation gloo:all_reduce 80 90\n"
                 "---\n"
                 "main cpu_op b 90 5\n"),
        std::string("collectives<- 85 0/0\ngloo:send<collectives 0 0/0\ngloo:all_reduce<collectives 0 0/0\n"
                    "a<collectives 10 0/0\nb<collectives 5 0/0\n"));
}

void TestOperatorForest::equalSpansNestInOrder() {
    QCOMPARE(forestOf("main cpu_op a 0 10\nmain cpu_op b 0 10\nmain cpu_op c 0 0\n"),
             std::string("a<- 0 0/0\nb<a 10 0/0\nc<b 0 0/0\n"));
}

void TestOperatorForest::segmentsDoNotBreakTheTree() {
    QCOMPARE(forestOf("main user_annotation step 0 100\nmain cpu_op a 5 10\n---\nmain cpu_op b 50 10\n"),
             std::string("step<- 80 0/0\na<step 10 0/0\nb<step 10 0/0\n"));
}

void TestOperatorForest::childrenMayRunForHours() {
    QCOMPARE(forestOf("main user_annotation day 0 86400000000000\n"
                      "main cpu_op hour 5 3600000000000\n"
                      "main cpu_op second 6 999999999\n"
                      "---\n"
                      "main cpu_op instant 3700000000000 1\n"
                      "main cpu_op almost 3800000000000 4294967294\n"
                      "main cpu_op inside 3800000000000 4294967294\n"),
             std::string("day<- 82795705032705 0/0\nhour<day 3599000000001 0/0\nsecond<hour 999999999 0/0\n"
                         "instant<day 1 0/0\nalmost<day 0 0/0\ninside<almost 4294967294 0/0\n"));
}

void TestOperatorForest::whatFollowsFromSegmentsIsAsIfStored_data() {
    QTest::addColumn<int>("operators"); // of a hundred slices; the others are Python functions
    QTest::addColumn<bool>("cut");      // some slices end before what they called begins
    QTest::newRow("operators alone") << 100 << false;
    QTest::newRow("mostly operators") << 97 << false;
    QTest::newRow("half and half") << 50 << false;
    QTest::newRow("operators that end early") << 100 << true;
}

void TestOperatorForest::whatFollowsFromSegmentsIsAsIfStored() {
    QFETCH(int, operators);
    QFETCH(bool, cut);
    for (unsigned seed = 0; seed < 20; ++seed) {
        const auto trace = randomTrace(seed, operators, cut);
        const auto forest = OperatorForest::build(trace);
        std::map<SliceId, std::uint32_t> ops;
        std::uint32_t op = 0;
        std::map<SliceId, SliceId> callers = callersOf(*trace);
        for (std::uint32_t s = 0; s < trace->sliceCount(); ++s) {
            if (isNode(trace->slice(SliceId(s)))) {
                ops.emplace(SliceId(s), static_cast<std::uint32_t>(ops.size()));
            }
        }
        for (std::uint32_t s = 0; s < trace->sliceCount(); ++s) {
            const Trace::Slice slice = trace->slice(SliceId(s));
            if (!isNode(slice)) {
                QCOMPARE(forest->indexOf(SliceId(s)), std::optional<std::uint32_t>());
                continue;
            }
            QCOMPARE(forest->slice(op), SliceId(s));
            QCOMPARE(forest->indexOf(SliceId(s)), std::optional(op));
            const SliceId caller = cut ? callerOf(*trace, SliceId(s)) : callers[SliceId(s)];
            QCOMPARE(forest->parent(op), caller.valid() ? ops.at(caller) : OperatorForest::kNone);
            callers[SliceId(s)] = caller;
            ++op;
        }
        QCOMPARE(forest->size(), op);
        TimeNs sum = 0;
        for (const auto& [slice, time] : selfTimes(*trace, callers)) {
            QCOMPARE(forest->selfTime(ops.at(slice)), time);
            QVERIFY(time >= 0);
            sum += time;
        }
        QVERIFY(cut || sum == unionOfNodes(*trace));
        for (const OperatorForest::Run& run : forest->runs()) {
            for (std::uint32_t o = run.first; o < run.end; ++o) {
                QCOMPARE(SliceId(forest->segmentOf(run).first + forest->position(run, o)), forest->slice(o));
                QCOMPARE(forest->parent(run, o), forest->parent(o));
            }
        }
        std::vector<bool> seen(forest->size());
        for (const OperatorForest::Run& run : forest->callersFirst()) {
            for (std::uint32_t o = run.first; o < run.end; ++o) {
                const std::uint32_t caller = forest->parent(run, o);
                QVERIFY(caller == OperatorForest::kNone || seen[caller]);
                QVERIFY(!seen[o]);
                seen[o] = true;
            }
        }
        QVERIFY(std::ranges::find(seen, false) == seen.end());
        const auto isPlain = [](const OperatorForest::Run& run) { return run.isPlain(); };
        QVERIFY(!std::ranges::all_of(forest->runs(), isPlain) || (operators == 100 && !cut));
        QVERIFY(std::ranges::any_of(forest->runs(), isPlain) || operators < 100);
    }
}

void TestOperatorForest::aKernelBelongsToTheOperatorOpenAtItsLaunch() {
    test::TraceSketch s;
    s.op("main", "linear", 0, 100);
    s.op("main", "addmm", 10, 50);
    s.kernel("main", 20, "gpu0/7", "gemm", 500, 40);
    s.kernel("main", 70, "gpu0/7", "bias", 540, 2);
    s.kernel("main", 10, "gpu0/7", "early", 600, 1); // starts with its operator
    QCOMPARE(textOf(*OperatorForest::build(s.build())),
             std::string("linear<- 50 2/43\naddmm<linear 50 41/41\n"));
}

void TestOperatorForest::aKernelBelongsToItsExternalIdWhereThatWasOpenAtItsLaunch() {
    test::TraceSketch s;
    s.slice("main", "cpu_op", "backward", 0, 80, {{"External id", "3"}});
    s.slice("main", "cpu_op", "empty", 40, 10, {{"External id", "4"}});
    s.slice("main", "cpu_op", "late", 200, 10, {{"External id", "5"}});
    s.kernel("main", 48, "gpu0/7", "named", 60, 7, "kernel", {{"External id", "3"}});
    s.kernel("main", 41, "gpu0/7", "misnamed", 80, 9, "kernel", {{"External id", "5"}});
    const auto trace = s.build();
    const auto forest = OperatorForest::build(trace);
    QCOMPARE(textOf(*forest), std::string("backward<- 70 7/16\nlate<- 10 0/0\nempty<backward 10 9/9\n"));
    for (const DeviceWork& work : forest->deviceWork()) {
        QCOMPARE(EventOrigin(trace).operatorOf(work.slice), forest->slice(work.op));
        QCOMPARE(EventOrigin(trace).operatorOf(work.launch), forest->slice(work.op));
    }
}

void TestOperatorForest::anOperatorThatARangeOutlastsOwnsItsLaunches() {
    test::TraceSketch s;
    s.op("main", "a", 0, 50);
    s.slice("main", "user_annotation", "range", 10, 100);
    s.kernel("main", 20, "gpu0/7", "gemm", 500, 40);
    s.kernel("main", 60, "gpu0/7", "unowned", 600, 40);
    QCOMPARE(textOf(*OperatorForest::build(s.build())), std::string("a<- 50 40/40\nrange<- 60 0/0\n"));
}

// Random calls that overlap, in several segments: what one event is asked for is what the table has.
void TestOperatorForest::everyRuleOfOwnersIsTheSame() {
    std::mt19937 random(11);
    for (int round = 0; round < 20; ++round) {
        test::TraceSketch s;
        for (TimeNs at = 0; at < 4000; at += 1 + random() % 20) {
            const std::string name = random() % 9 == 0 ? "gloo:send" : "n";
            const TimeNs length = random() % 8 == 0 ? 400 : random() % 40;
            const std::string id = std::to_string(random() % 40);
            const std::array<std::string_view, 3> kinds{"cpu_op", "cpu_op", "user_annotation"};
            s.slice("main", kinds[random() % 3], name, at, length, {{"External id", id}});
            if (random() % 2 == 0) {
                s.kernel("main", at + random() % 30, "gpu0/7", "k", 5000 + at, 1, "kernel",
                         {{"External id", std::to_string(random() % 40)}});
            }
            if (random() % 100 == 0) {
                std::ignore = s.builder().publish();
                at += 30; // what comes later begins later
            }
        }
        const auto trace = s.build();
        const auto forest = OperatorForest::build(trace);
        const EventOrigin origin(trace);
        QVERIFY(forest->deviceWork().size() > 20);
        for (const DeviceWork& work : forest->deviceWork()) {
            const SliceId owner = work.op != DeviceWork::kNoOperator ? forest->slice(work.op) : SliceId();
            QCOMPARE(origin.operatorOf(work.slice), owner);
            QCOMPARE(origin.operatorOf(work.launch), owner);
        }
    }
}

void TestOperatorForest::aRangeOwnsNoKernel() {
    test::TraceSketch s;
    s.op("main", "outer", 0, 100);
    s.slice("main", "user_annotation", "range", 10, 80);
    s.kernel("main", 20, "gpu0/7", "gemm", 500, 40);
    s.slice("main", "user_annotation", "alone", 200, 80);
    s.kernel("main", 220, "gpu0/7", "gemm", 600, 40);
    const auto forest = OperatorForest::build(s.build());
    QCOMPARE(textOf(*forest), std::string("outer<- 20 40/40\nalone<- 80 0/0\nrange<outer 80 0/0\n"));
    QCOMPARE(forest->deviceWork().size(), std::size_t(2));
    QVERIFY(forest->deviceWork()[1].launch.valid());
    QCOMPARE(forest->deviceWork()[1].op, DeviceWork::kNoOperator);
}

void TestOperatorForest::aKernelWithoutLaunchHasNoOwner() {
    test::TraceSketch s;
    s.op("main", "outer", 0, 100);
    s.slice("gpu0/7", "kernel", "lonely", 20, 10);
    const auto forest = OperatorForest::build(s.build());
    QCOMPARE(textOf(*forest), std::string("outer<- 100 0/0\n"));
    QVERIFY(!forest->deviceWork()[0].launch.valid());
    QCOMPARE(forest->workOf(forest->deviceWork()[0].slice), &forest->deviceWork()[0]);
    QCOMPARE(forest->workOf(forest->slice(0)), nullptr);
}

void TestOperatorForest::workWithoutLaunchBelongsToItsExternalId() {
    test::TraceSketch s;
    s.slice("main", "cpu_op", "aten::mm", 0, 10, {{"External id", "5"}});
    s.slice("main", "cpu_op", "aten::add", 20, 10, {{"External id", "6"}});
    s.slice("gpu0/7", "kernel", "gemm", 40, 7, {{"External id", "5"}});
    s.slice("gpu0/7", "kernel", "unknown", 50, 7, {{"External id", "9"}});
    const auto trace = s.build();
    const auto forest = OperatorForest::build(trace);
    QCOMPARE(forest->selfDevice(0), TimeNs(7));
    QCOMPARE(forest->selfDevice(1), TimeNs(0));
    QCOMPARE(forest->deviceWork()[1].op, DeviceWork::kNoOperator);
    QCOMPARE(EventOrigin(trace).operatorOf(forest->deviceWork()[0].slice), forest->slice(0));
}

void TestOperatorForest::externalIdsMeanSomethingWithinOneProcessOnly() {
    test::TraceSketch s;
    for (const std::int64_t rank : {0, 1}) {
        const std::string number = std::to_string(rank);
        const auto place = [&](const std::string& track, Process process) {
            process.rank = rank;
            s.builder().tracks()[s.track(track).value].process = s.builder().addProcess(std::move(process));
        };
        place("main" + number, {.key = "5 (rank " + number + ")"});
        place("stream" + number,
              {.key = "0 (rank " + number + ")", .kind = Process::Kind::Device, .deviceIndex = 0});
        s.slice("main" + number, "cpu_op", "aten::mm", 0, 10, {{"External id", "5"}});
        s.slice("stream" + number, "kernel", "gemm", 40, 7 + rank, {{"External id", "5"}});
    }
    const auto forest = OperatorForest::build(s.build());
    QCOMPARE(forest->selfDevice(0), TimeNs(7));
    QCOMPARE(forest->selfDevice(1), TimeNs(8));
}

void TestOperatorForest::rangesOfTimeAreCutByStart() {
    const auto forest = OperatorForest::build(test::traceFromText(
        "main cpu_op a 0 10\nmain cpu_op b 10 10\nmain cpu_op c 20 10\nmain cpu_op d 40 10\n"));
    QCOMPARE(forest->runs().size(), std::size_t(1));
    const OperatorForest::Run part = forest->within(forest->runs()[0], {10, 40});
    QCOMPARE(part.first, 1u);
    QCOMPARE(part.end, 3u);
}

void TestOperatorForest::memoryIsEveryEventInItsTimeBothEndsIncluded() {
    test::TraceSketch s;
    s.op("main", "outer", 0, 100);
    s.op("main", "inner", 10, 20);
    s.op("main", "later", 200, 20);
    s.memory("main", 10, 0x1, 64, 64, 128);
    s.memory("other", 30, 0x2, 32, 96, 128);
    s.memory("main", 31, 0x1, -64, 32, 128);
    s.memory("main", 150, 0x3, 1000, 1032, 2000);
    const auto forest = OperatorForest::build(s.build());
    const auto memory = OperatorMemory::build(*forest);
    QCOMPARE(memory->allocated(0), std::int64_t(96));
    QCOMPARE(memory->freed(0), std::int64_t(64));
    QCOMPARE(memory->allocated(1), std::int64_t(0)); // "later" stands before "inner": lanes by depth
    QCOMPARE(memory->allocated(2), std::int64_t(96));
    QCOMPARE(memory->freed(2), std::int64_t(0));
}

void TestOperatorForest::memoryIsThatOfTheProcess() {
    test::TraceSketch s;
    s.builder().tracks()[s.track("rank 1").value].process = s.builder().addProcess({.key = "2", .rank = 1});
    for (const std::string thread : {"main", "rank 1"}) {
        s.op(thread, "aten::empty", 0, 100);
        s.memory(thread, 10, 0x1000, 100, 100, 128);
        s.memory(thread, 90, 0x1000, -100, 0, 128);
    }
    const auto memory = OperatorMemory::build(*OperatorForest::build(s.build()));
    for (const std::uint32_t op : {0u, 1u}) {
        QCOMPARE(memory->allocated(op), std::int64_t(100));
        QCOMPARE(memory->freed(op), std::int64_t(100));
    }
}

void TestOperatorForest::stopping() {
    std::stop_source source;
    source.request_stop();
    QVERIFY(OperatorForest::build(test::traceFromText("main cpu_op a 0 10\n"), source.get_token()) ==
            nullptr);
}

int run_tst_operator_forest(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestOperatorForest>(argc, argv);
}
#include "tst_operator_forest.moc"
