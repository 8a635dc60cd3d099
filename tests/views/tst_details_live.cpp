// The details panel while a session is recorded: every snapshot tells of the same thing once more.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "tests/support/TraceSketch.h"
#include "views/details/DetailsPanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/Text.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include <memory>
#include <string>
#include <utility>

using namespace lanes;

class DetailsLiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsFollowedGrowsInPlace();
    void anEventThatGoesOnGrowsInPlace();
    void whoReadsOrWalksItStaysThere();

private:
    static constexpr int kDeep = 20;

    void goOn(std::shared_ptr<const Trace> trace) {
        trace_ = std::move(trace);
        state_->setTrace(trace_);
    }
    // A moment later.
    void goOn(TimeNs at) {
        recording_->op("other", "aten::add", at, 100);
        goOn(recording_->build());
    }
    template<class Row>
    Row* rowNamed(const QString& text) const {
        for (Row* row : panel_->findChildren<Row*>()) {
            if (row->accessibleName().contains(text) && row->isVisible()) {
                return row;
            }
        }
        return nullptr;
    }

    Appearance look_{Appearance::Mode::Dark};
    std::unique_ptr<test::TraceSketch> recording_;
    std::shared_ptr<const Trace> trace_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<DetailsPanel> panel_;
};

// An operator that has not ended, within functions that have not either, is followed.
void DetailsLiveTest::init() {
    recording_ = std::make_unique<test::TraceSketch>();
    for (int depth = 0; depth < kDeep; ++depth) {
        recording_->slice("main", "python_function", "train.py(" + std::to_string(depth + 1) + "): step",
                          depth, -1);
    }
    recording_->op("main", "aten::linear", kDeep, -1);
    recording_->kernel("main", kDeep + 10, "gpu0/7", "ampere_sgemm_128x64_nn", kDeep + 20, 500);
    panel_.reset();
    state_ = std::make_unique<ViewState>();
    goOn(recording_->build());
    state_->setLive(true);
    state_->setFollowing(true);
    panel_ = std::make_unique<DetailsPanel>(look_);
    panel_->resize(340, 900);
    panel_->setState(state_.get(), {});
    panel_->show();
}

void DetailsLiveTest::whatIsFollowedGrowsInPlace() {
    goOn(TimeNs(9'900));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<Figures>(durationText(10'000)), kPatience);
    auto* figures = rowNamed<Figures>(durationText(10'000));
    QSignalSpy gone(figures, &QObject::destroyed);
    goOn(TimeNs(19'900));
    QVERIFY(rowNamed<Figures>(durationText(20'000)) == figures);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(gone.isEmpty());
    state_->select(test::sliceNamed(*trace_, "aten::linear"));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<LinkRow>(QStringLiteral("ampere_sgemm")), kPatience);
    state_->select({});
    QVERIFY(rowNamed<Figures>(durationText(20'000)));
}

void DetailsLiveTest::anEventThatGoesOnGrowsInPlace() {
    goOn(TimeNs(9'900));
    state_->select(test::sliceNamed(*trace_, "aten::linear"));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<LinkRow>(QStringLiteral("ampere_sgemm")), kPatience);
    const QList<QWidget*> before = panel_->findChildren<QWidget*>();
    auto* figures = rowNamed<Figures>(durationText(10'000 - kDeep));
    QVERIFY(figures != nullptr);
    goOn(TimeNs(19'900));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<Figures>(durationText(20'000 - kDeep)), kPatience);
    QVERIFY(rowNamed<Figures>(durationText(20'000 - kDeep)) == figures);
    QVERIFY(panel_->findChildren<QWidget*>() == before);
    QVERIFY(panel_->asText().contains(durationText(20'000 - kDeep)));
}

void DetailsLiveTest::whoReadsOrWalksItStaysThere() {
    panel_->resize(340, 300); // less than all of it
    goOn(TimeNs(9'900));
    state_->select(test::sliceNamed(*trace_, "aten::linear"));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<LinkRow>(QStringLiteral("ampere_sgemm")), kPatience);
    QVERIFY(QTest::qWaitForWindowActive(panel_.get(), kPatience));
    auto* bar = panel_->findChild<QScrollArea*>()->verticalScrollBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 40, kPatience);
    const auto rowOfCaller = [this] { return rowNamed<LinkRow>(QStringLiteral("train.py(20): step")); };
    QVERIFY(rowOfCaller() != nullptr);
    rowOfCaller()->setFocus();
    bar->setValue(40);
    // it launches something else, which has a line of its own
    recording_->op("main", "aten::addmm", kDeep + 12'000, -1);
    recording_->kernel("main", kDeep + 12'010, "gpu0/7", "vectorized_elementwise", kDeep + 12'020, 500);
    goOn(recording_->build());
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<LinkRow>(QStringLiteral("2")), kPatience);
    QCOMPARE(bar->value(), 40);
    QVERIFY(rowOfCaller() != nullptr && rowOfCaller()->hasFocus());
}

int run_tst_details_live(int argc, char** argv) {
    return lanes::test::runWithWidgets<DetailsLiveTest>(argc, argv);
}
#include "tst_details_live.moc"
