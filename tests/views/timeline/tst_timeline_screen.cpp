// What stands on the screen while one moves is, pixel for pixel, what is painted from nothing.
#include "tests/support/GeneratedTrace.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/timeline/TimelineView.h"

#include <QBackingStore>
#include <QtTest>

using namespace lanes;

class TimelineScreenTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void movesLeaveTheScreenAsAFreshPaint_data();
    void movesLeaveTheScreenAsAFreshPaint();
    void whatMovesOverRowsThatStandStillLeavesThemAsTheyAre();
    void whatStandsOverTheTimelineKeepsItsPixels();

private:
    TimelineCanvas& canvas() { return view_->canvas(); }
    // The window's own pixels where the canvas stands; they are there once all events have been handled.
    QImage screen() {
        QCoreApplication::processEvents();
        const auto* window = dynamic_cast<const QImage*>(canvas().backingStore()->paintDevice());
        return window->copy({canvas().mapTo(canvas().window(), QPoint()), canvas().size()})
            .convertToFormat(QImage::Format_RGB32);
    }
    // A second widget of the same session, which has painted nothing before.
    QImage fresh() {
        TimelineView other(*state_, *appearance_);
        other.resize(view_->size());
        other.canvas().scene().setAllFlows(canvas().scene().allFlows());
        other.show();
        (void)QTest::qWaitForWindowExposed(&other, kPatience);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(other.canvas().isUpToDate(), kPatience); }();
        other.canvas().scene().scrollBy(canvas().scroll());
        [&] { QTRY_VERIFY_WITH_TIMEOUT(other.canvas().isUpToDate(), kPatience); }();
        QCoreApplication::processEvents();
        return other.canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
    }
    void settle() {
        QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
        QCoreApplication::processEvents();
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineScreenTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->setReducedMotion(true);
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 700);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    QCursor::setPos(view_->mapToGlobal(QPoint(0, 690)));
    state_->setTrace(test::generatedTrace(30'000));
    settle();
}

void TimelineScreenTest::cleanup() {
    view_.reset();
    state_.reset();
}

void TimelineScreenTest::movesLeaveTheScreenAsAFreshPaint_data() {
    QTest::addColumn<double>("length"); // of what is visible, as a share of the session
    QTest::addColumn<double>("step");   // of a pan, as a share of what is visible
    QTest::newRow("wide, small steps") << .2 << .013;
    QTest::newRow("near, small steps") << .002 << .01;
    QTest::newRow("near, back") << .002 << -.0371;
    QTest::newRow("nearest, whole views") << .00005 << 1.;
}

void TimelineScreenTest::movesLeaveTheScreenAsAFreshPaint() {
    QFETCH(double, length);
    QFETCH(double, step);
    const TimeRange span = state_->trace()->span();
    const auto view = static_cast<TimeNs>(double(span.length()) * length);
    state_->setVisible({span.begin + span.length() * 2 / 5, span.begin + span.length() * 2 / 5 + view});
    settle();
    for (int i = 0; i < 6; ++i) {
        canvas().scene().panBy(step);
        settle();
        if (i % 3 == 2) {
            canvas().scene().scrollBy(17);
            settle();
        }
        const QImage seen = screen();
        QCOMPARE(seen, canvas().grab().toImage().convertToFormat(QImage::Format_RGB32));
    }
    canvas().scene().zoomBy(1.7);
    settle();
    QCOMPARE(screen(), canvas().grab().toImage().convertToFormat(QImage::Format_RGB32));
}

// The rows are painted into a picture only then: it must be that of where the moves ended.
void TimelineScreenTest::whatMovesOverRowsThatStandStillLeavesThemAsTheyAre() {
    const TimeRange span = state_->trace()->span();
    state_->setVisible({span.begin, span.begin + span.length() / 50});
    settle();
    canvas().scene().panBy(.3);
    settle();
    const QImage before = screen();
    const TimeRange visible = state_->visible();
    state_->setCursor(visible.begin + visible.length() / 3);
    const QImage with = screen();
    QVERIFY(with != before); // the cursor's line
    state_->setCursor(std::nullopt);
    QCOMPARE(screen(), before);
    QCOMPARE(fresh(), before);
}

void TimelineScreenTest::whatStandsOverTheTimelineKeepsItsPixels() {
    const QImage before = screen();
    QWidget cover(view_.get()); // stands over a part of the timeline
    cover.setAutoFillBackground(true);
    cover.setPalette(QPalette(Qt::magenta));
    cover.setGeometry(500, 200, 100, 60);
    cover.show();
    QCoreApplication::processEvents();
    canvas().scene().panBy(.1);
    settle();
    const auto* window = dynamic_cast<const QImage*>(canvas().backingStore()->paintDevice());
    QCOMPARE(window->pixelColor(550, 230), QColor(Qt::magenta));
    cover.hide();
    canvas().scene().panBy(-.1);
    settle();
    QCOMPARE(screen(), before);
}

int run_tst_timeline_screen(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineScreenTest>(argc, argv);
}
#include "tst_timeline_screen.moc"
