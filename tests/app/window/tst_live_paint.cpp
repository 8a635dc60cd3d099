// What of the window is painted when a session that is recorded has grown: what is different, and that once.
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "tests/app/LiveRecording.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/RunTest.h"
#include "views/details/PanelHead.h"
#include "views/overview/Card.h"
#include "views/shared/session/SessionView.h"

#include <QHash>
#include <QPaintEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>

#include <memory>

using namespace lanes;
using namespace lanes::test;

namespace {

// Sees every widget painted, and which of them twice at once.
class PaintWatch : public QObject {
public:
    PaintWatch() { qApp->installEventFilter(this); }

    QSet<QString> takePainted() { return std::exchange(painted_, {}); }
    QSet<QString> takePaintedTwice() { return std::exchange(twice_, {}); }

protected:
    bool eventFilter(QObject* receiver, QEvent* event) override {
        if (event->type() == QEvent::UpdateRequest) {
            frame_.clear();
        } else if (event->type() == QEvent::Paint) {
            const QRegion& region = static_cast<QPaintEvent*>(event)->region();
            const QString name = QString::fromLatin1(receiver->metaObject()->className());
            painted_ << name;
            if (frame_[receiver].intersects(region)) {
                twice_ << name;
            }
            frame_[receiver] += region;
        }
        return false;
    }

private:
    QHash<QObject*, QRegion> frame_; // since the window began to paint
    QSet<QString> painted_;
    QSet<QString> twice_;
};

QString listOf(const QSet<QString>& names) {
    return QStringList(names.begin(), names.end()).join(QStringLiteral(", "));
}

} // namespace

class LivePaintTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        path_ = fixture_.folder.filePath(QStringLiteral("live.lanes"));
        recording_ = std::make_unique<LiveRecording>(path_);
        QVERIFY(recording_->writeMany(ViewState::kMostLive + 200'000)); // views say what they are of
        QVERIFY(fixture_.isShown());
        page_ = fixture_.window->openFile(path_);
        QTRY_COMPARE_WITH_TIMEOUT(page_->document().state(), Document::State::Live, kPatience);
    }

    void nothingIsPaintedTwice_data() {
        QTest::addColumn<QString>("key");
        for (const ViewSpec& view : viewSpecs()) {
            QTest::newRow(view.key) << QString::fromLatin1(view.key);
        }
    }
    void nothingIsPaintedTwice() {
        QFETCH(QString, key);
        PaintWatch watch;
        fixture_.window->showView(key);
        for (int snapshot = 0; snapshot < 3; ++snapshot) {
            QVERIFY(isShown());
            QVERIFY(growAndShow());
        }
        const QSet<QString> twice = watch.takePaintedTwice();
        QVERIFY2(twice.isEmpty(), qPrintable(listOf(twice)));
    }

    // Nothing is selected, and the details beside the timeline count on.
    void whatStaysAsItIsIsNotPainted() {
        fixture_.window->showView(QLatin1String(kTimelineView));
        QVERIFY(fixture_.window->findChild<PanelHead*>()->isVisible());
        QVERIFY(growAndShow());
        PaintWatch watch;
        QVERIFY(growAndShow());
        const QSet<QString> painted = watch.takePainted();
        QVERIFY2(painted.contains(QStringLiteral("lanes::TimelineCanvas")), qPrintable(listOf(painted)));
        for (const char* still :
             {"lanes::PanelHead", "lanes::TitleRow", "lanes::ViewTab", "lanes::DocumentTabs", "QMenuBar"}) {
            QVERIFY2(!painted.contains(QLatin1String(still)), qPrintable(listOf(painted)));
        }
    }

    void whoReadsTheOverviewStaysThere() {
        fixture_.window->showView(QStringLiteral("overview"));
        fixture_.window->resize(1280, 400);
        QVERIFY(isShown());
        auto& view = page_->view();
        auto* bar = view.findChild<QScrollArea*>()->verticalScrollBar();
        QVERIFY(bar->maximum() > 20);
        QVERIFY(QTest::qWaitForWindowActive(fixture_.window.get(), kPatience));
        const auto top = [&view] { return view.findChild<TopRow*>(); };
        QVERIFY(top() != nullptr);
        top()->setFocus();
        bar->setValue(20);
        QVERIFY(growAndShow());
        QCOMPARE(bar->value(), 20);
        QVERIFY(top()->hasFocus());
    }

private:
    // What is there is on the screen.
    [[nodiscard]] bool isShown() const {
        const bool settled = QTest::qWaitFor([this] { return !page_->view().busy(); }, kPatience);
        QCoreApplication::processEvents();
        return settled;
    }
    bool growAndShow() {
        const auto before = page_->document().trace();
        return recording_->writeMany(1000) &&
               QTest::qWaitFor([&] { return page_->document().trace() != before; }, kPatience) && isShown();
    }

    WindowFixture fixture_{openTrace};
    QString path_;
    std::unique_ptr<LiveRecording> recording_;
    DocumentPage* page_ = nullptr;
};

int run_tst_live_paint(int argc, char** argv) {
    return lanes::test::runWithWidgets<LivePaintTest>(argc, argv);
}
#include "tst_live_paint.moc"
