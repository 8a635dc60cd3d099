// Slices that stand beside their track, because they came late, are put back where they fit.
#include "model/trace/LateTracks.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <string>
#include <utility>

using namespace lanes;
using lanes::test::textOf;
using lanes::test::traceFromText;

class LateTracksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatFitsIsPutBack();
    void whatCrossesAnotherStays();
    void arrowsAndMemoryFollow();
    void aTrackOfThatNameAloneIsLeftAlone();
    void itStopsWhenAsked();
};

namespace {

// So many tracks behind the first stand beside it.
std::shared_ptr<const Trace> besideTheFirst(std::size_t tracks, const std::shared_ptr<const Trace>& trace,
                                            std::uint64_t late) {
    TraceData data = trace->data();
    const std::string suffixes[] = {"", "", " 2"};
    for (std::size_t i = 1; i <= tracks; ++i) {
        data.tracks[i].process = data.tracks[0].process;
        data.tracks[i].key = data.tracks[0].key + " late" + suffixes[i];
        data.tracks[i].name = data.tracks[0].name + " (late" + suffixes[i] + ")";
    }
    data.diagnostics.add("late-slice", Severity::Warning, "Slices came late", -1, late);
    data.diagnostics.add("other", Severity::Note, "Another", 7, 3);
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace

void LateTracksTest::whatFitsIsPutBack() {
    const auto trace = besideTheFirst(2,
                                      traceFromText("main cpu_op outer 0 100\n"
                                                    "main cpu_op behind 200 50\n"
                                                    "late cpu_op call 10 20\n"
                                                    "late cpu_op between 120 20\n"
                                                    "later cpu_op within 12 5\n"
                                                    "other cpu_op far 80 5\n"),
                                      3);
    QVERIFY(hasLateTracks(*trace));
    const auto whole = withLateSlices(trace);
    QCOMPARE(textOf(*whole), std::string("main\n  0 0+100 outer\n  1 10+20 call\n  2 12+5 within\n"
                                         "  0 120+20 between\n  0 200+50 behind\nother\n  0 80+5 far\n"));
    QVERIFY(!hasLateTracks(*whole));
    QCOMPARE(whole->diagnostics().count("late-slice"), std::uint64_t{0});
    QCOMPARE(whole->diagnostics().count("other"), std::uint64_t{3});
}

void LateTracksTest::whatCrossesAnotherStays() {
    const auto trace = besideTheFirst(1,
                                      traceFromText("main cpu_op outer 100 100\n"
                                                    "main cpu_op inner 150 20\n"
                                                    "late cpu_op early 50 100\n" // ends inside
                                                    "late cpu_op fits 110 10\n"
                                                    "late cpu_op across 160 30\n" // begins inside
                                                    "late cpu_op around 90 200\n"),
                                      4);
    const auto whole = withLateSlices(trace);
    QCOMPARE(textOf(*whole),
             std::string("main\n  0 90+200 around\n  1 100+100 outer\n  2 110+10 fits\n"
                         "  2 150+20 inner\nmain (late)\n  0 50+100 early\n  0 160+30 across\n"));
    QCOMPARE(whole->diagnostics().count("late-slice"), std::uint64_t{2});
}

void LateTracksTest::arrowsAndMemoryFollow() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::mm", 0, 100);
    sketch.kernel("late", 10, "gpu0/7", "gemm", 30, 30);
    sketch.memory("main", 5, 1000, 8, 8, 100);
    sketch.memory("gpu0/7", 6, 2000, 8, 16, 100);
    const auto whole = withLateSlices(besideTheFirst(1, sketch.build(), 1));
    QCOMPARE(whole->links().size(), std::size_t{1});
    auto links = whole->links().all();
    const Link link = *links.begin();
    const Trace::Slice call = whole->slice(link.from);
    QCOMPARE(whole->text(whole->slice(call.parent).name), std::string_view("aten::mm"));
    QCOMPARE(whole->text(whole->slice(link.to).name), std::string_view("gemm"));
    QCOMPARE(whole->tracks().size(), std::size_t{2});
    QCOMPARE(whole->memory().track[0], call.track);
    QCOMPARE(whole->memory().track[1], whole->slice(link.to).track);
}

void LateTracksTest::aTrackOfThatNameAloneIsLeftAlone() {
    for (const auto& [key, name] : {std::pair("1 latest", "main (late)"), std::pair("2 late", "main (late)"),
                                    std::pair("main late", "late")}) {
        TraceData data = traceFromText("main cpu_op outer 0 100\nbeside cpu_op call 10 20\n")->data();
        data.tracks[1].key = key;
        data.tracks[1].name = name;
        const auto trace = std::make_shared<const Trace>(std::move(data));
        QCOMPARE(textOf(*withLateSlices(trace)), textOf(*trace));
    }
}

void LateTracksTest::itStopsWhenAsked() {
    std::stop_source stop;
    stop.request_stop();
    const auto trace = besideTheFirst(1, traceFromText("main cpu_op a 0 100\nlate cpu_op b 10 20\n"), 1);
    QVERIFY(withLateSlices(trace, stop.get_token()) == nullptr);
}

int run_tst_late_tracks(int argc, char** argv) {
    return lanes::test::runWithoutWindow<LateTracksTest>(argc, argv);
}
#include "tst_late_tracks.moc"
