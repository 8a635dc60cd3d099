// Rows that are folded into one or hidden by rule: opened by mouse and keys, and where something in them is to be seen.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QAction>
#include <QMenu>
#include <QtTest>

#include <memory>
#include <string>

using namespace lanes;

namespace {

// A thread that launches, a stream that works, two of few events, two rows of waits, and one that is hidden.
std::shared_ptr<const Trace> trained() {
    test::TraceSketch sketch;
    for (int step = 0; step < 3; ++step) {
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step), step * 1'000'000,
                     900'000);
    }
    for (int i = 0; i < 100; ++i) {
        const TimeNs at = i * 30'000;
        sketch.op("main", "aten::mm", at, 10'000);
        sketch.kernel("main", at + 100, "gpu0/7", "gemm", at + 5'000, 20'000);
    }
    for (const char* few : {"gpu0/16", "gpu0/20"}) {
        sketch.slice(few, "gpu_memcpy", std::string("copy on ") + few, 2'990'000, 500);
    }
    for (const char* waits : {"gpu0/1000007", "gpu0/1000016"}) {
        sketch.slice(waits, "cuda_sync", "Stream Synchronize", 2'980'000, 500);
    }
    sketch.slice("gpu0/-1", "cuda_sync", "Context Synchronize", 2'970'000, 500);
    sketch.builder().tracks()[sketch.track("gpu0/-1").value].name = "Waits";
    return sketch.build();
}

} // namespace

class TimelineFoldingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void oneRowStandsForAKind();
    void aClickOpensIt();
    void aDoubleClickDoesNotFoldItAgain();
    void enterOpensIt();
    void whatIsToBeSeenIsOpened();
    void aHiddenRowShowsWhileItsEventIsSelected();
    void hiddenRowsAreListed();
    void stepsStayOnTop();

private:
    TimelineCanvas& canvas() { return view_->canvas(); }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience); }
    QStringList shown() {
        QStringList labels;
        for (const DrawRow& row : canvas().list()->rows) {
            labels << canvas().rows()->rows()[static_cast<std::size_t>(row.row)].label;
        }
        return labels;
    }
    const DrawRow* placeOf(const QString& label) {
        for (const DrawRow& row : canvas().list()->rows) {
            if (canvas().rows()->rows()[static_cast<std::size_t>(row.row)].label == label) {
                return &row;
            }
        }
        return nullptr;
    }
    QPoint nameOf(const QString& label) {
        const DrawRow* row = placeOf(label);
        return {120, 28 + canvas().list()->screenTop(*row, canvas().scroll()) + 12};
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineFoldingTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->setReducedMotion(true);
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 620);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    canvas().setFocus();
    state_->setTrace(trained());
    settle();
}

void TimelineFoldingTest::cleanup() {
    view_.reset();
    state_.reset();
    appearance_.reset();
}

void TimelineFoldingTest::oneRowStandsForAKind() {
    for (const char* label : {"Streams of few events", "Sync rows"}) {
        const DrawRow* row = placeOf(QLatin1String(label));
        QVERIFY2(row != nullptr, qPrintable(shown().join(QLatin1Char(' '))));
        QCOMPARE(row->height, 24);
        QVERIFY(row->folded);
        QCOMPARE(canvas().rows()->rows()[static_cast<std::size_t>(row->row)].value, QStringLiteral("2"));
    }
    QVERIFY(!shown().contains(QStringLiteral("Stream 16")));
    QVERIFY(!shown().contains(QStringLiteral("Waits")));
}

void TimelineFoldingTest::aClickOpensIt() {
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, nameOf(QStringLiteral("Sync rows")));
    settle();
    QTRY_VERIFY_WITH_TIMEOUT(shown().contains(QStringLiteral("Stream 1000016")), kPatience);
    QVERIFY(!shown().contains(QStringLiteral("Stream 16")));
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, nameOf(QStringLiteral("Sync rows")));
    QTRY_VERIFY_WITH_TIMEOUT(!shown().contains(QStringLiteral("Stream 1000016")), kPatience);
}

void TimelineFoldingTest::aDoubleClickDoesNotFoldItAgain() {
    const QPoint at = nameOf(QStringLiteral("Streams of few events"));
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, at);
    settle();
    QTRY_VERIFY_WITH_TIMEOUT(shown().contains(QStringLiteral("Stream 16")), kPatience);
}

void TimelineFoldingTest::enterOpensIt() {
    const auto led = [this] {
        const int row = canvas().ledRow();
        return row < 0 ? QString() : canvas().rows()->rows()[static_cast<std::size_t>(row)].label;
    };
    for (int i = 0; i < 20 && led() != QLatin1String("Streams of few events"); ++i) {
        QTest::keyClick(&canvas(), Qt::Key_Tab);
    }
    QCOMPARE(led(), QStringLiteral("Streams of few events"));
    QTest::keyClick(&canvas(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(shown().contains(QStringLiteral("Stream 20")), kPatience);
    QTest::keyClick(&canvas(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!shown().contains(QStringLiteral("Stream 20")), kPatience);
}

// Search, links and lists lead to events, whatever their rows stand in.
void TimelineFoldingTest::whatIsToBeSeenIsOpened() {
    view_->resize(1232, 260);
    settle();
    for (const char* name : {"copy on gpu0/20", "Context Synchronize"}) {
        for (std::uint32_t id = 0; id < state_->trace()->sliceCount(); ++id) {
            if (state_->trace()->text(state_->trace()->slice(SliceId(id)).name) == name) {
                state_->reveal(SliceId(id));
            }
        }
        const auto seen = [this] {
            const auto rect = canvas().rectOf(state_->selection());
            return canvas().isUpToDate() && rect && canvas().rect().contains(rect->center());
        };
        QTRY_VERIFY_WITH_TIMEOUT(seen(), kPatience);
    }
    QVERIFY(!shown().contains(QStringLiteral("Stream 1000016"))); // which nothing asked for
}

// What the user hid stays hidden: a search that leads there only looks into it.
void TimelineFoldingTest::aHiddenRowShowsWhileItsEventIsSelected() {
    const QString stream = QStringLiteral("Stream 7");
    QVERIFY(shown().contains(stream));
    for (int i = 0; i < 20 && canvas().ledRow() != placeOf(stream)->row; ++i) {
        QTest::keyClick(&canvas(), Qt::Key_Tab);
    }
    QCOMPARE(canvas().ledRow(), placeOf(stream)->row);
    QTest::keyClick(&canvas(), Qt::Key_H, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!shown().contains(stream), kPatience);
    const auto kept = state_->choices().rows();

    const auto kernel = [this](int number) {
        std::uint32_t id = 0;
        for (int found = -1; found < number; ++id) {
            found += state_->trace()->text(state_->trace()->slice(SliceId(id)).name) == "gemm" ? 1 : 0;
        }
        return SliceId(id - 1);
    };
    state_->reveal(kernel(40));
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate() && canvas().rectOf(state_->selection()), kPatience);
    QVERIFY(shown().contains(stream));
    state_->select(kernel(41)); // another of the same row
    settle();
    QVERIFY(shown().contains(stream));
    state_->select(SliceId());
    QTRY_VERIFY_WITH_TIMEOUT(!shown().contains(stream), kPatience);
    QCOMPARE(state_->choices().rows(), kept);
}

void TimelineFoldingTest::hiddenRowsAreListed() {
    view_->resize(1232, 260);
    settle();
    Q_EMIT canvas().rowContextRequested(canvas().list()->rows.front().row, {10, 10});
    auto* menu = view_->findChild<QMenu*>();
    QTRY_VERIFY_WITH_TIMEOUT(menu != nullptr && menu->isVisible(), kPatience);
    const auto actions = menu->actions();
    const auto hidden = std::ranges::find(actions, QStringLiteral("Hidden rows"), &QAction::text);
    QVERIFY(hidden != actions.end());
    const QList<QAction*> rows = (*hidden)->menu()->actions();
    QCOMPARE(rows.front()->text(), QStringLiteral("Waits (GPU 0)"));
    rows.front()->trigger();
    menu->close();
    QTRY_VERIFY_WITH_TIMEOUT(shown().contains(QStringLiteral("Waits")), kPatience);
    const auto inView = [&] { // far below what was to be seen
        const DrawRow* row = placeOf(QStringLiteral("Waits"));
        const int top = row != nullptr ? canvas().list()->screenTop(*row, canvas().scroll()) : -1;
        return canvas().isUpToDate() && canvas().scroll() > 0 && top >= 0 &&
               top + row->height <= canvas().height();
    };
    QTRY_VERIFY_WITH_TIMEOUT(inView(), kPatience);
    QVERIFY(!state_->choices().rows().isEmpty()); // which is kept
}

void TimelineFoldingTest::stepsStayOnTop() {
    view_->resize(1232, 260);
    settle();
    canvas().scene().setScroll(canvas().scene().mostScroll());
    settle();
    QVERIFY(canvas().scroll() > 0);
    const DrawRow* steps = placeOf(QStringLiteral("Steps"));
    QVERIFY(steps != nullptr && steps->pinned);
    QCOMPARE(canvas().list()->screenTop(*steps, canvas().scroll()), 0);
}

int run_tst_timeline_folding(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineFoldingTest>(argc, argv);
}
#include "tst_timeline_folding.moc"
