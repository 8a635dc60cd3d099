// The timeline as it is used: the real widget, real keys, mouse and wheel.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceText.h"
#include "views/shared/panels/OverviewStrip.h"
#include "views/shared/session/Sidecar.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/Kinetic.h"
#include "views/timeline/canvas/Navigation.h"
#include "views/timeline/tools/GoToField.h"

#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace lanes;

namespace {

const char* const kTrace = "main user_annotation step 0 1000000\n"
                           "main cpu_op aten::linear 100000 400000\n"
                           "main cpu_op aten::addmm 200000 200000\n"
                           "main cpu_op aten::relu 600000 200000\n"
                           "main cuda_runtime cudaLaunchKernel 300000 50000\n"
                           "worker cpu_op aten::copy_ 0 900000\n";

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void heldKeysZoomAndPan();
    void aHeldKeyMovesFrameByFrame();
    void shiftMovesFaster();
    void zoomKeepsWhatIsUnderTheMouse();
    void wheelScrollsPansAndZooms();
    void wheelZoomsForWhoWantsIt();
    void clickSelectsAndEscapeClears();
    void doubleClickZoomsToWhatWasPressed();
    void dragSelectsARange();
    void edgesSnapUnlessAltIsHeld();
    void shiftDragAndRightDragPan();
    void movesThatComeAtOnceAreNoWildThrow();
    void middleDragZoomsToTheRange();
    void gripsChangeTheRange();
    void backAndForward();
    void keysWalkFromEventToEvent();
    void focusThenFit();
    void rangeFromSelectionAndMarks();
    void goingToATimeLeadsNoRow();
    void goesToARange();
    void rowCommandsMeanTheHeaderUnderTheMouse();
    void chevronFolds();
    void filterFieldFiltersRows();
    void hoverSaysWhatItIs();
    void rowsAndMarksAreKept();
    void everyCommandHasANameAndAShortcut();
    void stripMovesAndZooms();

private:
    QPoint middleOf(std::uint32_t slice) const { return view_->canvas().rectOf(SliceId(slice))->center(); }
    void settle() const {
        QTRY_VERIFY_WITH_TIMEOUT(view_->canvas().isUpToDate(), kPatience);
        QTest::qWait(0);
    }
    SliceId named(const char* name) const {
        for (std::uint32_t i = 0; i < state_->trace()->sliceCount(); ++i) {
            if (state_->trace()->text(state_->trace()->slice(SliceId(i)).name) == name) {
                return SliceId(i);
            }
        }
        return {};
    }
    QPoint at(TimeNs time, const char* slice) const {
        const QRect rect = *view_->canvas().rectOf(named(slice));
        const int head = 232;
        const int lanes = view_->canvas().width() - head;
        const TimeRange visible = state_->visible();
        return {head + int(double(time - visible.begin) / double(visible.length()) * lanes),
                rect.center().y()};
    }
    void drag(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint from, QPoint to) {
        TimelineCanvas& canvas = view_->canvas();
        QTest::mousePress(&canvas, button, modifiers, from);
        for (int i = 1; i <= 4; ++i) {
            const QPoint p = from + (to - from) * i / 4;
            QMouseEvent move(QEvent::MouseMove, p, canvas.mapToGlobal(p), Qt::NoButton, button, modifiers);
            QCoreApplication::sendEvent(&canvas, &move);
        }
        QTest::mouseRelease(&canvas, button, modifiers, to);
    }
    void wheel(QPoint at, QPoint notches, Qt::KeyboardModifiers modifiers = {}) {
        TimelineCanvas& canvas = view_->canvas();
        QWheelEvent event(at, canvas.mapToGlobal(at), {}, notches * 120, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&canvas, &event);
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 600);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    view_->canvas().setFocus();
    state_->setTrace(test::traceFromText(kTrace));
    settle();
}

void TimelineTest::cleanup() {
    view_.reset();
    state_.reset();
}

void TimelineTest::heldKeysZoomAndPan() {
    TimelineCanvas& canvas = view_->canvas();
    QTest::keyClick(&canvas, Qt::Key_W);
    const TimeNs closer = state_->visible().length();
    QCOMPARE(closer, TimeNs(800'000));
    const TimeNs begin = state_->visible().begin;
    QTest::keyClick(&canvas, Qt::Key_D);
    QVERIFY(state_->visible().begin > begin);
    QTest::keyClick(&canvas, Qt::Key_A);
    QCOMPARE(state_->visible().begin, begin);
    QTest::keyPress(&canvas, Qt::Key_W);
    QTRY_VERIFY_WITH_TIMEOUT(state_->visible().length() < closer / 3, kPatience); // goes on while held
    QTest::keyRelease(&canvas, Qt::Key_W);
    const TimeNs stopped = state_->visible().length();
    QTest::qWait(60);
    QCOMPARE(state_->visible().length(), stopped);
    QTest::keyClick(&canvas, Qt::Key_0);
    QCOMPARE(state_->visible(), state_->bounds());
}

// Not in leaps of a twentieth of a second.
void TimelineTest::aHeldKeyMovesFrameByFrame() {
    QTest::keyClick(&view_->canvas(), Qt::Key_W, Qt::ShiftModifier); // room to move in
    TimeRange before = state_->visible();
    TimeNs shortest = before.length();
    QObject here; // what it counts into is gone with it
    connect(state_.get(), &ViewState::visibleChanged, &here, [&](TimeRange now) {
        shortest = std::min(shortest, now.begin - before.begin);
        before = now;
    });
    QTest::keyPress(&view_->canvas(), Qt::Key_D);
    const double leap = HeldKeys::kPanSpeed * .045 * double(before.length());
    QTRY_VERIFY_WITH_TIMEOUT(double(shortest) < leap || before.end == state_->bounds().end, kPatience);
    QTest::keyRelease(&view_->canvas(), Qt::Key_D);
    QVERIFY(shortest > 0);
    QVERIFY2(double(shortest) < leap, qPrintable(QString::number(shortest)));
}

void TimelineTest::shiftMovesFaster() {
    TimelineCanvas& canvas = view_->canvas();
    QTest::keyClick(&canvas, Qt::Key_W, Qt::ShiftModifier);
    QVERIFY(state_->visible().length() < 600'000);
    QTest::keyClick(&canvas, Qt::Key_S, Qt::ShiftModifier);
    QVERIFY(state_->visible().length() > 990'000);
}

void TimelineTest::zoomKeepsWhatIsUnderTheMouse() {
    const QPoint mouse(232 + 300, 200);
    const auto timeAt = [&] { return state_->visible().begin + state_->visible().length() * 300 / 1000; };
    const TimeNs before = timeAt();
    wheel(mouse, {0, 3}, Qt::ControlModifier);
    QVERIFY(state_->visible().length() < 700'000);
    QVERIFY(std::abs(timeAt() - before) < 1000);
}

void TimelineTest::wheelScrollsPansAndZooms() {
    view_->resize(1232, 120); // rows no longer fit
    settle();
    const TimeRange visible = state_->visible();
    wheel({500, 80}, {0, -1});
    QCOMPARE(view_->canvas().scroll(), 60);
    QCOMPARE(state_->visible(), visible);
    wheel({500, 80}, {0, 9});
    QCOMPARE(view_->canvas().scroll(), 0);
    QTest::keyClick(&view_->canvas(), Qt::Key_W);
    const TimeNs begin = state_->visible().begin;
    wheel({500, 80}, {0, -1}, Qt::ShiftModifier);
    QVERIFY(state_->visible().begin > begin);
}

void TimelineTest::wheelZoomsForWhoWantsIt() {
    view_->resize(1232, 120);
    settle();
    appearance_->setWheelZooms(true);
    const TimeRange all = state_->visible();
    wheel({500, 80}, {0, 1});
    QVERIFY(state_->visible().length() < all.length());
    QCOMPARE(view_->canvas().scroll(), 0);
    const TimeRange near = state_->visible();
    wheel({500, 80}, {0, -1}, Qt::ControlModifier);
    QCOMPARE(state_->visible(), near);
    QCOMPARE(view_->canvas().scroll(), 60);
    wheel({500, 80}, {0, -1}, Qt::ShiftModifier);
    QCOMPARE(state_->visible().length(), near.length());
    QVERIFY(state_->visible().begin > near.begin);
}

void TimelineTest::clickSelectsAndEscapeClears() {
    const SliceId addmm = named("aten::addmm");
    QTest::mouseClick(&view_->canvas(), Qt::LeftButton, {}, middleOf(addmm.value));
    QCOMPARE(state_->selection(), addmm);
    QTest::keyClick(&view_->canvas(), Qt::Key_Escape);
    QVERIFY(!state_->selection().valid());
}

// What lies under the mouse by then is another thing.
void TimelineTest::doubleClickZoomsToWhatWasPressed() {
    const SliceId relu = named("aten::relu");
    state_->setVisible({590'000, 990'000}); // at the left edge, where something else comes to lie
    settle();
    const QPoint at = view_->canvas().rectOf(relu)->topLeft() + QPoint(3, 3);
    QTest::mouseClick(&view_->canvas(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(&view_->canvas(), Qt::LeftButton, {}, at);
    settle();
    QCOMPARE(state_->visible().length(), TimeNs(240'000));
    QTest::mouseRelease(&view_->canvas(), Qt::LeftButton, {}, at);
    QCOMPARE(state_->selection(), relu);
}

void TimelineTest::dragSelectsARange() {
    drag(Qt::LeftButton, Qt::AltModifier, at(250'000, "aten::addmm"), at(350'000, "aten::addmm"));
    QVERIFY(state_->brush().has_value());
    QCOMPARE(state_->brush()->begin, TimeNs(250'000));
    QCOMPARE(state_->brush()->end, TimeNs(350'000));
    QVERIFY(!state_->selection().valid());
    QTest::mouseClick(&view_->canvas(), Qt::LeftButton, {}, at(950'000, "aten::addmm")); // beside everything
    QVERIFY(!state_->brush());
}

void TimelineTest::edgesSnapUnlessAltIsHeld() {
    const QPoint from = at(200'000, "aten::addmm") + QPoint(3, 0);
    const QPoint to = at(400'000, "aten::addmm") - QPoint(4, 0);
    drag(Qt::LeftButton, {}, from, to);
    QCOMPARE(state_->brush(), (TimeRange{200'000, 400'000}));
    drag(Qt::LeftButton, Qt::AltModifier, from + QPoint(20, 0), to - QPoint(20, 0));
    QVERIFY(state_->brush()->begin > 200'000);
}

void TimelineTest::shiftDragAndRightDragPan() {
    state_->setVisible({200'000, 700'000});
    settle();
    drag(Qt::LeftButton, Qt::ShiftModifier, {700, 200}, {800, 200});
    QCOMPARE(state_->visible(), (TimeRange{150'000, 650'000}));
    drag(Qt::RightButton, {}, {800, 200}, {700, 200});
    QCOMPARE(state_->visible(), (TimeRange{200'000, 700'000}));
    QVERIFY(!state_->brush());
}

void TimelineTest::movesThatComeAtOnceAreNoWildThrow() {
    Kinetic kinetic;
    kinetic.drag({200, 150}, 1e-5);
    QVERIFY(kinetic.release(.001));
    const QPointF thrown = kinetic.step(10);
    QVERIFY(std::hypot(thrown.x(), thrown.y()) <= Kinetic::kFastest / Kinetic::kFriction + 1);
    QVERIFY(thrown.x() > thrown.y() && thrown.y() > 0); // still where the hand went
}

void TimelineTest::middleDragZoomsToTheRange() {
    drag(Qt::MiddleButton, {}, at(300'000, "aten::addmm"), at(500'000, "aten::addmm"));
    QCOMPARE(state_->visible(), (TimeRange{300'000, 500'000}));
    QVERIFY(!state_->brush());
}

void TimelineTest::gripsChangeTheRange() {
    state_->setBrush(TimeRange{300'000, 500'000});
    settle();
    drag(Qt::LeftButton, Qt::AltModifier, at(500'000, "aten::addmm"), at(700'000, "aten::addmm"));
    QCOMPARE(state_->brush(), (TimeRange{300'000, 700'000}));
}

void TimelineTest::backAndForward() {
    state_->setVisible({100'000, 300'000});
    QTest::keyClick(&view_->canvas(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(state_->visible(), state_->bounds());
    QTest::keyClick(&view_->canvas(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(state_->visible(), (TimeRange{100'000, 300'000}));
    QTest::keyClick(&view_->canvas(), Qt::Key_Backspace);
    QCOMPARE(state_->visible(), state_->bounds());
}

void TimelineTest::keysWalkFromEventToEvent() {
    TimelineCanvas& canvas = view_->canvas();
    state_->select(named("aten::linear"));
    QTest::keyClick(&canvas, Qt::Key_Period);
    QCOMPARE(state_->selection(), named("aten::relu"));
    QTest::keyClick(&canvas, Qt::Key_Comma);
    QCOMPARE(state_->selection(), named("aten::linear"));
    QTest::keyClick(&canvas, Qt::Key_Down);
    QCOMPARE(state_->selection(), named("aten::addmm"));
    QTest::keyClick(&canvas, Qt::Key_Up);
    QCOMPARE(state_->selection(), named("aten::linear"));
    QTest::keyClick(&canvas, Qt::Key_Right);
    QCOMPARE(state_->selection(), named("aten::relu"));
}

void TimelineTest::focusThenFit() {
    state_->setVisible({0, 100'000});
    state_->select(named("aten::relu"));
    QTest::keyClick(&view_->canvas(), Qt::Key_F);
    const Trace::Slice relu = state_->trace()->slice(named("aten::relu"));
    QVERIFY(state_->visible().begin <= relu.start && state_->visible().end >= relu.end());
    QTest::keyClick(&view_->canvas(), Qt::Key_F);
    QCOMPARE(state_->visible().length(), TimeNs(240'000));
}

void TimelineTest::rangeFromSelectionAndMarks() {
    state_->select(named("aten::relu"));
    QTest::keyClick(&view_->canvas(), Qt::Key_R);
    QCOMPARE(state_->brush(), (TimeRange{600'000, 800'000}));
    QTest::keyClick(&view_->canvas(), Qt::Key_M, Qt::ShiftModifier);
    QCOMPARE(state_->marks().own().size(), std::size_t(1));
    QCOMPARE(state_->marks().own()[0].range, (TimeRange{600'000, 800'000}));
    QTest::keyClick(&view_->canvas(), Qt::Key_M);
    QCOMPARE(state_->marks().own().size(), std::size_t(2));
}

void TimelineTest::goingToATimeLeadsNoRow() {
    TimelineCanvas& canvas = view_->canvas();
    QTest::keyClick(&canvas, Qt::Key_G, Qt::ControlModifier);
    auto* line = view_->findChild<GoToField*>()->findChild<QLineEdit*>();
    QVERIFY(line->hasFocus());
    QTest::keyClicks(line, QStringLiteral("500us"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(canvas.hasFocus());
    QCOMPARE(canvas.ledRow(), -1); // the mouse goes on leading
}

void TimelineTest::goesToARange() {
    TimelineCanvas& canvas = view_->canvas();
    QTest::keyClick(&canvas, Qt::Key_G, Qt::ControlModifier);
    auto* line = view_->findChild<GoToField*>()->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("0.2 .. 300us")); // a number alone is milliseconds
    QTest::keyClick(line, Qt::Key_Return);
    const TimeNs origin = state_->origin();
    QCOMPARE(state_->visible(), (TimeRange{origin + 200'000, origin + 300'000}));
    QVERIFY(!destinationOf(QStringLiteral("2ms..1ms"), 0, {}));
    QVERIFY(!destinationOf(QStringLiteral("..1ms"), 0, {}));
}

void TimelineTest::rowCommandsMeanTheHeaderUnderTheMouse() {
    TimelineCanvas& canvas = view_->canvas();
    const auto operators = std::ranges::find_if(canvas.list()->rows, [&](const DrawRow& row) {
        return canvas.rows()->rows()[std::size_t(row.row)].label == QLatin1String("Operators");
    });
    const int row = operators->row;
    const int bottom = 28 + operators->y + operators->height;
    for (const int y : {bottom - 12, bottom - 1}) { // in it, and where its height is dragged
        QTest::mouseMove(&canvas, {120, y});
        QCOMPARE(canvas.hoveredRow(), row);
    }
    QTest::keyClick(&canvas, Qt::Key_P, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(canvas.list()->rows.front().row, row, kPatience);
    QVERIFY(canvas.list()->rows.front().pinned);
}

void TimelineTest::chevronFolds() {
    const std::size_t rows = view_->canvas().list()->rows.size();
    QTest::mouseClick(&view_->canvas(), Qt::LeftButton, {}, {14, 28 + 12}); // of the process
    QTRY_VERIFY_WITH_TIMEOUT(view_->canvas().isUpToDate() && view_->canvas().list()->rows.size() < rows,
                             kPatience);
    QTest::mouseClick(&view_->canvas(), Qt::LeftButton, {}, {14, 28 + 12});
    QTRY_COMPARE_WITH_TIMEOUT(view_->canvas().list()->rows.size(), rows, kPatience);
}

void TimelineTest::filterFieldFiltersRows() {
    QTest::keyClick(&view_->canvas(), Qt::Key_P, Qt::ControlModifier);
    auto* field = view_->findChild<QLineEdit*>(QStringLiteral("rowFilter"));
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("runtime"));
    QTRY_COMPARE_WITH_TIMEOUT(view_->canvas().list()->rows.size(), std::size_t(3),
                              kPatience); // process, thread, runtime calls
    QTest::keyClick(field, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(view_->canvas().list()->rows.size() > 3, kPatience);
    QVERIFY(view_->canvas().hasFocus());
}

void TimelineTest::hoverSaysWhatItIs() {
    QTest::mouseMove(&view_->canvas(), middleOf(named("aten::addmm").value));
    QTRY_COMPARE_WITH_TIMEOUT(state_->hovered(), named("aten::addmm"), kPatience);
    QVERIFY(state_->cursor().has_value());
    auto* tip = view_->canvas().findChild<QWidget*>(QStringLiteral("sliceTip"));
    QTRY_VERIFY_WITH_TIMEOUT(tip->isVisible(), kPatience);
    QVERIFY(tip->accessibleName().contains(QLatin1String("aten::addmm")));
    QVERIFY(tip->accessibleName().contains(QLatin1String("aten::linear"))); // what it stands in
    QTest::keyClick(&view_->canvas(), Qt::Key_W);                           // moves it away
    QVERIFY(!tip->isVisible());
}

void TimelineTest::rowsAndMarksAreKept() {
    const QTemporaryDir folder;
    const QString session = folder.filePath(QStringLiteral("a.lanes"));
    state_->choices().keep(session);
    QTest::mouseClick(&view_->canvas(), Qt::LeftButton, {}, {14, 28 + 12});
    state_->setBrush(TimeRange{1, 123'456'789'123'456'789 % 900'000});
    QTest::keyClick(&view_->canvas(), Qt::Key_M, Qt::ShiftModifier);
    state_->choices().finish();
    const Sidecar kept = readSidecar(sidecarOfUser(session));
    QCOMPARE(kept.marks.size(), std::size_t(1));
    QCOMPARE(kept.marks[0].range, *state_->brush());
    QVERIFY(kept.rows.value(view_->canvas().rows()->rows().front().key).folded);
    ViewState again;
    again.choices().keep(session);
    TimelineView second(again, *appearance_);
    QCOMPARE(again.marks().own().size(), std::size_t(1));
    QCOMPARE(second.canvas().scene().settings().choices, view_->canvas().scene().settings().choices);
}

void TimelineTest::everyCommandHasANameAndAShortcut() {
    QSet<QKeySequence> keys;
    for (const QAction* action : view_->actions()) {
        QVERIFY(!action->text().isEmpty());
        QVERIFY(!action->objectName().isEmpty());
        QVERIFY(!action->shortcuts().isEmpty());
        for (const QKeySequence& key : action->shortcuts()) {
            QVERIFY2(!keys.contains(key), qPrintable(key.toString())); // no two on one key
            keys.insert(key);
        }
    }
    QSignalSpy search(view_.get(), &TimelineView::searchRequested);
    QTest::keyClick(&view_->canvas(), Qt::Key_Slash);
    QCOMPARE(search.count(), 1);
}

void TimelineTest::stripMovesAndZooms() {
    OverviewStrip strip(*state_, *appearance_);
    strip.resize(1232, 56);
    strip.show();
    QVERIFY(QTest::qWaitForWindowExposed(&strip, kPatience));
    state_->setVisible({200'000, 400'000});
    const auto dragStrip = [&](QPointF from, QPointF to) {
        QTest::mousePress(&strip, Qt::LeftButton, {}, from.toPoint());
        QMouseEvent move(QEvent::MouseMove, to, strip.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&strip, &move);
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, to.toPoint());
    };
    const QRectF frame = strip.frame();
    dragStrip({frame.center().x(), 28}, {frame.center().x() + 100, 28});
    QCOMPARE(state_->visible().length(), TimeNs(200'000));
    QVERIFY(state_->visible().begin > 280'000);
    const TimeNs end = state_->visible().end;
    dragStrip({strip.frame().left(), 28}, {strip.frame().left() + 40, 28});
    QVERIFY(state_->visible().length() < 180'000);
    QCOMPARE(state_->visible().end, end);
}

int run_tst_timeline(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineTest>(argc, argv);
}
#include "tst_timeline.moc"
