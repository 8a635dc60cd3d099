// The brushed range: how many events, how busy each row, which names; equal to counting by hand.
#include "tests/support/GeneratedTrace.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceText.h"
#include "views/range/RangePanel.h"
#include "views/range/RangeRow.h"
#include "views/shared/look/Appearance.h"

#include <QtTest>

#include <map>

using namespace lanes;

namespace {

const char* const kTrace = "main cpu_op aten::linear 100 400\n"
                           "main cpu_op aten::addmm 200 200\n"
                           "main cpu_op aten::relu 600 200\n"
                           "gpu kernel gemm 700 100\n"
                           "gpu kernel gemm 850 50\n"
                           "gpu kernel relu_kernel 950 30\n";

TimeNs inRange(const Trace::Slice& s, TimeRange range) {
    return std::max<TimeNs>(0, std::min(s.end(), range.end) - std::max(s.start, range.begin));
}

} // namespace

class RangePanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsEqualCounting();
    void topNamesEqualCounting();
    void withoutDeviceWorkOperatorsCount();
    void stopsWhenAsked();
    void showsTheBrushAtOnceAndTheRestSoon();
    void followsTheBrush();
    void figuresStayWithTheirSession();
};

void RangePanelTest::rowsEqualCounting() {
    const auto trace = test::generatedTrace(40'000);
    const auto lod = LodIndex::build(trace);
    const TimeRange span = trace->span();
    for (const double at : {.1, .35, .7}) {
        const TimeNs begin = span.begin + static_cast<TimeNs>(double(span.length()) * at);
        const TimeRange range{begin, begin + span.length() / 9};
        const RangeRows rows = rowsIn(*lod, range);
        std::uint64_t events = 0;
        std::map<std::pair<std::uint32_t, LaneGroup>, TimeNs> busy; // of the outermost slices of each group
        for (const LodLane& lane : lod->lanes()) {
            for (std::uint32_t i = 0; i < lane.count(); ++i) {
                const Trace::Slice s = trace->slice(lane.id(i));
                const bool instant = s.duration == 0 && s.start >= range.begin && s.start < range.end;
                events += instant || inRange(s, range) > 0 ? 1 : 0;
                if (lane.depth == 0) {
                    busy[{lane.track.value, lane.group}] += inRange(s, range);
                }
            }
        }
        QCOMPARE(rows.events, events);
        for (const RowBusy& row : rows.rows) {
            QCOMPARE(row.busy, (busy[{row.track.value, row.group}]));
        }
    }
}

void RangePanelTest::topNamesEqualCounting() {
    const auto lod = LodIndex::build(test::traceFromText(kTrace));
    const TopNames top = topNamesIn(*lod, {750, 960}, 10);
    QVERIFY(top.onDevice);
    QCOMPARE(top.names.size(), std::size_t(2));
    QCOMPARE(lod->trace()->text(top.names[0].name), std::string_view("gemm"));
    QCOMPARE(top.names[0].count, std::uint64_t(2));
    QCOMPARE(top.names[0].total, TimeNs(50 + 50));
    QCOMPARE(top.names[1].total, TimeNs(10));
    QCOMPARE(topNamesIn(*lod, {750, 960}, 1).names.size(), std::size_t(1));
}

void RangePanelTest::withoutDeviceWorkOperatorsCount() {
    const auto lod = LodIndex::build(test::traceFromText(kTrace));
    const TopNames top = topNamesIn(*lod, {150, 300}, 10);
    QVERIFY(!top.onDevice);
    QCOMPARE(lod->trace()->text(top.names[0].name), std::string_view("aten::linear"));
    QCOMPARE(top.names[0].total, TimeNs(150));
}

void RangePanelTest::stopsWhenAsked() {
    const auto lod = LodIndex::build(test::generatedTrace(1000));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(topNamesIn(*lod, lod->trace()->span(), 10, stop.get_token()).names.empty());
}

void RangePanelTest::showsTheBrushAtOnceAndTheRestSoon() {
    Appearance appearance(Appearance::Mode::Dark);
    ViewState state;
    RangePanel panel(appearance);
    panel.resize(340, 700);
    panel.setState(&state);
    panel.show();
    state.setTrace(test::traceFromText(kTrace));
    QTRY_VERIFY_WITH_TIMEOUT(state.lod(), kPatience);
    state.setBrush(TimeRange{700, 1000});
    QCOMPARE(panel.rows().events,
             std::uint64_t(4)); // no event loop in between: relu still runs, and three kernels
    QVERIFY(!panel.findChildren<RangeRow*>().isEmpty());
    QVERIFY(panel.topNames().names.empty());
    QTRY_COMPARE_WITH_TIMEOUT(panel.topNames().names.size(), std::size_t(2), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!panel.findChildren<RangeRow*>().isEmpty(), kPatience);
    QVERIFY2(panel.asText().contains(QStringLiteral("gemm 2")), qPrintable(panel.asText()));
    QVERIFY(panel.asText().startsWith(QStringLiteral("Range")));
    const auto rows = panel.findChildren<RangeRow*>();
    QVERIFY(std::ranges::any_of(
        rows, [](const RangeRow* row) { return row->accessibleName().contains(QLatin1String("gemm")); }));
}

void RangePanelTest::followsTheBrush() {
    Appearance appearance(Appearance::Mode::Light);
    ViewState state;
    RangePanel panel(appearance);
    panel.setState(&state);
    panel.show();
    state.setTrace(test::traceFromText(kTrace));
    QTRY_VERIFY_WITH_TIMEOUT(state.lod(), kPatience);
    for (TimeNs end = 200; end <= 900; end += 100) { // as while dragging
        state.setBrush(TimeRange{100, end});
    }
    QTRY_VERIFY_WITH_TIMEOUT(!panel.topNames().names.empty(), kPatience);
    QVERIFY(panel.topNames().onDevice);
    QCOMPARE(panel.topNames().names[0].total, TimeNs(100 + 50));
    state.setBrush({});
    QCOMPARE(panel.rows().events, std::uint64_t(0));
}

// A recording that keeps its newest stretch becomes another session under the same name, without the events of before.
void RangePanelTest::figuresStayWithTheirSession() {
    Appearance appearance(Appearance::Mode::Light);
    ViewState state;
    RangePanel panel(appearance);
    panel.setState(&state);
    panel.show();
    state.setTrace(test::traceFromText(kTrace));
    QTRY_VERIFY_WITH_TIMEOUT(state.lod(), kPatience);
    state.setBrush(TimeRange{700, 1000});
    QTRY_COMPARE_WITH_TIMEOUT(panel.topNames().names.size(), std::size_t(2), kPatience);
    state.setTrace(test::traceFromText("main cpu_op aten::one 100 2000\n"));
    panel.setState(&state); // shown again before there is anything of the new one
    QVERIFY2(panel.asText().contains(QStringLiteral("gemm 2")), qPrintable(panel.asText()));
    QTRY_VERIFY_WITH_TIMEOUT(panel.asText().contains(QStringLiteral("aten::one")), kPatience);
    QVERIFY(!panel.asText().contains(QStringLiteral("gemm")));
}

int run_tst_range_panel(int argc, char** argv) {
    return lanes::test::runWithWidgets<RangePanelTest>(argc, argv);
}
#include "tst_range_panel.moc"
