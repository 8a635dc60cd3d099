// Other colours of a session that grows: those that it has when it is coloured at once, without colouring all of it anew.
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"
#include "views/timeline/rows/Recolour.h"

#include <QTest>

#include <string>
#include <tuple>

using namespace lanes;

namespace {

constexpr int kRounds = 40;
constexpr int kPerRound = 4; // slices

std::shared_ptr<const Trace> rounds() {
    test::TraceSketch sketch;
    for (int r = 0; r < kRounds; ++r) {
        const TimeNs at = r * 10'000;
        sketch.slice("main", "python_function", "nn.Module: Layer_" + std::to_string(r % 5), at, 9000 + r);
        sketch.slice("main", "cpu_op", "aten::op" + std::to_string(r % 7), at + 100, 4000 >> (r % 4));
        sketch.slice("main", "cpu_op", "aten::inner" + std::to_string(r % 3), at + 200, 100);
        sketch.slice("main", "cpu_op", "aten::last", at + 8000, 1);
        std::ignore = sketch.build();
    }
    return sketch.build();
}

// What was there after so many segments.
std::shared_ptr<const Trace> snapshot(const Trace& trace, std::size_t segments) {
    TraceData data = trace.data();
    data.segments = {};
    for (std::size_t s = 0; s < segments; ++s) {
        data.segments.push_back(trace.segments()[s]);
    }
    return std::make_shared<const Trace>(std::move(data));
}

bool haveOneColour(const Trace& a, const Trace& b) {
    for (std::uint32_t i = 0; i < a.sliceCount(); ++i) {
        if (a.slice(SliceId(i)).hue != b.slice(SliceId(i)).hue) {
            return false;
        }
    }
    return a.sliceCount() == b.sliceCount();
}

} // namespace

class RecolourTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSnapshotTakesOverWhatWasColoured_data() {
        QTest::addColumn<ColorBy>("by");
        QTest::newRow("by name") << ColorBy::Name;
        QTest::newRow("by module") << ColorBy::Module;
        QTest::newRow("by duration") << ColorBy::Duration;
    }
    void aSnapshotTakesOverWhatWasColoured() {
        QFETCH(ColorBy, by);
        const auto trace = rounds();
        QCOMPARE(trace->segments().size(), std::size_t(kRounds));
        std::shared_ptr<const Trace> before;
        for (std::size_t segments = 1; segments <= kRounds; ++segments) {
            const auto now = snapshot(*trace, segments);
            const auto coloured = recoloured(now, by, {}, before.get(), 5 * kPerRound);
            QVERIFY(haveOneColour(*coloured, *recoloured(now, by)));
            std::size_t shared = 0;
            for (std::size_t s = 0; before && s < before->segments().size(); ++s) {
                shared += coloured->segments()[s] == before->segments()[s] ? 1 : 0;
            }
            QVERIFY(by == ColorBy::Module ? segments < 10 || shared >= segments - 6 : shared == segments - 1);
            before = coloured;
        }
        QVERIFY(!haveOneColour(*before, *trace));
    }

    void aSliceThatLastsOnIsColouredAnew() {
        const auto early = test::traceFromText("main cpu_op aten::open 0 10\n");
        TraceData data = early->data();
        auto longer = std::make_shared<Segment>(*data.segments[0]);
        const std::vector<TimeNs> duration{1'000'000};
        longer->duration = duration;
        data.segments = {};
        data.segments.push_back(longer);
        const auto late = std::make_shared<const Trace>(std::move(data));
        const auto before = recoloured(early, ColorBy::Duration);
        const auto now = recoloured(late, ColorBy::Duration, {}, before.get());
        QCOMPARE(now->slice(SliceId(0)).hue, hueOfDuration(1'000'000));
        QVERIFY(before->slice(SliceId(0)).hue != hueOfDuration(1'000'000));
    }
};

int run_tst_recolour(int argc, char** argv) {
    return lanes::test::runWithoutWindow<RecolourTest>(argc, argv);
}
#include "tst_recolour.moc"
