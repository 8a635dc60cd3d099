// What the window says of a recording too large to be analysed as a whole while it grows, and what it answers.
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Banner.h"
#include "tests/app/LiveRecording.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/RunTest.h"
#include "views/shared/text/Text.h"

#include <QToolButton>

#include <memory>

using namespace lanes;
using namespace lanes::test;

namespace {

constexpr TimeNs kSecond = LiveRecording::kSecond;
constexpr TimeNs kQuiet = LiveRecording::kQuiet;

QString wholeSeconds(TimeRange range) {
    return durationText(range.length() / kSecond * kSecond);
}

} // namespace

class LiveStretchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        path_ = fixture_.folder.filePath(QStringLiteral("live.lanes"));
        recording_ = std::make_unique<LiveRecording>(path_);
        QVERIFY(recording_->writeLongOne() && recording_->writeMany(ViewState::kMostLive + 200'000));
        QVERIFY(fixture_.isShown());
        page_ = fixture_.window->openFile(path_);
        QTRY_COMPARE_WITH_TIMEOUT(page_->document().state(), Document::State::Live, kPatience);
    }

    void viewsSayOfWhatTheyAre() {
        const Banner& banner = page_->stretchBanner();
        QVERIFY(page_->showsTimeline() && banner.isHidden()); // which is of everything
        fixture_.window->showView(QStringLiteral("operators"));
        QVERIFY(banner.isVisible());
        const TimeRange newest = state().focus();
        QCOMPARE(newest.end, state().trace()->span().end);
        QVERIFY2(newest.length() > 9 * kSecond && newest.length() < 11 * kSecond,
                 qPrintable(durationText(newest.length())));
        QVERIFY2(banner.text().contains(QStringLiteral("of its newest ") + wholeSeconds(newest)),
                 qPrintable(banner.text()));
        fixture_.window->showView(QStringLiteral("timeline"));
        QVERIFY(banner.isHidden());
    }

    void whatWasReadAndClosedStaysClosed() {
        fixture_.window->showView(QStringLiteral("operators"));
        const Banner& banner = page_->stretchBanner();
        QVERIFY(banner.isVisible());
        QTest::mouseClick(banner.findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(banner.isHidden());
        const auto before = state().trace();
        QVERIFY(recording_->writeMany(1000));
        QTRY_VERIFY_WITH_TIMEOUT(state().trace() != before, kPatience);
        QVERIFY(banner.isHidden());
        fixture_.window->showView(QStringLiteral("timeline"));
    }

    void aLargeRangeIsSaidAndASmallOneIsAllThere() {
        fixture_.window->showView(QStringLiteral("operators"));
        const Banner& banner = page_->stretchBanner();
        state().setBrush(TimeRange{kQuiet, state().trace()->span().end});
        QVERIFY(banner.isVisible());
        QVERIFY2(banner.text().contains(wholeSeconds(state().focus()) + QStringLiteral(" of the range")),
                 qPrintable(banner.text()));
        state().setBrush(TimeRange{3 * kSecond, 4 * kSecond});
        QCOMPARE(state().focus(), (TimeRange{3 * kSecond, 4 * kSecond}));
        QVERIFY(banner.isHidden());
    }

    void aRangeWithinOneLongSliceHasIt() {
        fixture_.window->showView(QStringLiteral("operators"));
        state().setBrush(TimeRange{kSecond / 2, kSecond});
        const auto split = state().analyses()->split();
        QVERIFY(split != nullptr);
        QCOMPARE(split->split(state().focus()).of(Activity::Cpu), kSecond / 2);
        state().setBrush({});
    }

    void itGoesWithTheEndOfTheRecording() {
        fixture_.window->showView(QStringLiteral("operators"));
        QVERIFY(page_->stretchBanner().isVisible());
        QVERIFY(recording_->end());
        QTRY_COMPARE_WITH_TIMEOUT(page_->document().state(), Document::State::Ready, kPatience);
        QVERIFY(page_->stretchBanner().isHidden());
        QCOMPARE(state().focus(), state().trace()->work());
    }

private:
    [[nodiscard]] ViewState& state() const { return page_->document().view(); }

    WindowFixture fixture_{openTrace};
    QString path_;
    std::unique_ptr<LiveRecording> recording_;
    DocumentPage* page_ = nullptr;
};

int run_tst_live_stretch(int argc, char** argv) {
    return lanes::test::runWithWidgets<LiveStretchTest>(argc, argv);
}
#include "tst_live_stretch.moc"
