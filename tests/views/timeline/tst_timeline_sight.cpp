// What must be seen on the timeline: nothing invisible, columns as busy as their slices, and where related events are.
#include "model/analysis/operators/EventDetails.h"
#include "model/lod/LaneQuery.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "tests/support/TraceSketch.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/painting/FlowPainter.h"

#include <QWheelEvent>
#include <QtTest>

#include <cmath>

using namespace lanes;

namespace {
constexpr int kHead = 232;
constexpr int kRuler = 28;
constexpr TimeNs kHour = 3'600'000'000'000;
} // namespace

class TimelineSightTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void columnsAreAsBusyAsTheirSlices_data();
    void columnsAreAsBusyAsTheirSlices();
    void loneNanosecondInAnHourIsSeen();
    void pictureAtRestIsTheExactOne();
    void relatedHeadersLightUp();
    void targetsOffScreenAreToldAtTheEdge();
    void aLinkIsSaidToLastAsLongWhereverItIsTold();
    void arrowsPassBehindNames();
    void forwardOfWorkWithinABackwardNodeIsToldAndLedTo();
    void functionAroundTheViewStandsInTheLineOfOuterFrames();
    void pausesAreHatchedFromTopToBottom();

private:
    TimelineCanvas& canvas() { return view_->canvas(); }
    void show(std::shared_ptr<const Trace> trace) {
        state_->setTrace(std::move(trace));
        QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    }
    QImage picture() { return canvas().grab().toImage().convertToFormat(QImage::Format_RGB32); }
    bool isBackground(QRgb pixel) const {
        const Theme& theme = appearance_->theme();
        return pixel == theme.canvas.rgb() || pixel == theme.grid.rgb();
    }
    const DrawRow* rowOf(TimelineRow::Kind kind) {
        for (const DrawRow& row : canvas().list()->rows) {
            if (canvas().rows()->rows()[static_cast<std::size_t>(row.row)].kind == kind) {
                return &row;
            }
        }
        return nullptr;
    }
    int topOf(const DrawRow& row) { return kRuler + canvas().list()->screenTop(row, canvas().scroll()); }
    void compareColumns(const DrawRow& row, const Band& band);
    SliceId named(std::string_view name) const {
        for (std::uint32_t i = 0; i < state_->trace()->sliceCount(); ++i) {
            if (state_->trace()->text(state_->trace()->slice(SliceId(i)).name) == name) {
                return SliceId(i);
            }
        }
        return {};
    }
    bool barLit(SliceId slice) { // the accent at the left of the header of the slice's row
        const std::optional<QRect> rect = canvas().rectOf(slice);
        return rect && picture().pixel(0, rect->center().y()) == appearance_->theme().accent.rgb();
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineSightTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->setReducedMotion(true);
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 900);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    canvas().setFocus();
}

void TimelineSightTest::cleanup() {
    view_.reset();
    state_.reset();
}

void TimelineSightTest::columnsAreAsBusyAsTheirSlices_data() {
    QTest::addColumn<double>("share"); // of the session that is in view
    QTest::addColumn<bool>("byKeys");  // gone there in steps, as one does
    QTest::newRow("everything") << 1. << false;
    QTest::newRow("a tenth") << .1 << false;
    QTest::newRow("a tenth, by keys") << .1 << true;
    QTest::newRow("a hundredth") << .01 << false;
}

// Pixels of the picture against a sum over all slices of the lane, within one pixel.
void TimelineSightTest::compareColumns(const DrawRow& row, const Band& band) {
    const LodLane& lane = state_->lod()->lanes()[band.lane];
    const PixelGrid grid(canvas().list()->scale);
    const auto columns = static_cast<std::size_t>(grid.columns());
    std::vector<double> busy(columns, 0);
    std::vector<bool> any(columns, false);
    std::vector<bool> box(columns, false);
    for (std::uint32_t i = 0; i < lane.count(); ++i) {
        const TimeNs start = std::max(lane.start(i), grid.range().begin);
        const TimeNs end = std::min(lane.end(i), grid.range().end);
        if (lane.end(i) - lane.start(i) >= grid.boxDuration()) {
            // A box stands at whole pixels; what shares its first or last one is moved to the next column.
            const int first = std::max(grid.columnOf(start) - 1, 0);
            const int last = std::min(grid.columnOf(end) + 1, grid.columns() - 1);
            std::fill(box.begin() + first, box.begin() + last + 1, true);
            continue;
        }
        for (int x = grid.columnOf(start); start <= end && x < grid.columns() && grid.edge(x) < end; ++x) {
            const TimeNs from = std::max(start, grid.edge(x));
            busy[static_cast<std::size_t>(x)] += double(std::min(end, grid.edge(x + 1)) - from);
            any[static_cast<std::size_t>(x)] = true;
        }
    }
    const QImage image = picture();
    const int base = topOf(row) + band.y + band.height;
    int compared = 0;
    for (std::size_t x = 0; x < columns; ++x) {
        if (box[x]) {
            continue;
        }
        int painted = 0;
        while (painted < band.height &&
               !isBackground(image.pixel(kHead + static_cast<int>(x), base - 1 - painted))) {
            ++painted;
        }
        const double length = double(grid.edge(static_cast<int>(x) + 1) - grid.edge(static_cast<int>(x)));
        const int exact =
            any[x] ? std::max(2, static_cast<int>(std::lround(busy[x] / length * band.height))) : 0;
        QVERIFY2(
            std::abs(painted - exact) <= 1,
            qPrintable(QStringLiteral("column %1: %2 painted, %3 counted").arg(x).arg(painted).arg(exact)));
        QCOMPARE(painted > 0, any[x]);
        compared += any[x] ? 1 : 0;
    }
    QVERIFY2(compared > 20, "nothing to compare");
}

void TimelineSightTest::columnsAreAsBusyAsTheirSlices() {
    QFETCH(double, share);
    QFETCH(bool, byKeys);
    show(test::generatedTrace(300'000));
    const TimeRange all = state_->bounds();
    const auto wanted = static_cast<TimeNs>(double(all.length()) * share);
    if (byKeys) {
        QTest::mouseMove(&canvas(), {700, canvas().height() - 3});
        while (state_->visible().length() > wanted) {
            QTest::keyClick(&canvas(), Qt::Key_W);
        }
    } else {
        const TimeNs begin = all.begin + (all.length() - wanted) / 3;
        state_->setVisible({begin, begin + wanted});
    }
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QTest::mouseMove(&canvas(), {60, canvas().height() - 3}); // no line of the cursor over the columns
    state_->setCursor({});
    int rows = 0;
    for (const DrawRow& row : canvas().list()->rows) {
        const auto kind = canvas().rows()->rows()[static_cast<std::size_t>(row.row)].kind;
        const bool whole = topOf(row) >= kRuler && topOf(row) + row.height <= canvas().height();
        if (kind == TimelineRow::Kind::Stream && row.bands.size() == 1 && whole && rows < 2) {
            ++rows;
            compareColumns(row, row.bands.front());
        }
    }
    QCOMPARE(rows, 2);
}

void TimelineSightTest::loneNanosecondInAnHourIsSeen() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::first", 0, 1);
    sketch.op("main", "aten::lone", kHour * 3 / 8, 1);
    sketch.op("main", "aten::last", kHour, 1);
    show(sketch.build());
    const std::optional<QRect> rect = canvas().rectOf(named("aten::lone"));
    QVERIFY(rect.has_value());
    const QImage image = picture();
    bool seen = false;
    for (int x = rect->left() - 1; x <= rect->right() + 1; ++x) {
        for (int y = rect->top(); y <= rect->bottom(); ++y) {
            seen = seen || !isBackground(image.pixel(x, y));
        }
    }
    QVERIFY(seen);
    QTest::mouseMove(&canvas(), {rect->left(), rect->bottom() - 1});
    QTRY_COMPARE_WITH_TIMEOUT(state_->hovered(), named("aten::lone"), kPatience); // and can be pointed at
}

void TimelineSightTest::pictureAtRestIsTheExactOne() {
    show(test::generatedTrace(300'000));
    const TimeRange all = state_->bounds();
    for (int i = 1; i <= 40; ++i) { // faster than pictures can follow
        state_->setVisible(zoomed(all, all.begin + all.length() / 3, std::pow(.9, i), 64));
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    TimelineView fresh(*state_, *appearance_);
    fresh.resize(view_->size());
    fresh.show();
    QTRY_VERIFY_WITH_TIMEOUT(fresh.canvas().isUpToDate(), kPatience);
    QCOMPARE(toText(*canvas().list()), toText(*fresh.canvas().list()));
}

void TimelineSightTest::relatedHeadersLightUp() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::mm", 100'000, 300'000);
    sketch.op("worker", "aten::add", 100'000, 300'000);
    sketch.kernel("main", 200'000, "gpu0/7", "gemm", 500'000, 200'000);
    show(sketch.build());
    QTest::mouseMove(&canvas(), {700, canvas().height() - 3});
    QVERIFY(!barLit(named("gemm")));
    state_->select(named("gemm"));
    QTRY_VERIFY_WITH_TIMEOUT(barLit(named("gemm")), kPatience);
    QVERIFY(barLit(state_->trace()->links().firstTo(named("gemm"), LinkKind::Launch))); // what launched it
    QVERIFY(!barLit(named("aten::add")));                                               // has no part in it
    state_->select({});
    QTRY_VERIFY_WITH_TIMEOUT(!barLit(named("gemm")), kPatience);
}

void TimelineSightTest::targetsOffScreenAreToldAtTheEdge() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::mm", 100'000, 300'000);
    sketch.kernel("main", 200'000, "gpu0/7", "gemm", 90'500'000, 200'000);
    show(sketch.build());
    const SliceId launch = state_->trace()->links().firstTo(named("gemm"), LinkKind::Launch);
    state_->setVisible({0, 1'000'000});
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QTest::mouseMove(&canvas(), {700, canvas().height() - 3});
    const DrawRow* stream = rowOf(TimelineRow::Kind::Stream);
    QVERIFY(stream != nullptr);
    // Pixels of the arrow's surface at the right edge, in the row that the kernel will be in.
    const auto chip = [&] {
        const QImage image = picture();
        int pixels = 0;
        for (int x = canvas().width() - 120; x < canvas().width() - 8; ++x) {
            pixels +=
                image.pixel(x, topOf(*stream) + stream->height / 2) == appearance_->theme().overlay.rgb();
        }
        return pixels;
    };
    QCOMPARE(chip(), 0);
    state_->select(launch);
    QTRY_VERIFY_WITH_TIMEOUT(chip() > 20, kPatience);
    QTest::keyClick(&canvas(), Qt::Key_BracketRight); // goes there
    QTRY_COMPARE_WITH_TIMEOUT(state_->selection(), named("gemm"), kPatience);
    QVERIFY(state_->visible().begin > 80'000'000);
}

// On screen, at the edge of it, and in the details.
void TimelineSightTest::aLinkIsSaidToLastAsLongWhereverItIsTold() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::mm", 100'000, 300'000);
    sketch.kernel("main", 200'000, "gpu0/7", "gemm", 600'000, 200'000);
    const auto trace = sketch.build();
    const SliceId gemm = test::sliceNamed(*trace, "gemm");
    const SliceId launch = trace->links().firstTo(gemm, LinkKind::Launch);
    const Flow flow{.from = launch, .to = gemm};
    TraceAnalyses analyses(trace);
    QCOMPARE(std::optional(FlowPainter::apartOf(*trace, flow)),
             detailsOf(*trace, *analyses.origins(), gemm)->launchDelay);
}

// Whatever is selected, each pixel of a name stays as it was; the arrow is seen beside it.
void TimelineSightTest::arrowsPassBehindNames() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::mm", 100'000, 300'000);
    sketch.slice("gpu0/7", "kernel", "crossed_kernel_of_a_long_name", 150'000, 800'000);
    sketch.kernel("main", 200'000, "gpu0/20", "gemm", 600'000, 200'000);
    show(sketch.build());
    QTest::mouseMove(&canvas(), {700, canvas().height() - 3});
    const QRect box = canvas().rectOf(named("crossed_kernel_of_a_long_name"))->adjusted(2, 1, -4, -1);
    const QImage before = picture();
    const QRgb fill = before.pixel(box.right(), box.center().y());
    state_->select(named("gemm"));
    QTRY_VERIFY_WITH_TIMEOUT(barLit(named("gemm")), kPatience);
    const QImage after = picture();
    int name = 0;
    int crossed = 0;
    int beside = 0;
    for (int y = box.top(); y <= box.bottom(); ++y) {
        for (int x = box.left(); x <= box.right(); ++x) {
            const bool isName = before.pixel(x, y) != fill;
            name += isName ? 1 : 0;
            crossed += isName && after.pixel(x, y) != before.pixel(x, y) ? 1 : 0;
            beside += !isName && after.pixel(x, y) != before.pixel(x, y) ? 1 : 0;
        }
    }
    QVERIFY(name > 200);
    QVERIFY2(beside > 20, qPrintable(QString::number(beside))); // else there was nothing to cross
    QCOMPARE(crossed, 0);
}

// The arrow ends at what the engine does for the node; the work that its name says stands within.
void TimelineSightTest::forwardOfWorkWithinABackwardNodeIsToldAndLedTo() {
    test::TraceSketch sketch;
    const auto forward = sketch.op("main", "aten::convolution", 100'000, 300'000);
    const auto node = sketch.op("backward", "autograd::engine::evaluate_function: ConvolutionBackward0",
                                90'000'000, 900'000);
    sketch.op("backward", "aten::convolution_backward", 90'100'000, 700'000);
    sketch.kernel("backward", 90'200'000, "gpu0/7", "dgrad", 90'500'000, 200'000);
    sketch.link(LinkKind::ForwardBackward, forward, node);
    show(sketch.build());
    state_->setVisible({90'000'000, 91'000'000});
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QTest::mouseMove(&canvas(), {700, canvas().height() - 3});
    const SliceId inner = named("aten::convolution_backward");
    state_->select(inner);
    QTRY_VERIFY_WITH_TIMEOUT(barLit(inner), kPatience);
    const std::optional<QRect> there = canvas().rectOf(named("aten::convolution")); // left of the picture
    QVERIFY(there);
    const auto chip = [&] { // pixels of the arrow's surface at the left edge
        const QImage image = picture();
        int pixels = 0;
        for (int x = kHead + 8; x < kHead + 120; ++x) {
            pixels += image.pixel(x, there->center().y()) == appearance_->theme().overlay.rgb();
        }
        return pixels;
    };
    QTRY_VERIFY_WITH_TIMEOUT(chip() > 20, kPatience);
    QTest::keyClick(&canvas(), Qt::Key_BracketLeft);
    QTRY_COMPARE_WITH_TIMEOUT(state_->selection(), named("aten::convolution"), kPatience);
    QTest::keyClick(&canvas(), Qt::Key_BracketRight); // it launched nothing: to its backward
    QTRY_COMPARE_WITH_TIMEOUT(state_->selection(),
                              named("autograd::engine::evaluate_function: ConvolutionBackward0"), kPatience);
    QTest::keyClick(&canvas(), Qt::Key_BracketRight);
    QTRY_COMPARE_WITH_TIMEOUT(state_->selection(), named("dgrad"), kPatience);
}

void TimelineSightTest::functionAroundTheViewStandsInTheLineOfOuterFrames() {
    test::TraceSketch sketch;
    sketch.slice("main", "python_function", "train.py(1): outermost", 0, 1'000'000);
    sketch.slice("main", "python_function", "train.py(3): outer", 50'000, 900'000);
    sketch.slice("main", "python_function", "train.py(5): inner", 100'000, 800'000);
    sketch.slice("main", "python_function", "train.py(9): leaf", 400'000, 50'000);
    show(sketch.build());
    state_->setVisible({300'000, 600'000});
    const auto frames = [this] {
        return std::ranges::find_if(canvas().list()->rows,
                                    [](const DrawRow& row) { return row.outerFrames.size() == 3; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(frames() != canvas().list()->rows.end(), kPatience);
    for (const char* name : {"train.py(1): outermost", "train.py(3): outer", "train.py(5): inner"}) {
        const std::optional<QRect> rect = canvas().rectOf(named(name));
        QVERIFY(rect);
        QCOMPARE(rect->top(), topOf(*frames()));
        QCOMPARE(rect->height(), frames()->height);
    }
    QVERIFY(canvas().rectOf(named("train.py(9): leaf"))->top() > topOf(*frames()));
}

// Nobody was there to see: it must not look as if nothing had happened.
void TimelineSightTest::pausesAreHatchedFromTopToBottom() {
    test::TraceSketch sketch;
    sketch.op("main", "before", 0, 100'000);
    sketch.op("main", "after", 900'000, 100'000);
    sketch.pause(300'000, 400'000);
    show(sketch.build());
    const QImage image = picture();
    const TimeScale& scale = canvas().list()->scale;
    const auto hatched = [&](TimeNs at) { // how many pixels of the column are no background
        const int x = kHead + scale.toPixel(at);
        int inked = 0;
        for (int y = kRuler; y < image.height(); ++y) {
            inked += isBackground(image.pixel(x, y)) ? 0 : 1;
        }
        return inked;
    };
    const int rows = image.height() - kRuler;
    for (const TimeNs inside : {320'000, 350'000, 650'000, 680'000}) {
        QVERIFY2(hatched(inside) > hatched(200'000) + rows / 20, qPrintable(QString::number(inside)));
    }
    QCOMPARE(hatched(250'000), hatched(200'000)); // not beside it
    QCOMPARE(hatched(750'000), hatched(800'000));
    // and in words
    const QRect middle(kHead + scale.toPixel(450'000), kRuler + 6,
                       scale.toPixel(550'000) - scale.toPixel(450'000), 20);
    QSet<QRgb> inks;
    for (int x = middle.left(); x <= middle.right(); ++x) {
        inks << image.pixel(x, middle.center().y());
    }
    QVERIFY(inks.contains(appearance_->theme().overlay.rgb()) && inks.size() > 3);
}

int run_tst_timeline_sight(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineSightTest>(argc, argv);
}
#include "tst_timeline_sight.moc"
