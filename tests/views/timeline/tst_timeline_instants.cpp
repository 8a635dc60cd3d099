// Instants on the timeline: where they stand, what one can do with them, and that none is invisible.
#include "tests/support/GeneratedTrace.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/painting/TimelinePrepare.h"

#include <QtTest>

#include <random>

using namespace lanes;

namespace {

constexpr int kHead = 232;
constexpr int kRuler = 28;

test::TraceSketch sketchOfAll() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::linear", 0, 1'000'000);
    sketch.op("worker", "aten::copy_", 0, 1'000'000);
    sketch.slice("gpu0/7", "kernel", "gemm", 100'000, 700'000);
    sketch.instant("main", "loss", 250'000, "t", 'i', {{"value", "3"}, {"note", "fine"}});
    sketch.instant("main", "loss", 750'000, "t", 'i', {{"value", "2"}});
    sketch.instant("worker", "of the process", 500'000, "p");
    sketch.instant("gpu0/7", "on the stream", 400'000, "t");
    sketch.instant("main", "of the session", 600'000, "g");
    sketch.instant("main", "[memory]", 10'000, "t");
    return sketch;
}

DrawRequest requestFor(std::shared_ptr<const Trace> trace) {
    DrawRequest request;
    request.rows = TimelineRows::build(LodIndex::build(std::move(trace)));
    request.range = request.rows->trace().span();
    request.width = 100;
    request.height = 1'000;
    return request;
}

} // namespace

class TimelineInstantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void standWhereTheyBelong();
    void manyOfOnePixelAreOneMark();
    void searchedOnesAreLit();
    void lastOfAllIsInThePicture();
    void everyOneIsPainted_data();
    void everyOneIsPainted();
    void hoverSaysWhatItIs();
    void clickSelectsAndKeysWalk();
    void keyboardAloneReachesThem();
    void draggedEdgesSnapToThem();
    void searchStepsToThem();
    void coloursFollowTheChoice();

private:
    TimelineCanvas& canvas() { return view_->canvas(); }
    void show(std::shared_ptr<const Trace> trace) {
        state_->setTrace(std::move(trace));
        QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    }
    const DrawRow* rowOf(Spot spot) {
        const auto place = placeOf(*canvas().rows(), spot);
        for (const DrawRow& row : canvas().list()->rows) {
            if (place && row.row == place->row) {
                return &row;
            }
        }
        return nullptr;
    }
    Spot spotAt(std::uint32_t point) const {
        const PointTable& points = state_->trace()->points();
        return {Spot::Kind::Instant, points.time[point], points.track[point], point};
    }
    QPoint placeAt(std::uint32_t point) { // of its column's middle
        const DrawRow* row = rowOf(spotAt(point));
        const TimeScale scale(state_->visible(), canvas().width() - kHead);
        const int top = kRuler + canvas().list()->screenTop(*row, canvas().scroll());
        return {kHead + scale.toPixel(spotAt(point).time), top + row->height / 2};
    }
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineInstantsTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->setReducedMotion(true);
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 700);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    canvas().setFocus();
}

void TimelineInstantsTest::cleanup() {
    view_.reset();
    state_.reset();
}

void TimelineInstantsTest::standWhereTheyBelong() {
    const auto list = TimelinePrepare().prepare(requestFor(sketchOfAll().build()));
    QStringList marks; // with the rows that hold them
    for (const QString& line : toText(*list).split(QLatin1Char('\n'))) {
        const QString words = line.trimmed();
        if (words.startsWith(QLatin1String("instant "))) {
            marks << words;
        } else if (words.contains(QLatin1String(" y="))) {
            marks << words.section(QLatin1String(" y="), 0, 0);
        }
    }
    marks.removeAll(QStringLiteral("busy"));
    marks.removeAll(QStringLiteral("boxes"));
    const QStringList expected{QStringLiteral("Instants"),
                               QStringLiteral("instant 60 of the session"),
                               QStringLiteral("python3, main"),
                               QStringLiteral("Process instants"),
                               QStringLiteral("instant 50 of the process"),
                               QStringLiteral("Instants"),
                               QStringLiteral("instant 25 loss"),
                               QStringLiteral("instant 75 loss"),
                               QStringLiteral("Operators"),
                               QStringLiteral("GPU 0"),
                               QStringLiteral("Stream 7"),
                               QStringLiteral("Instants"),
                               QStringLiteral("instant 40 on the stream"),
                               QStringLiteral("Other threads"),
                               QStringLiteral("worker"),
                               QStringLiteral("Operators")};
    QCOMPARE(marks, expected);
}

void TimelineInstantsTest::manyOfOnePixelAreOneMark() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 1'000'000);
    for (int i = 0; i < 50'000; ++i) {
        sketch.instant("main", "tick", 300'000 + i % 9'000, "g");
    }
    const auto list = TimelinePrepare().prepare(requestFor(sketch.build()));
    QCOMPARE(list->rows[0].instants.size(), std::size_t(1));
    QCOMPARE(list->rows[0].instants[0].mark.x, std::uint16_t(30));
    QCOMPARE(list->rows[0].instants[0].mark.count, 50'000u);
}

void TimelineInstantsTest::searchedOnesAreLit() {
    DrawRequest request = requestFor(sketchOfAll().build());
    const auto& lod = request.rows->lod();
    request.found = findEvents(lod->trace(), lod, Filter::parse("loss").value());
    const auto list = TimelinePrepare().prepare(request);
    int lit = 0;
    for (const DrawRow& row : list->rows) {
        for (const InstantKnob& knob : row.instants) {
            const bool isLoss = knob.mark.x == 25 || knob.mark.x == 75;
            QCOMPARE(knob.found, isLoss);
            lit += knob.found ? 1 : 0;
        }
    }
    QCOMPARE(lit, 2);
    QCOMPARE(list->foundColumns, (std::vector<std::uint16_t>{25, 75})); // on the ruler as well
}

void TimelineInstantsTest::lastOfAllIsInThePicture() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 950'000);
    sketch.instant("main", "Record Window End", 1'000'003, "g");
    show(sketch.build());
    QCOMPARE(state_->visible(), (TimeRange{0, 950'000})); // at first what takes time
    QTest::keyClick(&canvas(), Qt::Key_0);
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QCOMPARE(canvas().list()->rows.front().instants.size(), std::size_t(1));
    const QPoint at = placeAt(0);
    QVERIFY(at.x() < canvas().width() - 4); // its knob is whole
}

void TimelineInstantsTest::everyOneIsPainted_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<double>("share"); // of the session that is in view
    for (const bool dark : {true, false}) {
        const char* theme = dark ? "dark" : "light";
        QTest::addRow("everything, %s", theme) << dark << 1.;
        QTest::addRow("a tenth, %s", theme) << dark << .1;
        QTest::addRow("a thousandth, %s", theme) << dark << .001;
    }
}

// Pixels of the row against every instant: where one is, a line is seen; where none is near, nothing.
void TimelineInstantsTest::everyOneIsPainted() {
    QFETCH(bool, dark);
    QFETCH(double, share);
    appearance_->setMode(dark ? Appearance::Mode::Dark : Appearance::Mode::Light);
    std::mt19937 random(3);
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 10'000'000);
    for (int i = 0; i < 300; ++i) {
        const TimeNs burst =
            i % 2 == 0 ? 3'400'000 + TimeNs(random() % 20'000) : TimeNs(random() % 10'000'000);
        sketch.instant("main", "tick", burst, "g", 'i', {}, i % 3 == 0 ? "kernel" : "cpu_op");
    }
    show(sketch.build());
    const auto length = static_cast<TimeNs>(10'000'000 * share);
    state_->setVisible({share < 1 ? 3'400'000 : 0, (share < 1 ? 3'400'000 : 0) + length});
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    const QImage image = canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
    const DrawRow& row = canvas().list()->rows.front();
    const int y = kRuler + canvas().list()->screenTop(row, 0) + row.height - 6; // below knobs and names
    const Theme& theme = appearance_->theme();
    std::vector<bool> expected(std::size_t(canvas().width() - kHead), false);
    const PixelGrid grid(canvas().list()->scale);
    for (const TimeNs time : state_->trace()->points().time) {
        if (grid.range().contains(time)) {
            expected[std::size_t(grid.columnOf(time))] = true;
        }
    }
    int seen = 0;
    for (std::size_t x = 0; x < expected.size(); ++x) {
        const QRgb pixel = image.pixel(kHead + int(x), y);
        bool painted = false;
        for (int h = 0; h < kHueCount; ++h) {
            painted = painted || pixel == theme.stroke(static_cast<Hue>(h));
        }
        QCOMPARE(painted, expected[x]);
        seen += painted ? 1 : 0;
    }
    QVERIFY(seen > 2);
}

void TimelineInstantsTest::hoverSaysWhatItIs() {
    show(sketchOfAll().build());
    auto* tip = canvas().findChild<QWidget*>(QStringLiteral("sliceTip"));
    QTest::mouseMove(&canvas(), placeAt(0));
    QTRY_VERIFY_WITH_TIMEOUT(tip->isVisible(), kPatience);
    const QString text = tip->accessibleName();
    for (const char* part : {"loss", "Kind: Instant", "At: 250.0", "On: main", "value: 3", "note: fine"}) {
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    }
    QTest::mouseMove(&canvas(), placeAt(4));
    QTRY_VERIFY_WITH_TIMEOUT(tip->accessibleName().contains(QStringLiteral("of the session")), kPatience);
    QTest::mouseMove(&canvas(), placeAt(4) + QPoint(60, 0));
    QTRY_VERIFY_WITH_TIMEOUT(!tip->isVisible(), kPatience);
}

void TimelineInstantsTest::clickSelectsAndKeysWalk() {
    show(sketchOfAll().build());
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, placeAt(0) + QPoint(3, 0)); // a little aside
    QVERIFY(state_->spot() == spotAt(0));
    QVERIFY(canvas().accessibleDescription().contains(QStringLiteral("loss")));
    QTest::keyClick(&canvas(), Qt::Key_Left); // there is none before it
    QVERIFY(state_->spot() == spotAt(0));
    state_->setVisible({0, 300'000});
    QTest::keyClick(&canvas(), Qt::Key_Right);
    QVERIFY(state_->spot() == spotAt(1));
    QVERIFY(state_->visible().contains(750'000)); // it came into view
    QTest::keyClick(&canvas(), Qt::Key_Comma);
    QVERIFY(state_->spot() == spotAt(0));
    QTest::keyClick(&canvas(), Qt::Key_M);
    QTest::keyClick(&canvas(), Qt::Key_Escape);
    QVERIFY(!state_->spot());
}

void TimelineInstantsTest::keyboardAloneReachesThem() {
    show(sketchOfAll().build());
    canvas().leadRow(placeOf(*canvas().rows(), spotAt(0))->row);
    QTest::keyClick(&canvas(), Qt::Key_Return);
    QVERIFY(state_->spot() == spotAt(0));
    QTest::keyClick(&canvas(), Qt::Key_Period);
    QVERIFY(state_->spot() == spotAt(1));
}

void TimelineInstantsTest::draggedEdgesSnapToThem() {
    show(sketchOfAll().build());
    const QPoint from = placeAt(0) + QPoint(4, 0);
    const QPoint to = placeAt(1) - QPoint(4, 0);
    QTest::mousePress(&canvas(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&canvas(), (from + to) / 2);
    QTest::mouseMove(&canvas(), to);
    QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, to);
    QCOMPARE(state_->brush(), (TimeRange{250'000, 750'000}));
}

void TimelineInstantsTest::searchStepsToThem() {
    show(sketchOfAll().build());
    state_->setFilter(QStringLiteral("loss"));
    QTRY_VERIFY_WITH_TIMEOUT(state_->search().result() && !state_->search().busy(), kPatience);
    state_->setVisible({800'000, 900'000});
    QTest::keyClick(&canvas(), Qt::Key_N);
    QVERIFY(state_->spot() == spotAt(0)); // round at the end
    QVERIFY(state_->visible().contains(250'000));
    QTest::keyClick(&canvas(), Qt::Key_N);
    QVERIFY(state_->spot() == spotAt(1));
    QCOMPARE(state_->search().position(), 1);
}

void TimelineInstantsTest::coloursFollowTheChoice() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 1'000'000);
    sketch.instant("main", "tick", 300'000, "g", 'i', {}, "cpu_op");
    show(sketch.build());
    const auto hue = [&] { return canvas().list()->rows.front().instants.front().mark.hue; };
    QCOMPARE(hue(), Hue::Operator);
    canvas().scene().setColoring(ColorBy::Name);
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QCOMPARE(hue(), hueOfText("tick"));
}

int run_tst_timeline_instants(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineInstantsTest>(argc, argv);
}
#include "tst_timeline_instants.moc"
