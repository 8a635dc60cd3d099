// What one does with the timeline beyond moving: places, colours, order of rows, live sessions.
#include "model/analysis/text/NameSpan.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceText.h"
#include "views/shared/session/Sidecar.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/Kinetic.h"
#include "views/timeline/canvas/RowsScrollBar.h"
#include "views/timeline/tools/GoToField.h"

#include <QAction>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

using namespace lanes;

namespace {
const char* const kTrace = "main user_annotation ProfilerStep#4 0 400000\n"
                           "main user_annotation ProfilerStep#5 400000 600000\n"
                           "main python_function nn.Module:_Linear_0 100000 400000\n"
                           "main cpu_op aten::linear 100000 400000\n"
                           "main cpu_op aten::addmm 200000 200000\n"
                           "main cpu_op aten::relu 600000 200000\n"
                           "main cuda_runtime cudaLaunchKernel 300000 50000\n"
                           "worker cpu_op aten::addmm 850000 100000\n";
} // namespace

class TimelineToolsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void goesToTimesAndSteps_data();
    void goesToTimesAndSteps();
    void saysWhatIsNoPlace();
    void escapeLeavesTheFieldAndStays();
    void showsAllEventsOfAName();
    void colouringsAreStableAndReadable();
    void colouringChangesThePictureAndIsKept();
    void rowsAreMovedByDragging();
    void rowsAreMovedByKeys();
    void rowsAreHiddenAndShown();
    void rulerChangesItsZero();
    void flowsOfEverythingInView();
    void sameNameCanBeTurnedOff();
    void placesAreCopied();
    void pictureIsCopied();
    void svgHoldsEveryBoxWithItsName();
    void sliceMenuOffersWhatCanBeDone();
    void unfinishedSlicesEndTorn();
    void liveSessionIsFollowedUntilItIsGrabbed();
    void scrollBarScrolls();
    void screenReadersHearTheSelection();
    void whatIsThrownMovesOnAndComesToRest();
    void pinchZoomsAndTwoFingersPan();
    void brushIsToldWhileItIsDragged();

private:
    TimelineCanvas& canvas() { return view_->canvas(); }
    void show(std::string_view trace) {
        state_->setTrace(test::traceFromText(trace));
        QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    }
    SliceId named(const char* name) const {
        for (std::uint32_t i = 0; i < state_->trace()->sliceCount(); ++i) {
            if (state_->trace()->text(state_->trace()->slice(SliceId(i)).name) == name) {
                return SliceId(i);
            }
        }
        return {};
    }
    QStringList labels() {
        QStringList labels;
        for (const DrawRow& row : canvas().list()->rows) {
            labels << canvas().rows()->rows()[static_cast<std::size_t>(row.row)].label;
        }
        return labels;
    }
    int rowY(const QString& label) { // the middle of its header, in logical pixels
        for (const DrawRow& row : canvas().list()->rows) {
            if (canvas().rows()->rows()[static_cast<std::size_t>(row.row)].label == label) {
                return 28 + canvas().list()->screenTop(row, canvas().scroll()) + row.height / 2;
            }
        }
        return -1;
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        dragOn(canvas(), from, to, modifiers);
    }
    static void dragOn(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(&widget, Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 4; ++i) {
            const QPoint p = from + (to - from) * i / 4;
            QMouseEvent move(QEvent::MouseMove, p, widget.mapToGlobal(p), Qt::NoButton, Qt::LeftButton,
                             modifiers);
            QCoreApplication::sendEvent(&widget, &move);
        }
        QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to);
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineToolsTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->setReducedMotion(true); // what is dragged here is not to be thrown
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 600);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    canvas().setFocus();
    show(kTrace);
}

void TimelineToolsTest::cleanup() {
    view_.reset();
    state_.reset();
}

void TimelineToolsTest::goesToTimesAndSteps_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::newRow("with a unit") << "500 us" << qint64(450'000) << qint64(550'000);
    QTest::newRow("milliseconds alone") << "0.5" << qint64(450'000) << qint64(550'000);
    QTest::newRow("a comma") << "0,5ms" << qint64(450'000) << qint64(550'000);
    QTest::newRow("a step") << "step 5" << qint64(400'000) << qint64(1'000'000);
    QTest::newRow("a step with its sign") << "Step #4" << qint64(0) << qint64(400'000);
}

void TimelineToolsTest::goesToTimesAndSteps() {
    QFETCH(QString, typed);
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    state_->setVisible({0, 100'000});
    QTest::keyClick(&canvas(), Qt::Key_G, Qt::ControlModifier);
    auto* field = view_->findChild<GoToField*>(QStringLiteral("goTo"));
    QVERIFY(field->isVisible());
    QVERIFY(field->line().hasFocus());
    QTest::keyClicks(&field->line(), typed);
    QTest::keyClick(&field->line(), Qt::Key_Return);
    QVERIFY(!field->isVisible());
    QCOMPARE(state_->visible(), (TimeRange{begin, end}));
    QVERIFY(canvas().hasFocus());
}

void TimelineToolsTest::saysWhatIsNoPlace() {
    QTest::keyClick(&canvas(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    auto* field = view_->findChild<GoToField*>(QStringLiteral("goTo"));
    QCOMPARE(field->line().text(), QStringLiteral("step "));
    QTest::keyClicks(&field->line(), QStringLiteral("99"));
    QTest::keyClick(&field->line(), Qt::Key_Return);
    QVERIFY(field->isVisible());
    QVERIFY(field->complaint().contains(QStringLiteral("no such step")));
    field->line().setText(QStringLiteral("soon"));
    QVERIFY(field->complaint().contains(QStringLiteral("Not a time")));
}

void TimelineToolsTest::escapeLeavesTheFieldAndStays() {
    state_->select(named("aten::relu"));
    const TimeRange visible = state_->visible();
    QTest::keyClick(&canvas(), Qt::Key_G, Qt::ControlModifier);
    auto* field = view_->findChild<GoToField*>(QStringLiteral("goTo"));
    QTest::keyClick(&field->line(), Qt::Key_Escape);
    QVERIFY(!field->isVisible());
    QCOMPARE(state_->visible(), visible);
    QCOMPARE(state_->selection(), named("aten::relu")); // Esc closed the field and nothing else
}

void TimelineToolsTest::showsAllEventsOfAName() {
    state_->select(named("aten::addmm"));
    QTest::keyClick(&canvas(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(state_->visible().begin > 100'000, kPatience);
    QVERIFY(state_->visible().begin <= 200'000 && state_->visible().end >= 950'000);
}

void TimelineToolsTest::colouringsAreStableAndReadable() {
    QCOMPARE(hueOfText("aten::linear"), hueOfText("aten::linear"));
    QVERIFY(hueOfText("aten::linear") != hueOfText("aten::addmm"));
    QCOMPARE(hueOfDuration(0), static_cast<Hue>(0));
    QVERIFY(hueOfDuration(1'000'000) > hueOfDuration(10'000));
    QCOMPARE(hueOfDuration(3'600'000'000'000), static_cast<Hue>(kHueCount - 1));
    for (const Theme& base : {Theme::darkTheme(), Theme::lightTheme()}) {
        for (const ColorBy by : {ColorBy::Category, ColorBy::Name, ColorBy::Module, ColorBy::Duration}) {
            const Theme theme = themeFor(base, by);
            for (int h = 0; h < kHueCount; ++h) {
                for (int s = 0; s < Theme::kShades; ++s) {
                    QVERIFY(contrast(theme.hueColor(static_cast<Hue>(h), s), theme.ink) >= 4.5); // WCAG AA
                }
            }
        }
    }
}

void TimelineToolsTest::colouringChangesThePictureAndIsKept() {
    const QTemporaryDir folder;
    const QString session = folder.filePath(QStringLiteral("a.lanes"));
    state_->choices().keep(session);
    const QPoint inside = canvas().rectOf(named("aten::relu"))->center();
    QSet<QRgb> seen{canvas().grab().toImage().pixel(inside)};
    for (const Qt::Key key : {Qt::Key_2, Qt::Key_4}) {
        QTest::keyClick(&canvas(), key, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
        seen.insert(canvas().grab().toImage().pixel(inside));
    }
    QCOMPARE(seen.size(), 3);
    state_->choices().finish();
    QCOMPARE(readSidecar(sidecarOfUser(session)).coloring, ColorBy::Duration);
    QTest::keyClick(&canvas(), Qt::Key_3, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QCOMPARE(canvas().rows()->coloring(), ColorBy::Module);
    QCOMPARE(canvas().rows()->trace().slice(named("aten::relu")).hue, Hue::Other); // in no module
    QTest::keyClick(&canvas(), Qt::Key_1, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QCOMPARE(canvas().rows()->lod(), state_->lod()); // the session's own again
}

void TimelineToolsTest::rowsAreMovedByDragging() {
    const QTemporaryDir folder;
    state_->choices().keep(folder.filePath(QStringLiteral("a.lanes")));
    const QStringList before = labels();
    QVERIFY(before.indexOf(QStringLiteral("Operators")) < before.indexOf(QStringLiteral("Runtime calls")));
    const int operators = rowY(QStringLiteral("Operators"));
    drag({90, rowY(QStringLiteral("Runtime calls"))}, {90, operators - 12});
    QTRY_VERIFY_WITH_TIMEOUT(labels().indexOf(QStringLiteral("Runtime calls")) <
                                 labels().indexOf(QStringLiteral("Operators")),
                             kPatience);
    QCOMPARE(labels().size(), before.size());
    TimelineView second(*state_, *appearance_); // remembered
    second.resize(1232, 600);
    second.show();
    QTRY_VERIFY_WITH_TIMEOUT(second.canvas().isUpToDate(), kPatience);
    QCOMPARE(second.canvas().scene().settings(), canvas().scene().settings());
}

void TimelineToolsTest::rowsAreMovedByKeys() {
    const auto place = [this](const char* label) { return labels().indexOf(QLatin1String(label)); };
    state_->select(named("cudaLaunchKernel"));
    const auto before = place("Runtime calls");
    QTest::keyClick(&canvas(), Qt::Key_Up, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(place("Runtime calls") < before, kPatience);
    QTest::keyClick(&canvas(), Qt::Key_Down, Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(place("Runtime calls"), before, kPatience);
}

void TimelineToolsTest::rowsAreHiddenAndShown() {
    const auto before = labels().size();
    state_->select(named("cudaLaunchKernel"));
    QTest::keyClick(&canvas(), Qt::Key_H, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), before - 1, kPatience);
    QTest::keyClick(&canvas(), Qt::Key_H, Qt::ShiftModifier | Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(labels().size(), before, kPatience);
}

void TimelineToolsTest::rulerChangesItsZero() {
    QCOMPARE(canvas().scene().rulerMode(), RulerMode::Session);
    QTest::keyClick(&canvas(), Qt::Key_T);
    QCOMPARE(canvas().scene().rulerMode(), RulerMode::Step); // the session does not say the time of day
    QTest::keyClick(&canvas(), Qt::Key_T);
    QCOMPARE(canvas().scene().rulerMode(), RulerMode::Session);
    SessionInfo info;
    info.clockOriginUnixNs = 1'700'000'000'000'000'000;
    QCOMPARE(after(RulerMode::Session, &info, true), RulerMode::Clock);
    QCOMPARE(after(RulerMode::Clock, &info, false), RulerMode::Session);
    const RulerTime clock{0, info.clockOriginUnixNs};
    QVERIFY(clock.text(1'234'567, 1000, 1'000'000).endsWith(QStringLiteral(":20.001234"))); // 22:13:20 UTC
    const RulerTime step{400'000, -1};
    QVERIFY(step.text(500'000, 1000, 1'000'000).contains(QStringLiteral("100")));
}

void TimelineToolsTest::flowsOfEverythingInView() {
    QVERIFY(canvas().list()->flows.empty());
    QTest::keyClick(&canvas(), Qt::Key_L);
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    QVERIFY(canvas().list()->request.allFlows);
    QCOMPARE(canvas().list()->flows.size(), state_->trace()->links().size());
    QTest::keyClick(&canvas(), Qt::Key_L);
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate() && !canvas().list()->request.allFlows, kPatience);
}

void TimelineToolsTest::sameNameCanBeTurnedOff() {
    const bool before = canvas().sameNameLit();
    QTest::keyClick(&canvas(), Qt::Key_H);
    QCOMPARE(canvas().sameNameLit(), !before);
}

void TimelineToolsTest::placesAreCopied() {
    state_->choices().keep(QStringLiteral("/somewhere/run.lanes"));
    state_->setBrush(TimeRange{100'000, 350'001});
    QTest::keyClick(&canvas(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("/somewhere/run.lanes#t=100us..350.001us"));
}

void TimelineToolsTest::pictureIsCopied() {
    QTest::keyClick(&canvas(), Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(QGuiApplication::clipboard()->image().size(), canvas().grab().toImage().size());
}

void TimelineToolsTest::svgHoldsEveryBoxWithItsName() {
    const QByteArray svg = canvas().svg();
    QXmlStreamReader xml(svg);
    QStringList titles;
    int rects = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement) {
            rects += xml.name() == QLatin1String("rect") ? 1 : 0;
            if (xml.name() == QLatin1String("title")) {
                titles << xml.readElementText().section(QLatin1Char(','), 0, 0);
            }
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(rects > 20);
    for (const char* name : {"aten::linear", "aten::addmm", "aten::relu", "cudaLaunchKernel"}) {
        QVERIFY(titles.contains(QLatin1String(name)));
    }
}

void TimelineToolsTest::sliceMenuOffersWhatCanBeDone() {
    const QPoint at = canvas().rectOf(named("aten::relu"))->center();
    QTest::mouseClick(&canvas(), Qt::RightButton, {}, at);
    auto* menu = view_->findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    QStringList texts;
    const QList<QAction*> offered = menu->actions();
    for (const QAction* action : offered) {
        texts << action->text();
    }
    QVERIFY(texts.contains(QStringLiteral("Zoom to all events of this &name")));
    const auto search = std::ranges::find(offered, QStringLiteral("Search for this name"), &QAction::text);
    (*search)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(state_->search().result(), kPatience);
    QCOMPARE(state_->search().result()->events->count(), std::uint64_t(1));
    menu->close();
}

void TimelineToolsTest::unfinishedSlicesEndTorn() {
    show("main cpu_op done 0 500000\nmain cpu_op aten::wait 600000 open\nworker cpu_op other 0 1000000\n");
    const SliceId open = named("aten::wait");
    QVERIFY(state_->trace()->isOpen(open));
    const QRect box = *canvas().rectOf(open);
    const QImage picture = canvas().grab().toImage();
    const QColor canvasColor = appearance_->theme().canvas;
    int cut = 0;
    for (int y = box.top(); y <= box.bottom(); ++y) {
        cut += picture.pixelColor(box.right() - 3, y) == canvasColor ? 1 : 0;
    }
    QVERIFY(cut > box.height() / 4 && cut < box.height()); // teeth: some lines are cut back, some are not
}

void TimelineToolsTest::liveSessionIsFollowedUntilItIsGrabbed() {
    std::string text;
    const auto grow = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            text += "main cpu_op aten::step " + std::to_string(i * 100'000'000LL) + " 90000000\n---\n";
        }
        show(text);
    };
    grow(0, 10);
    state_->setLive(true);
    state_->setFollowing(true);
    grow(10, 300); // half a minute
    QVERIFY(state_->following());
    QCOMPARE(state_->visible().length(), ViewState::kLiveWindow);
    QVERIFY(state_->visible().end > state_->trace()->span().end); // with room behind the end
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience);
    const QImage picture = canvas().grab().toImage();
    const QColor recording = appearance_->theme().bad;
    int line = 0;
    for (int x = 232; x < picture.width(); ++x) {
        line += picture.pixelColor(x, 500) == recording ? 1 : 0;
    }
    QCOMPARE(line, 1);                               // the end is a line
    drag({600, 300}, {700, 300}, Qt::ShiftModifier); // grabbed
    QVERIFY(!state_->following());
    const TimeRange held = state_->visible();
    grow(300, 350);
    QCOMPARE(state_->visible(), held);
    QTest::keyClick(&canvas(), Qt::Key_End);
    QVERIFY(state_->following());
    QVERIFY(state_->visible().end > state_->trace()->span().end);
    QCOMPARE(state_->visible().length(), held.length());
}

void TimelineToolsTest::scrollBarScrolls() {
    view_->resize(1232, 140); // rows no longer fit
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate() && canvas().list()->request.height < 120, kPatience);
    RowsScrollBar& bar = canvas().rowsBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible(), kPatience);
    QCOMPARE(canvas().childAt(canvas().width() - 4, 100), &bar); // at the right end, over the rows
    QCOMPARE(canvas().scroll(), 0);
    dragOn(bar, {5, 30}, {5, 130}); // on its handle, with buttons of a style before it or without
    const int most = canvas().scroll();
    QVERIFY(most > 20);
    QVERIFY(!state_->brush()); // it was no brush
    dragOn(bar, {5, bar.height() - 30}, {5, -20});
    QCOMPARE(canvas().scroll(), 0);
    QTest::mouseClick(&bar, Qt::LeftButton, {}, {5, bar.height() - 20}); // a page
    QVERIFY(canvas().scroll() > 0);
    canvas().scene().setScroll(most);
    QCOMPARE(bar.value(), most); // however the rows came there

    QWheelEvent up({5, 20}, bar.mapToGlobal(QPointF(5, 20)), {}, {0, 1200}, {}, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&bar, &up);
    QVERIFY(!up.isAccepted()); // Qt gives it to the canvas, where it means what it means over the rows
    view_->resize(1232, 700);
    QTRY_VERIFY_WITH_TIMEOUT(!bar.isVisible(), kPatience);
}

void TimelineToolsTest::screenReadersHearTheSelection() {
    state_->select(named("aten::relu"));
    const QString said = canvas().accessibleDescription();
    QVERIFY2(said.contains(QStringLiteral("aten::relu")) && said.contains(QStringLiteral("Operator")),
             qPrintable(said));
    QTest::keyClick(&canvas(), Qt::Key_Escape);
    QVERIFY(canvas().accessibleDescription().isEmpty());
}

void TimelineToolsTest::whatIsThrownMovesOnAndComesToRest() {
    Kinetic kinetic;
    kinetic.drag({20, 0}, .016);
    kinetic.drag({20, 0}, .016);
    QVERIFY(kinetic.release(.01));
    double far = 0;
    int steps = 0;
    for (; kinetic.moving() && steps < 1000; ++steps) {
        far += kinetic.step(.016).x();
    }
    QVERIFY(steps < 200 && far > 100 && far < 400);
    kinetic.drag({20, 0}, .016);
    QVERIFY(!kinetic.release(.5)); // held still before letting go

    appearance_->setReducedMotion(false);
    state_->setVisible({400'000, 600'000});
    const auto fling = [&](TimeNs& before) {
        QTest::mousePress(&canvas(), Qt::LeftButton, Qt::ShiftModifier, {600, 300});
        for (int i = 1; i <= 6; ++i) {
            QTest::qWait(8);
            const QPoint p(600 - 20 * i, 300);
            QMouseEvent move(QEvent::MouseMove, p, canvas().mapToGlobal(p), Qt::NoButton, Qt::LeftButton,
                             Qt::ShiftModifier);
            QCoreApplication::sendEvent(&canvas(), &move);
        }
        before = state_->visible().begin;
        QTest::mouseRelease(&canvas(), Qt::LeftButton, Qt::ShiftModifier, {480, 300});
    };
    TimeNs before = 0;
    fling(before);
    QTRY_VERIFY_WITH_TIMEOUT(state_->visible().begin > before + 1000, kPatience);
    QTest::mouseClick(&canvas(), Qt::LeftButton, Qt::ShiftModifier, {600, 300}); // a touch stops it
    const TimeNs stopped = state_->visible().begin;
    QTest::qWait(60);
    QCOMPARE(state_->visible().begin, stopped);
    appearance_->setReducedMotion(true);
    fling(before);
    QTest::qWait(60);
    QCOMPARE(state_->visible().begin, before);
}

void TimelineToolsTest::pinchZoomsAndTwoFingersPan() {
    state_->setVisible({400'000, 600'000});
    const QPointF at(700, 300);
    QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, at, at,
                              canvas().mapToGlobal(at), .25, {});
    QCoreApplication::sendEvent(&canvas(), &pinch);
    QVERIFY(state_->visible().length() < 170'000);
    const TimeNs length = state_->visible().length();
    const TimeNs begin = state_->visible().begin;
    QWheelEvent pan(at, canvas().mapToGlobal(at), {-50, 0}, {-50, 0}, Qt::NoButton, Qt::NoModifier,
                    Qt::ScrollUpdate, false);
    QCoreApplication::sendEvent(&canvas(), &pan);
    QCOMPARE(state_->visible().begin - begin, length * 50 / 1000);
    QCOMPARE(state_->visible().length(), length);
}

void TimelineToolsTest::brushIsToldWhileItIsDragged() {
    QTest::mousePress(&canvas(), Qt::LeftButton, Qt::AltModifier, {500, 300});
    QMouseEvent move(QEvent::MouseMove, QPoint(600, 300), canvas().mapToGlobal(QPoint(600, 300)),
                     Qt::NoButton, Qt::LeftButton, Qt::AltModifier);
    QCoreApplication::sendEvent(&canvas(), &move);
    QVERIFY(state_->brush().has_value()); // the button is still down
    const TimeNs length = state_->brush()->length();
    QTest::mouseRelease(&canvas(), Qt::LeftButton, Qt::AltModifier, {600, 300});
    QCOMPARE(state_->brush()->length(), length);
    QTest::keyClick(&canvas(), Qt::Key_Backspace);
    QVERIFY(!state_->brush()); // one step back, however many moves it took
}

int run_tst_timeline_tools(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineToolsTest>(argc, argv);
}
#include "tst_timeline_tools.moc"
