// The timeline's rows: their heights, what is selected where there is no slice, and what hovering tells.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/session/Sidecar.h"
#include "views/timeline/TimelineView.h"

#include <QAction>
#include <QMenu>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;

namespace {

using Kind = TimelineRow::Kind;

// Two steps with a module in the first, two kernels with a gap between them.
std::shared_ptr<const Trace> twoKernels() {
    test::TraceSketch sketch;
    sketch.slice("main", "user_annotation", "ProfilerStep#4", 0, 400'000);
    sketch.slice("main", "user_annotation", "ProfilerStep#5", 400'000, 600'000);
    sketch.slice("main", "python_function", "nn.Module: Linear_0", 100'000, 290'000);
    sketch.op("main", "aten::linear", 110'000, 270'000);
    sketch.op("main", "aten::addmm", 200'000, 150'000);
    sketch.op("main", "aten::relu", 600'000, 200'000);
    sketch.op("main", "aten::addmm", 850'000, 50'000);
    sketch.kernel("main", 210'000, "gpu0/7", "gemm", 250'000, 50'000);
    sketch.kernel("main", 610'000, "gpu0/7", "gemm", 700'000, 100'000);
    return sketch.build();
}

constexpr int kHead = 232;
constexpr int kRuler = 28;
} // namespace

class TimelineHeightsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void edgeOfAHeaderSetsTheHeight();
    void heightIsKeptWithTheSession();
    void doubleClickOnTheEdgeGivesTheHeightBack();
    void heightIsSetByKeys();
    void levelsOfAStackShareTheHeight();
    void groupsKeepTheirHeight();
    void streamsTakeSpareHeightAsTheWindowIsLarge();
    void gapThatIsSelectedIsFramed();
    void whatLedToAGapIsNumbered();
    void stepThatIsSelectedIsFramed();
    void hoveringTellsTheModuleAndTheSameName();

private:
    TimelineCanvas& canvas() { return view_->canvas(); }
    // The first of its kind; of a thread's groups the operators.
    const DrawRow& row(Kind kind) {
        for (const DrawRow& row : canvas().list()->rows) {
            const TimelineRow& r = canvas().rows()->rows()[static_cast<std::size_t>(row.row)];
            if (r.kind == kind && (kind != Kind::Group || r.group == LaneGroup::Operators)) {
                return row;
            }
        }
        static const DrawRow none;
        return none;
    }
    int top(const DrawRow& row) { return kRuler + canvas().list()->screenTop(row, canvas().scroll()); }
    QPoint edge(Kind kind) { return {60, top(row(kind)) + row(kind).height - 1}; }
    int xOf(TimeNs time) {
        const TimeRange visible = state_->visible();
        return kHead + static_cast<int>(double(time - visible.begin) / double(visible.length()) *
                                        (canvas().width() - kHead));
    }
    void moveTo(QPoint at, Qt::MouseButton button = Qt::NoButton) {
        QMouseEvent move(QEvent::MouseMove, at, canvas().mapToGlobal(at), Qt::NoButton, button, {});
        QCoreApplication::sendEvent(&canvas(), &move);
    }
    void dragEdge(Kind kind, int by) {
        const QPoint from = edge(kind);
        QTest::mousePress(&canvas(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i) {
            moveTo(from + QPoint(0, by * i / 4), Qt::LeftButton);
        }
        QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, from + QPoint(0, by));
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineHeightsTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->setReducedMotion(true);
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 700);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    canvas().setFocus();
    state_->setTrace(twoKernels());
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
}

void TimelineHeightsTest::cleanup() {
    view_.reset();
    state_.reset();
}

void TimelineHeightsTest::edgeOfAHeaderSetsTheHeight() {
    QVERIFY(row(Kind::Stream).prepared);
    moveTo(edge(Kind::Stream));
    QCOMPARE(canvas().cursor().shape(), Qt::SizeVerCursor);
    moveTo(edge(Kind::Stream) - QPoint(0, 20));
    QVERIFY(canvas().cursor().shape() != Qt::SizeVerCursor);
    const int before = row(Kind::Stream).height;
    dragEdge(Kind::Stream, 60);
    QTRY_COMPARE_WITH_TIMEOUT(row(Kind::Stream).height, before + 60, kPatience);
    dragEdge(Kind::Stream, -90);
    QTRY_COMPARE_WITH_TIMEOUT(row(Kind::Stream).height, before - 30, kPatience);
    QCOMPARE(canvas().scene().settings().choices.size(),
             1); // no other row has changed, and none has been moved
}

void TimelineHeightsTest::heightIsKeptWithTheSession() {
    const QTemporaryDir folder;
    const QString session = folder.filePath(QStringLiteral("a.lanes"));
    state_->choices().keep(session);
    const int before = row(Kind::Stream).height;
    dragEdge(Kind::Stream, 40);
    QTRY_COMPARE_WITH_TIMEOUT(row(Kind::Stream).height, before + 40, kPatience);
    TimelineView second(*state_, *appearance_);
    second.resize(view_->size());
    second.show();
    QTRY_VERIFY_WITH_TIMEOUT(second.canvas().list() && second.canvas().isUpToDate(), kPatience);
    const auto& rows = second.canvas().list()->rows;
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(second.canvas().list()->rows,
                                                 [&](const DrawRow& r) { return r.height == before + 40; }),
                             kPatience);
    QVERIFY(!rows.empty());
}

void TimelineHeightsTest::doubleClickOnTheEdgeGivesTheHeightBack() {
    const int before = row(Kind::Stream).height;
    dragEdge(Kind::Stream, 50);
    QTRY_COMPARE_WITH_TIMEOUT(row(Kind::Stream).height, before + 50, kPatience);
    QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, edge(Kind::Stream));
    QTRY_COMPARE_WITH_TIMEOUT(row(Kind::Stream).height, before, kPatience);
}

void TimelineHeightsTest::heightIsSetByKeys() {
    const int before = row(Kind::Stream).height;
    moveTo({60, top(row(Kind::Stream)) + 12});
    QCOMPARE(canvas().hoveredRow(), row(Kind::Stream).row);
    QTest::keyClick(&canvas(), Qt::Key_Plus, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(row(Kind::Stream).height > before, kPatience);
    QTest::keyClick(&canvas(), Qt::Key_0, Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(row(Kind::Stream).height, before, kPatience);
    QTest::keyClick(&canvas(), Qt::Key_Minus, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(row(Kind::Stream).height < before, kPatience);
}

void TimelineHeightsTest::levelsOfAStackShareTheHeight() {
    const int before = row(Kind::Group).height;
    QCOMPARE(row(Kind::Group).levels, 2);
    dragEdge(Kind::Group, 40);
    QTRY_VERIFY_WITH_TIMEOUT(row(Kind::Group).height >= before + 38, kPatience);
    const auto& bands = row(Kind::Group).bands;
    QCOMPARE(bands.size(), std::size_t(2));
    QCOMPARE(bands[0].height, bands[1].height);
}

void TimelineHeightsTest::groupsKeepTheirHeight() {
    const DrawRow& process = canvas().list()->rows.front();
    moveTo({60, top(process) + process.height - 1});
    QVERIFY(canvas().cursor().shape() != Qt::SizeVerCursor);
}

void TimelineHeightsTest::streamsTakeSpareHeightAsTheWindowIsLarge() {
    QCOMPARE(row(Kind::Stream).height, 96); // there is room for more
    view_->resize(1232, 2000);
    QTRY_VERIFY_WITH_TIMEOUT(row(Kind::Stream).height > 150, kPatience);
    const DrawRow& last = canvas().list()->rows.back();
    QVERIFY(top(last) + last.height <= canvas().height());
}

void TimelineHeightsTest::gapThatIsSelectedIsFramed() {
    const DrawRow& stream = row(Kind::Stream);
    const QPoint inside(xOf(500'000), top(stream) + stream.height / 2);
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, inside);
    QVERIFY(state_->spot().has_value());
    const QRgb select = appearance_->theme().select.rgb();
    QTest::mouseMove(&canvas(), {kHead + 5, canvas().height() - 5});
    const auto framed = [&](TimeNs time) {
        const QImage image = canvas().grab().toImage();
        for (int x = xOf(time) - 3; x <= xOf(time) + 3; ++x) {
            for (int y = inside.y() - 5; y <= inside.y() + 5; ++y) { // a dash and what is between two
                if ((image.pixel(x, y) | 0xff000000) == (select | 0xff000000)) {
                    return true;
                }
            }
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(framed(300'000), kPatience); // from the end of one kernel
    QVERIFY(framed(700'000));                             // to the start of the next
    QVERIFY(!framed(500'000));
    QTest::keyClick(&canvas(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!framed(300'000), kPatience);
}

void TimelineHeightsTest::whatLedToAGapIsNumbered() {
    const DrawRow& stream = row(Kind::Stream);
    const QPoint gap(xOf(500'000), top(stream) + stream.height / 2);
    const QRgb select = appearance_->theme().select.rgb() | 0xff000000;
    const auto badgeAt = [&](QPoint middle) { // a disc, filled but for its digit
        const QImage image = canvas().grab().toImage();
        int filled = 0;
        for (int x = middle.x() - 5; x <= middle.x() + 5; ++x) {
            for (int y = middle.y() - 5; y <= middle.y() + 5; ++y) {
                filled += (image.pixel(x, y) | 0xff000000) == select ? 1 : 0;
            }
        }
        return filled > 50;
    };
    const auto operatorEnd = [&] { // of aten::relu, which launched what ended the gap
        const DrawRow& operators = row(Kind::Group);
        return QPoint(xOf(800'000), top(operators) + operators.bands[0].y + operators.bands[0].height / 2);
    };
    QVERIFY(!badgeAt(operatorEnd()));
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, gap);
    QTest::mouseMove(&canvas(), {kHead + 5, canvas().height() - 5});
    QTRY_VERIFY_WITH_TIMEOUT(badgeAt({xOf(300'000) - 3, top(stream) + 3}), kPatience); // the gap itself
    QVERIFY(badgeAt(operatorEnd()));
    QTest::keyClick(&canvas(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!badgeAt(operatorEnd()), kPatience);
}

void TimelineHeightsTest::stepThatIsSelectedIsFramed() {
    const DrawRow& steps = row(Kind::Steps);
    QVERIFY(steps.prepared);
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, {xOf(700'000), top(steps) + steps.height / 2});
    QVERIFY(state_->spot().has_value());
    QTest::mouseMove(&canvas(), {kHead + 5, canvas().height() - 5});
    const QRgb select = appearance_->theme().select.rgb();
    const QPoint edge(xOf(400'000), top(steps) + steps.height / 2);
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
            const QImage image = canvas().grab().toImage();
            for (int x = edge.x() - 3; x <= edge.x() + 3; ++x) {
                if ((image.pixel(x, edge.y()) | 0xff000000) == (select | 0xff000000)) {
                    return true;
                }
            }
            return false;
        }(),
        kPatience);
}

void TimelineHeightsTest::hoveringTellsTheModuleAndTheSameName() {
    const auto rect = canvas().rectOf([&] {
        for (std::uint32_t i = 0;; ++i) {
            const Trace::Slice slice = state_->trace()->slice(SliceId(i));
            if (state_->trace()->text(slice.name) == "aten::addmm" && slice.start == 200'000) {
                return SliceId(i);
            }
        }
    }());
    QVERIFY(rect.has_value());
    QTest::mouseMove(&canvas(), rect->center());
    auto* tip = canvas().findChild<QWidget*>(QStringLiteral("sliceTip"));
    QTRY_VERIFY_WITH_TIMEOUT(tip->isVisible(), kPatience);
    QTRY_VERIFY2_WITH_TIMEOUT(
        tip->accessibleName().contains(QLatin1String("number 1 of 2 by duration, mean 100")),
        qPrintable(tip->accessibleName()), kPatience);
    QVERIFY2(tip->accessibleName().contains(QLatin1String("Module: Linear_0")),
             qPrintable(tip->accessibleName()));
}

int run_tst_timeline_heights(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineHeightsTest>(argc, argv);
}
#include "tst_timeline_heights.moc"
