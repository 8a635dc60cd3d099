// Leading rows of the timeline by keyboard alone.
#include "model/analysis/time/TimeSplit.h"
#include "model/lod/RangeSummary.h"
#include "tests/support/ImportText.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/tools/KeyBar.h"

#include <QAction>
#include <QLineEdit>
#include <QVBoxLayout>
#include <QtTest>

using namespace lanes;

namespace {
const char* const kTrace = "main cpu_op aten::linear 100000 400000\n"
                           "main cpu_op aten::addmm 200000 200000\n"
                           "main cpu_op aten::relu 600000 200000\n"
                           "main cuda_runtime cudaLaunchKernel 300000 50000\n"
                           "worker cpu_op aten::addmm 850000 100000\n";
} // namespace

class TimelineRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void tabWalksOverTheRowsAndOut();
    void tabEntersWhereItLeft();
    void aRingAndABarSayWhereTheKeyboardIs();
    void theMouseTakesOver();
    void enterFoldsAGroup();
    void arrowsBeginInTheRow();
    void theRowFollowsTheSelection();
    void rowsOutOfSightAreScrolledTo();
    void screenReadersHearTheRow();
    void changedKeysStandInTheBar();
    void slicesOfOtherProgramsAreEvents();
    void aStreamIsCalledSoOnce();
    void onlyThreadsShowTheirNumber();
    void samplesAreARowBelowTheirThread();
    void statesAreARowOfTheirThreadAndNoWork();

private:
    TimelineCanvas& canvas() { return view_->canvas(); }
    KeyBar& bar() { return *view_->findChild<KeyBar*>(); }
    QStringList labels() {
        QStringList all;
        for (const TimelineRow& row : canvas().rows()->rows()) {
            all << row.label;
        }
        return all;
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate(), kPatience); }
    QString led() {
        const int row = canvas().ledRow();
        return row < 0 ? QString() : canvas().rows()->rows()[static_cast<std::size_t>(row)].label;
    }
    void tabTo(const QString& label) {
        for (int i = 0; i < 20 && led() != label; ++i) {
            QTest::keyClick(&canvas(), Qt::Key_Tab);
        }
        QCOMPARE(led(), label);
    }
    std::string selected() const {
        const auto& trace = *state_->trace();
        return trace.has(state_->selection()) ? std::string(trace.text(trace.slice(state_->selection()).name))
                                              : "";
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<QWidget> window_;
    TimelineView* view_ = nullptr;
    QLineEdit* behind_ = nullptr;
};

void TimelineRowsTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    state_ = std::make_unique<ViewState>();
    window_ = std::make_unique<QWidget>();
    auto* layout = new QVBoxLayout(window_.get());
    view_ = new TimelineView(*state_, *appearance_);
    behind_ = new QLineEdit;
    layout->addWidget(view_, 1);
    layout->addWidget(behind_);
    window_->resize(1232, 500);
    window_->show();
    QVERIFY(QTest::qWaitForWindowActive(window_.get(), kPatience));
    canvas().setFocus();
    state_->setTrace(test::traceFromText(kTrace));
    settle();
}

void TimelineRowsTest::cleanup() {
    window_.reset();
    state_.reset();
    appearance_.reset();
}

void TimelineRowsTest::tabWalksOverTheRowsAndOut() {
    QStringList walked;
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(&canvas(), Qt::Key_Tab);
        if (led().isEmpty()) {
            break;
        }
        walked << led();
    }
    QStringList shown;
    for (const DrawRow& row : canvas().list()->rows) {
        shown << canvas().rows()->rows()[static_cast<std::size_t>(row.row)].label;
    }
    QCOMPARE(walked, shown);
    QVERIFY(!canvas().hasFocus());
}

void TimelineRowsTest::tabEntersWhereItLeft() {
    tabTo(QStringLiteral("Runtime calls"));
    behind_->setFocus();
    QCOMPARE(led(), QString());
    canvas().setFocus(Qt::BacktabFocusReason);
    QCOMPARE(led(), QStringLiteral("Runtime calls"));
    QTest::keyClick(&canvas(), Qt::Key_Backtab);
    QCOMPARE(led(), QStringLiteral("Operators"));
}

void TimelineRowsTest::aRingAndABarSayWhereTheKeyboardIs() {
    QVERIFY(!bar().isVisible());
    const int before = canvas().height();
    tabTo(QStringLiteral("Operators"));
    QVERIFY(bar().isVisible());
    QCOMPARE(canvas().height(), before - bar().height());
    settle();
    const auto row = std::ranges::find(canvas().list()->rows, canvas().ledRow(), &DrawRow::row);
    const int top = 28 + canvas().list()->screenTop(*row, canvas().scroll());
    const QImage picture = canvas().grab().toImage();
    const QRgb accent = appearance_->theme().accent.rgb();
    QCOMPARE(picture.pixel(600, top), accent);                   // above its events
    QCOMPARE(picture.pixel(100, top), accent);                   // and its header
    QCOMPARE(picture.pixel(600, top + row->height - 1), accent); // and below
}

void TimelineRowsTest::theMouseTakesOver() {
    tabTo(QStringLiteral("Operators"));
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, {700, 300});
    QCOMPARE(led(), QString());
    QVERIFY(!bar().isVisible());
    QCOMPARE(canvas().height(), view_->height());
}

void TimelineRowsTest::enterFoldsAGroup() {
    tabTo(QStringLiteral("main"));
    const std::size_t rows = canvas().list()->rows.size();
    QTest::keyClick(&canvas(), Qt::Key_Return);
    settle();
    QVERIFY(canvas().list()->rows.size() < rows);
    QCOMPARE(led(), QStringLiteral("main"));
    QTest::keyClick(&canvas(), Qt::Key_Return);
    settle();
    QCOMPARE(canvas().list()->rows.size(), rows);
}

void TimelineRowsTest::arrowsBeginInTheRow() {
    tabTo(QStringLiteral("Runtime calls"));
    QTest::keyClick(&canvas(), Qt::Key_Right);
    QCOMPARE(selected(), std::string("cudaLaunchKernel"));
    QTest::keyClick(&canvas(), Qt::Key_Backtab);
    QTest::keyClick(&canvas(), Qt::Key_Right);
    QCOMPARE(selected(), std::string("aten::linear"));
    QTest::keyClick(&canvas(), Qt::Key_Right);
    QCOMPARE(selected(), std::string("aten::relu"));
    QTest::keyClick(&canvas(), Qt::Key_Left);
    QTest::keyClick(&canvas(), Qt::Key_Down);
    QCOMPARE(selected(), std::string("aten::addmm"));
}

void TimelineRowsTest::theRowFollowsTheSelection() {
    tabTo(QStringLiteral("Operators"));
    for (std::uint32_t i = 0; i < state_->trace()->sliceCount(); ++i) {
        if (state_->trace()->text(state_->trace()->slice(SliceId(i)).name) == "cudaLaunchKernel") {
            state_->reveal(SliceId(i));
        }
    }
    QCOMPARE(led(), QStringLiteral("Runtime calls"));
}

void TimelineRowsTest::rowsOutOfSightAreScrolledTo() {
    window_->resize(1232, 190);
    settle();
    QTest::keyClick(&canvas(), Qt::Key_Backtab); // from nothing: the last one
    QVERIFY(canvas().ledRow() >= 0);
    settle();
    const auto row = std::ranges::find(canvas().list()->rows, canvas().ledRow(), &DrawRow::row);
    QVERIFY(canvas().scroll() > 0);
    QVERIFY(28 + canvas().list()->screenTop(*row, canvas().scroll()) < canvas().height());
}

void TimelineRowsTest::screenReadersHearTheRow() {
    tabTo(QStringLiteral("Operators"));
    QVERIFY(canvas().accessibleDescription().contains(QStringLiteral("Operators")));
    QVERIFY(bar().accessibleDescription().contains(QStringLiteral("Tab next row")));
}

void TimelineRowsTest::changedKeysStandInTheBar() {
    view_->command(QStringLiteral("next"))->setShortcut(QKeySequence(Qt::Key_X));
    tabTo(QStringLiteral("Operators"));
    QVERIFY(bar().accessibleDescription().contains(QStringLiteral("X after")));
    QCOMPARE(keyCapText(QKeySequence(Qt::Key_Left)), QString(QChar(0x2190)));
}

void TimelineRowsTest::slicesOfOtherProgramsAreEvents() {
    QVERIFY(!labels().contains(QStringLiteral("Events")));
    state_->setTrace(test::traceFromText("main v8 RunTask 100000 400000\nmain v8 GC 200000 1000\n"
                                         "worker cpu_op aten::addmm 850000 100000\n"));
    settle();
    QCOMPARE(labels().count(QStringLiteral("Events")), 1);
    QCOMPARE(labels().count(QStringLiteral("Operators")), 1);
}

void TimelineRowsTest::aStreamIsCalledSoOnce() {
    state_->setTrace(test::importText(test::q(
        "[{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'pid': 0, 'tid': 'stream 7', 'ts': 1, 'dur': 2}]")));
    settle();
    QVERIFY(labels().contains(QStringLiteral("Stream 7")));
}

void TimelineRowsTest::onlyThreadsShowTheirNumber() {
    TraceBuilder builder;
    const ProcessId process = builder.addProcess({.key = "7", .name = "python"});
    for (const Track::Kind kind : {Track::Kind::Thread, Track::Kind::Async, Track::Kind::Other}) {
        const std::string key = std::to_string(40 + static_cast<int>(kind));
        const TrackId track =
            builder.addTrack({.process = process, .key = key, .name = "name " + key.substr(1), .kind = kind});
        builder.addSlice(track, {.start = 0, .duration = 10, .name = builder.strings().intern("aten::mm")});
    }
    state_->setTrace(builder.publish());
    settle();
    QStringList numbers;
    for (const TimelineRow& row : canvas().rows()->rows()) {
        if (row.label.startsWith(QStringLiteral("name "))) {
            numbers << row.sub;
        }
    }
    QCOMPARE(numbers, (QStringList{QStringLiteral("40"), QString(), QString()}));
}

void TimelineRowsTest::samplesAreARowBelowTheirThread() {
    TraceBuilder builder;
    const LayoutId function = builder.addLayout({.category = builder.strings().intern("python_function")});
    const ProcessId process = builder.addProcess({.key = "7", .name = "python"});
    const auto add = [&](const char* key, const char* name, Track::Kind kind, bool sampled) {
        const TrackId track = builder.addTrack({.process = process, .key = key, .name = name, .kind = kind});
        SliceRecord slice{.start = 0, .duration = 10, .name = builder.strings().intern("train.py(1): work")};
        slice.layout = sampled ? function : slice.layout;
        builder.addSlice(track, slice);
    };
    add("40", "trains", Track::Kind::Thread, false);
    add("40 python", "trains", Track::Kind::Other, true);
    add("41 python", "waits", Track::Kind::Other, true); // of a thread without operators
    state_->setTrace(builder.publish());
    settle();
    QStringList shown;
    for (const TimelineRow& row : canvas().rows()->rows()) {
        shown << QString(row.indent, QLatin1Char('-')) + row.label;
    }
    QVERIFY2(
        shown.join(QLatin1Char(' ')).contains(QStringLiteral("-trains --Events --Python -waits --Python")),
        qPrintable(shown.join(QLatin1Char(' '))));
}

void TimelineRowsTest::statesAreARowOfTheirThreadAndNoWork() {
    TraceBuilder builder;
    const ProcessId process = builder.addProcess({.key = "7", .name = "python"});
    const auto add = [&](const char* key, Track::Kind kind, const char* category, const char* name,
                         TimeRange range) {
        const TrackId track = builder.addTrack({.process = process, .key = key, .name = key, .kind = kind});
        builder.addSlice(track,
                         {.start = range.begin,
                          .duration = range.length(),
                          .name = builder.strings().intern(name),
                          .layout = builder.addLayout({.category = builder.strings().intern(category)})});
    };
    add("40", Track::Kind::Thread, "cpu_op", "aten::mm", {100, 200});
    add("40 state", Track::Kind::Other, "thread_state", "Waiting for a lock", {0, 1000});
    add("41", Track::Kind::Thread, "cpu_op", "aten::mm", {150, 200});
    add("Compilation", Track::Kind::Other, "compilation", "Compiles 0/0", {100, 190});
    state_->setTrace(builder.publish());
    settle();
    QStringList shown;
    for (const TimelineRow& row : canvas().rows()->rows()) {
        shown << QString(row.indent, QLatin1Char('-')) + row.label +
                     (row.states ? QStringLiteral("*") : QString());
    }
    QVERIFY2(shown.join(QLatin1Char(' '))
                 .contains(QStringLiteral("-40 --State* --Operators -41 --Operators -Compilation --Events")),
             qPrintable(shown.join(QLatin1Char(' '))));
    const Trace& trace = *state_->trace();
    QCOMPARE(trace.work().begin, TimeNs(100));
    QCOMPARE(trace.work().end, TimeNs(200));
    const SplitTimes split = TimeSplit::build(trace)->split(trace.span());
    QCOMPARE(split.ns[static_cast<std::size_t>(Activity::Cpu)], TimeNs(100));
    QCOMPARE(split.sum() - split.ns.back(), TimeNs(100));
    QCOMPARE(rowsIn(*canvas().rows()->lod(), trace.span()).rows.size(), std::size_t(2));
    const TopNames top = topNamesIn(*canvas().rows()->lod(), trace.span(), 10);
    QCOMPARE(top.names.size(), std::size_t(1));
    QCOMPARE(top.names[0].total, TimeNs(150));
}

int run_tst_timeline_rows(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineRowsTest>(argc, argv);
}
#include "tst_timeline_rows.moc"
