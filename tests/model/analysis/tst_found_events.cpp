// What a search finds: how many, how long together, by name, in order of time; and the way from one to the next.
#include "model/analysis/text/FoundByDuration.h"
#include "model/analysis/text/FoundEvents.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/ThreadClock.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <string>

using namespace lanes;

namespace {

const char* const kTrace = "main cpu_op aten::linear 100 400\n"
                           "main cpu_op aten::addmm 200 200\n"
                           "main cpu_op aten::relu 600 200\n"
                           "main cuda_runtime cudaLaunchKernel 300 50\n"
                           "gpu kernel addmm_kernel 700 90\n"
                           "---\n"
                           "main cpu_op aten::addmm 900 10\n"
                           "gpu kernel addmm_kernel 950 30\n";

std::shared_ptr<const FoundEvents> find(const std::shared_ptr<const Trace>& trace, std::string_view text,
                                        int threads = 2) {
    auto filter = Filter::parse(text);
    return filter ? FoundEvents::find(trace, filter.value(), {}, threads) : nullptr;
}

} // namespace

class FoundEventsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAndSums();
    void namesOfEqualTimeStandByTheirFirstEvent();
    void listsByTime();
    void amongScatteredPlacesEachFindIsTold();
    void everyKindOfTermEqualsTheMatcher_data();
    void everyKindOfTermEqualsTheMatcher();
    void stepsGoRoundAndRound();
    void instantsAreFoundAmongSlices();
    void instantsOfAFilterEqualTheMatcher();
    void ofManyInstantsTheFirstAreListed();
    void nothingFoundIsAnAnswer();
    void longestFirst();
    void theLongestOfManyAreListed();
    void stopsWhenAsked();
    void whatHasGrownIsFoundAsFromNothing_data();
    void whatHasGrownIsFoundAsFromNothing();
    void onlyWhatIsNewIsRead();
};

void FoundEventsTest::countsAndSums() {
    const auto found = find(test::traceFromText(kTrace), "addmm");
    QCOMPARE(found->count(), std::uint64_t(4));
    QCOMPARE(found->total(), TimeNs(200 + 90 + 10 + 30));
    QCOMPARE(found->onDevice(), TimeNs(120));
    QCOMPARE(found->names().size(), std::size_t(2));
    const FoundName& longest = found->names().front();
    QCOMPARE(found->trace()->text(longest.name), std::string_view("aten::addmm"));
    QCOMPARE(longest.count, 2u);
    QCOMPARE(longest.total, TimeNs(210));
    std::vector<LaneGroup> groups;
    for (int group = 0; group < kLaneGroupCount; ++group) {
        if (found->isIn(static_cast<LaneGroup>(group))) {
            groups.push_back(static_cast<LaneGroup>(group));
        }
    }
    QCOMPARE(groups, (std::vector{LaneGroup::Operators, LaneGroup::Device}));
}

void FoundEventsTest::namesOfEqualTimeStandByTheirFirstEvent() {
    test::TraceSketch sketch;
    sketch.op("main", "second", 500, 10); // whose number is the lower one
    sketch.op("main", "first", 100, 10);
    const auto found = find(sketch.build(), "s");
    QCOMPARE(found->names().size(), std::size_t(2));
    QCOMPARE(found->trace()->text(found->names().front().name), std::string_view("first"));
}

void FoundEventsTest::listsByTime() {
    const auto found = find(test::traceFromText(kTrace), "addmm");
    std::vector<TimeNs> starts;
    for (const SliceId id : found->events()) {
        starts.push_back(found->trace()->slice(id).start);
        QVERIFY(found->contains(id));
    }
    QCOMPARE(starts, (std::vector<TimeNs>{200, 700, 900, 950}));
    QCOMPARE(found->firstAfter(700), std::size_t(2));
    QCOMPARE(found->firstAfter(-1), std::size_t(0));
    QCOMPARE(found->firstAfter(2000), std::size_t(4));
}

void FoundEventsTest::amongScatteredPlacesEachFindIsTold() {
    const auto trace = test::generatedTrace(20'000);
    const auto found = find(trace, "op_1");
    QVERIFY(found->count() > 100);
    for (const auto& segment : trace->segments()) {
        // Backwards and not all of them: as far from one another as lanes' are.
        std::vector<std::uint32_t> places;
        for (std::uint32_t i = segment->size(); i > 0; i -= std::min(i, 3u)) {
            places.push_back(i - 1);
        }
        std::vector<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < places.size(); ++i) {
            if (found->contains(SliceId(segment->first + places[i]))) {
                expected.push_back(i);
            }
        }
        std::vector<std::uint32_t> told;
        found->forEachAt(*segment, places, [&](std::uint32_t i) { told.push_back(i); });
        QCOMPARE(told, expected);
    }
}

void FoundEventsTest::everyKindOfTermEqualsTheMatcher_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"a", "op:a", "kernel:", "-kernel:a", "/l.*a/i", "dur>10us", "a dur<5us -python:", "thread:1",
          "stream:9", "shape:2", "module:layer", "tc:yes", "python: runtime:", "-a",
          "comm:", "-op:a -python:7", "-dur>10us", "dur>=3us dur<=1ms", "-dur=4us Op|7"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void FoundEventsTest::everyKindOfTermEqualsTheMatcher() {
    QFETCH(QString, text);
    const auto trace = test::generatedTrace(30'000);
    const Filter filter = Filter::parse(text.toStdString()).value();
    FilterMatcher matcher(filter, trace);
    for (const int threads : {1, 3}) {
        const auto found = FoundEvents::find(trace, filter, {}, threads);
        std::uint64_t count = 0;
        for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
            const bool matches = matcher.matches(SliceId(i));
            count += matches ? 1 : 0;
            QCOMPARE(found->contains(SliceId(i)), matches);
        }
        QCOMPARE(found->count(), count);
        QCOMPARE(found->events().size(), std::size_t(count));
    }
}

void FoundEventsTest::stepsGoRoundAndRound() {
    const auto found = find(test::traceFromText(kTrace), "addmm");
    const auto startOf = [&](FoundEvent event) { return found->trace()->slice(event.slice).start; };
    FoundEvent at = found->step({}, 0, true);
    QCOMPARE(startOf(at), TimeNs(200));
    for (const TimeNs next : {700, 900, 950, 200}) {
        at = found->step(at, 0, true);
        QCOMPARE(startOf(at), next);
    }
    QCOMPARE(startOf(found->step(at, 0, false)), TimeNs(950));
    QCOMPARE(startOf(found->step({}, 650, false)), TimeNs(200)); // from where one looks
    QCOMPARE(startOf(found->step({}, 650, true)), TimeNs(700));
}

void FoundEventsTest::instantsAreFoundAmongSlices() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 100, 50);
    sketch.op("main", "aten::add_", 300, 50);
    sketch.instant("main", "added", 300, "t");
    sketch.instant("main", "added", 200, "t");
    sketch.instant("main", "[memory]", 250, "t");
    sketch.instant("main", "other", 260, "g");
    const auto found = find(sketch.build(), "add");
    QCOMPARE(found->count(), std::uint64_t(4));
    QCOMPARE(found->total(), TimeNs(100));
    QCOMPARE(found->names().size(), std::size_t(3));
    QCOMPARE(found->names().back().count, 2u); // without a duration: last
    QVERIFY(!found->names().back().first.valid());
    std::vector<TimeNs> starts;
    FoundEvent at;
    for (std::size_t i = 0; i < found->listed(); ++i) {
        starts.push_back(found->start(i));
        QCOMPARE(found->positionOf(found->at(i)), static_cast<int>(i));
        at = found->step(at, 0, true);
        QVERIFY(at == found->at(i));
        QVERIFY(at.slice.valid() != (at.point != FoundEvent::kNoPoint));
    }
    QCOMPARE(starts, (std::vector<TimeNs>{100, 200, 300, 300}));
    QVERIFY(!found->at(2).slice.valid()); // before the slice that starts with it
    QVERIFY(found->step(at, 0, true) == found->at(0));
    QCOMPARE(found->firstAfter(200), std::size_t(2));
    QVERIFY(found->containsPoint(0) && found->containsPoint(1) && !found->containsPoint(2));
}

void FoundEventsTest::instantsOfAFilterEqualTheMatcher() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 1'000);
    for (int i = 0; i < 60; ++i) {
        sketch.instant(i % 2 == 0 ? "main" : "gpu0/7", i % 3 == 0 ? "tick" : "Tock", i * 10, "t", 'i', {},
                       i % 5 == 0 ? "kernel" : "");
    }
    const auto trace = sketch.build();
    for (const char* text :
         {"t", "T", "kernel:", "stream:7", "-tick", "dur<1ns", "dur>0", "thread:main t", "module:x"}) {
        const Filter filter = Filter::parse(text).value();
        FilterMatcher matcher(filter, trace);
        const auto found = FoundEvents::find(trace, filter);
        std::vector<std::uint32_t> expected;
        for (std::uint32_t i = 0; i < 60; ++i) {
            if (matcher.matchesPoint(i, i % 5 == 0 ? EventKind::Kernel : EventKind::Other)) {
                expected.push_back(i);
            }
        }
        QVERIFY2(found->instants() == expected, text);
    }
}

void FoundEventsTest::ofManyInstantsTheFirstAreListed() {
    test::TraceSketch sketch;
    const std::uint32_t many = FoundEvents::kMostListed + 2;
    for (std::uint32_t i = 0; i < many; ++i) {
        sketch.instant("main", "tick", i, "t");
    }
    const auto found = find(sketch.build(), "tick");
    QCOMPARE(found->count(), std::uint64_t(many));
    QCOMPARE(found->listed(), std::size_t(FoundEvents::kMostListed));
    QVERIFY(found->containsPoint(many - 1)); // lit all the same
    QCOMPARE(found->positionOf({SliceId(), many - 1}), -1);
    QCOMPARE(found->positionOf({SliceId(), many - 3}), static_cast<int>(many - 3));
}

void FoundEventsTest::nothingFoundIsAnAnswer() {
    const auto found = find(test::traceFromText(kTrace), "nosuchthing");
    QCOMPARE(found->count(), std::uint64_t(0));
    QVERIFY(!found->step({}, 0, true).valid());
    QVERIFY(!found->contains(SliceId(0)));
    QVERIFY(!found->contains(SliceId()));
}

// Those that last as long stand by time, instants at the end.
void FoundEventsTest::longestFirst() {
    test::TraceSketch sketch;
    sketch.op("main", "step", 0, 10);
    sketch.op("main", "step", 100, 30);
    sketch.op("main", "step", 200, 10);
    sketch.op("main", "other", 300, 99);
    sketch.instant("main", "step done", 50, "g");
    const auto found = find(sketch.build(), "step");
    const auto order = FoundByDuration::of(found);
    QCOMPARE(order->listed(), std::size_t(4));
    std::vector<TimeNs> starts;
    FoundEvent at;
    for (std::size_t i = 0; i < order->listed(); ++i) {
        at = order->step(at, true);
        QCOMPARE(order->at(i), at);
        QCOMPARE(order->positionOf(at), static_cast<int>(i));
        starts.push_back(at.slice.valid() ? found->trace()->slice(at.slice).start
                                          : found->trace()->points().time[at.point]);
    }
    QCOMPARE(starts, (std::vector<TimeNs>{100, 0, 200, 50}));
    QCOMPARE(order->step(at, true), order->at(0));
    QCOMPARE(order->step(order->at(0), false), at);
    QCOMPARE(order->step({}, false), at);
    QCOMPARE(order->positionOf({SliceId(3), FoundEvent::kNoPoint}), -1);
}

// The list by time ends with the first million; the longest may come behind them.
void FoundEventsTest::theLongestOfManyAreListed() {
    const auto found = find(test::generatedTrace(2'600'000), "dur>=0");
    QVERIFY(found->count() > 2 * FoundEvents::kMostListed);
    const auto order = FoundByDuration::of(found);
    QCOMPARE(order->listed(), std::size_t(FoundEvents::kMostListed));
    const Trace& trace = *found->trace();
    std::vector<TimeNs> all;
    for (const auto& segment : trace.segments()) {
        all.insert(all.end(), segment->duration.begin(), segment->duration.end());
    }
    std::ranges::sort(all, std::greater{});
    for (std::size_t i = 0; i < order->listed(); ++i) {
        QCOMPARE(trace.slice(order->at(i).slice).duration, all[i]);
    }
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(FoundByDuration::of(found, stop.get_token()) == nullptr);
}

void FoundEventsTest::stopsWhenAsked() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(FoundEvents::find(test::generatedTrace(1000), Filter::parse("a").value(), stop.get_token()) ==
            nullptr);
}

void FoundEventsTest::whatHasGrownIsFoundAsFromNothing_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("goesOn");
    QTest::newRow("a word") << QStringLiteral("add") << true;
    QTest::newRow("negated") << QStringLiteral("-add") << true;
    QTest::newRow("a kind") << QStringLiteral("op:") << true;
    QTest::newRow("what goes on") << QStringLiteral("wait") << true;
    QTest::newRow("instants") << QStringLiteral("loss") << true;
    QTest::newRow("a duration that one reaches") << QStringLiteral("wait dur>2us") << false;
    QTest::newRow("a duration that none reaches") << QStringLiteral("op: dur<500ns") << true;
    QTest::newRow("what may be known later") << QStringLiteral("pass:forward") << false;
}

void FoundEventsTest::whatHasGrownIsFoundAsFromNothing() {
    QFETCH(QString, text);
    QFETCH(bool, goesOn);
    test::TraceSketch sketch;
    const auto grow = [&](TimeNs from, int count) {
        for (int i = 0; i < count; ++i) {
            const TimeNs at = from + i * 10;
            sketch.op("main", i % 3 == 0 ? "aten::add" : "aten::mul", at, 5);
            sketch.kernel("other", at, "gpu0/7", i % 2 == 0 ? "add_kernel" : "mul_kernel", at + 5, 4 + i % 7);
            sketch.instant("main", i % 5 == 0 ? "loss" : "epoch", at, "t");
        }
        return sketch.build();
    };
    sketch.op("waiting", "aten::wait", 0, -1); // goes on until the end
    auto before = find(grow(10, 40), text.toStdString());
    for (const auto& trace : {grow(500, 100), grow(300, 20), grow(2'000, 3)}) { // one of them is late
        const auto fresh = find(trace, text.toStdString());
        const auto grown = FoundEvents::find(trace, fresh->filter(), {}, 2, {}, before.get());
        QCOMPARE(grown->count(), fresh->count());
        QCOMPARE(grown->total(), fresh->total());
        QCOMPARE(grown->onDevice(), fresh->onDevice());
        for (int g = 0; g < kLaneGroupCount; ++g) {
            QCOMPARE(grown->isIn(static_cast<LaneGroup>(g)), fresh->isIn(static_cast<LaneGroup>(g)));
        }
        QVERIFY(grown->events() == fresh->events());
        QVERIFY(grown->instants() == fresh->instants());
        const auto same = [](const FoundName& a, const FoundName& b) {
            return a.name == b.name && a.first == b.first && a.count == b.count && a.total == b.total;
        };
        QVERIFY(std::ranges::equal(grown->names(), fresh->names(), same));
        for (std::uint32_t id = 0; id < trace->sliceCount(); ++id) {
            QCOMPARE(grown->contains(SliceId(id)), fresh->contains(SliceId(id)));
        }
        for (std::size_t i = 0; i < fresh->listed(); ++i) {
            QVERIFY(grown->at(i) == fresh->at(i));
        }
        before = grown;
    }
    QCOMPARE(before->grew(), goesOn);
}

// By the time that the thread computes.
void FoundEventsTest::onlyWhatIsNewIsRead() {
    test::TraceSketch sketch;
    const auto grow = [&](TimeNs from, int count) {
        for (int i = 0; i < count; ++i) {
            sketch.op("main", "aten::mul_" + std::to_string(i % 1000), from + i * 10, 5);
        }
        return sketch.build();
    };
    std::shared_ptr<const Trace> trace;
    for (int batch = 0; batch < 20; ++batch) {
        trace = grow(batch * 1'000'000, 50'000);
    }
    const auto before = find(trace, "mul_7", 1);
    trace = grow(20'000'000, 100);
    const auto cost = [&](const FoundEvents* known) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (int round = 0; round < 5; ++round) {
            const std::int64_t begin = test::threadNs();
            const auto found = FoundEvents::find(trace, before->filter(), {}, 1, {}, known);
            least = std::min(least, test::threadNs() - begin);
        }
        return least;
    };
    const std::int64_t all = cost(nullptr);
    const std::int64_t more = cost(before.get());
    QVERIFY2(more * 3 < all, qPrintable(QStringLiteral("%1 of %2 ns").arg(more).arg(all)));
}

int run_tst_found_events(int argc, char** argv) {
    return lanes::test::runWithoutWindow<FoundEventsTest>(argc, argv);
}
#include "tst_found_events.moc"
