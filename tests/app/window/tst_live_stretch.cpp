// What the window says of a recording too large to be analysed as a whole while it grows, and what it answers.
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Banner.h"
#include "model/session/writing/SessionWriter.h"
#include "tests/app/WindowFixture.h"
#include "views/shared/text/Text.h"

#include <QToolButton>

#include <memory>
#include <utility>
#include <vector>

using namespace lanes;
using namespace lanes::test;

namespace {

constexpr TimeNs kSecond = 1'000'000'000;
constexpr TimeNs kQuiet = 2 * kSecond; // one slice alone
constexpr TimeNs kApart = 10'000;      // slices behind it

struct NoCells : session::CellSource {
    void cells(LayoutId, std::uint32_t, std::span<std::int64_t>) const override {}
};

// A recording of a thread that did one thing for long and then very many.
class Recording {
public:
    explicit Recording(const QString& path)
        : writer_(std::move(session::SessionWriter::create(path.toStdString())).value())
        , track_(writer_.addTrack({.process = writer_.addProcess({.key = "1"}), .key = "1"}))
        , layout_(writer_.layout({.phase = 'X', .category = writer_.string("cpu_op"), .columns = {}})) {}

    bool writeLongOne() { return write({{0, kQuiet, writer_.string("aten::long"), layout_, 0}}); }
    bool writeMany(std::uint32_t count) {
        constexpr std::uint32_t kAtOnce = 40'000;
        std::vector<SliceRecord> slices;
        for (std::uint32_t i = 0; i < count; ++i, now_ += kApart) {
            slices.push_back({now_, kApart / 2, writer_.string("aten::short"), layout_, 0});
            if (slices.size() == kAtOnce && !write(std::exchange(slices, {}))) {
                return false;
            }
        }
        return write(slices);
    }
    bool end() { return writer_.finish().ok(); }

private:
    bool write(const std::vector<SliceRecord>& slices) {
        return writer_.writeSlices(track_, slices, {}, NoCells()).ok() && writer_.flush().ok();
    }

    session::SessionWriter writer_;
    TrackId track_;
    LayoutId layout_;
    TimeNs now_ = kQuiet;
};

QString wholeSeconds(TimeRange range) {
    return durationText(range.length() / kSecond * kSecond);
}

} // namespace

class LiveStretchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        path_ = fixture_.folder.filePath(QStringLiteral("live.lanes"));
        recording_ = std::make_unique<Recording>(path_);
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
    std::unique_ptr<Recording> recording_;
    DocumentPage* page_ = nullptr;
};

QTEST_MAIN(LiveStretchTest)
#include "tst_live_stretch.moc"
