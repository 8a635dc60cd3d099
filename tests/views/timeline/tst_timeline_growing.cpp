// The timeline of a session that grows: what is seen stays where it is, and what is pressed is what is seen.
#include "tests/support/GeneratedTrace.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"
#include "views/timeline/TimelineView.h"

#include <QSet>
#include <QTimer>
#include <QtTest>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace lanes;

namespace {

const char* const kTrace = "main cpu_op aten::linear 100000 400000\n"
                           "main cpu_op aten::addmm 200000 200000\n"
                           "main cpu_op aten::relu 600000 200000\n"
                           "main cuda_runtime cudaLaunchKernel 300000 50000\n"
                           "worker cpu_op aten::copy_ 0 900000\n";
// Each makes rows of its own above those that are there: of ranges, of Python, of a level more.
const std::array<const char*, 3> kSnapshots = {
    "---\nmain user_annotation step 1000000 500000\n",
    "---\nmain python_function train.py(3):_step 2000000 500000\n",
    "---\nmain python_function model.py(7):_forward 2100000 200000\n"};

int distance(QRgb a, QRgb b) {
    const auto part = [](int x, int y) { return (x - y) * (x - y); };
    return part(qRed(a), qRed(b)) + part(qGreen(a), qGreen(b)) + part(qBlue(a), qBlue(b));
}

} // namespace

class TimelineGrowingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void growingSessionKeepsTheView();
    void whatIsPressedIsWhatIsSeenWhileRowsCome();
    void rowsComeThoughTheSessionGrowsFaster();
    void threadsKeepTheirOrderWhileTheyAreRecorded();
    void choicesStandWhenTheFirstDeviceComes();
    void countersThatAreSeenStay();

private:
    void settle() const { QTRY_VERIFY_WITH_TIMEOUT(view_->canvas().isUpToDate(), kPatience); }
    SliceId named(const char* name) const { return test::sliceNamed(*state_->trace(), name); }
    QRect rectOf(const char* name) const { return *view_->canvas().rectOf(named(name)); }
    // The hue that is painted there, be it under the pointer; nothing: the canvas.
    std::optional<Hue> seenAt(QPoint at) const;
    std::optional<Hue> pressedAt(QPoint at) const;

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineGrowingTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->setReducedMotion(true);
    state_ = std::make_unique<ViewState>();
    view_ = std::make_unique<TimelineView>(*state_, *appearance_);
    view_->resize(1232, 600);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), kPatience));
    state_->setTrace(test::traceFromText(kTrace));
    settle();
}

void TimelineGrowingTest::cleanup() {
    view_.reset();
    state_.reset();
}

std::optional<Hue> TimelineGrowingTest::seenAt(QPoint at) const {
    const QRgb pixel = view_->canvas().grab().toImage().pixel(at);
    const Theme& theme = appearance_->theme();
    std::optional<Hue> nearest;
    int least = std::min(distance(pixel, theme.canvas.rgb()), distance(pixel, theme.groupBg.rgb()));
    for (const Hue hue : {Hue::Operator, Hue::Range, Hue::Python}) {
        for (int shade = 0; shade < Theme::kShades; ++shade) {
            if (const int apart = distance(pixel, theme.hue(hue, shade)); apart < least) {
                least = apart;
                nearest = hue;
            }
        }
    }
    return nearest;
}

std::optional<Hue> TimelineGrowingTest::pressedAt(QPoint at) const {
    state_->select({});
    QTest::mouseClick(&view_->canvas(), Qt::LeftButton, {}, at);
    const SliceId pressed = state_->selection();
    state_->select({});
    return pressed.valid() ? std::optional(state_->trace()->slice(pressed).hue) : std::nullopt;
}

void TimelineGrowingTest::growingSessionKeepsTheView() {
    state_->setVisible({100'000, 300'000});
    settle();
    const int y = rectOf("aten::addmm").center().y();
    state_->setTrace(test::traceFromText(std::string(kTrace) + "main cpu_op aten::more 1000000 500000\n"));
    QTRY_VERIFY_WITH_TIMEOUT(
        view_->canvas().isUpToDate() && view_->canvas().rows()->trace().sliceCount() == 6, kPatience);
    QCOMPARE(state_->visible(), (TimeRange{100'000, 300'000}));
    QCOMPARE(rectOf("aten::addmm").center().y(), y);
}

// Whatever has been read since: a press is for what stands there now.
void TimelineGrowingTest::whatIsPressedIsWhatIsSeenWhileRowsCome() {
    state_->setLive(true);
    state_->setVisible({50'000, 900'000});
    settle();
    const QRect box = rectOf("aten::linear");
    const QPoint at(box.right() - 12, box.center().y()); // right of its name
    QCOMPARE(seenAt(at), std::optional(Hue::Operator));
    std::string text = kTrace;
    std::vector<std::optional<Hue>> seen;
    for (const char* more : kSnapshots) {
        text += more;
        state_->setTrace(test::traceFromText(text));
        bool is = false;
        const auto everyTurn = [&] {
            const std::optional<Hue> there = seenAt(at);
            is = there == pressedAt(at);
            seen.push_back(there);
            return !is || view_->canvas().isUpToDate();
        };
        QVERIFY(QTest::qWaitFor(everyTurn, kPatience));
        QVERIFY2(is, more);
    }
    // The row under the pointer was another in between, or nothing was shown.
    QVERIFY(std::ranges::count(seen, seen.front()) < static_cast<std::ptrdiff_t>(seen.size()));
}

void TimelineGrowingTest::threadsKeepTheirOrderWhileTheyAreRecorded() {
    TraceBuilder builder;
    const LayoutId layout = builder.addLayout({.category = builder.strings().intern("cpu_op")});
    const ProcessId process = builder.addProcess({.key = "7", .name = "python3"});
    std::vector<TrackId> tracks;
    for (const char* key : {"7", "8", "9"}) {
        tracks.push_back(
            builder.addTrack({.process = process, .key = key, .name = std::string("thread-") + key}));
    }
    TimeNs now = 0;
    const auto work = [&](std::array<TimeNs, 3> durations) {
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            builder.addSlice(tracks[i], {.start = now,
                                         .duration = durations.at(i),
                                         .name = builder.strings().intern("aten::mm"),
                                         .layout = layout});
        }
        now += 1'000'000;
        state_->setTrace(builder.publish());
    };
    const auto threadsOf = [](const TimelineRows& rows) {
        QStringList labels;
        for (const TimelineRow& row : rows.rows()) {
            if (row.kind == TimelineRow::Kind::Thread) {
                labels << row.label;
            }
        }
        return labels;
    };
    const auto threads = [&] { return threadsOf(*view_->canvas().rows()); };
    const QStringList first{QStringLiteral("thread-7"), QStringLiteral("thread-9"),
                            QStringLiteral("thread-8")};
    state_->setLive(true);
    work({10'000, 20'000, 30'000});
    settle();
    QCOMPARE(threads(), first);
    work({10'000, 900'000, 30'000}); // 8 works more now
    settle();
    QCOMPARE(threads(), first);
    state_->setLive(false);
    work({10'000, 900'000, 30'000});
    settle();
    QCOMPARE(threads(), first);
    const auto opened = TimelineRows::build(LodIndex::build(state_->trace()));
    QCOMPARE(threadsOf(*opened), (QStringList{first[0], first[2], first[1]}));
}

// The rows of the main thread stand below its process then, and the others apart from it.
void TimelineGrowingTest::choicesStandWhenTheFirstDeviceComes() {
    test::TraceSketch sketch;
    const auto snapshot = [&sketch](const TimelineRows* before) {
        return TimelineRows::build(LodIndex::build(sketch.build()), before, true);
    };
    const auto at = [](const TimelineRows& rows, const auto& is) {
        const auto row = std::ranges::find_if(rows.rows(), is);
        return row == rows.rows().end() ? TimelineRow() : *row;
    };
    sketch.op("main", "aten::mm", 0, 90'000);
    sketch.slice("main", "user_annotation", "epoch", 0, 100'000);
    sketch.op("worker", "aten::add", 0, 50'000);
    sketch.instant("main", "loss", 10, "t");
    sketch.slice("idle 1", "python_function", "wait", 0, 10);
    sketch.slice("idle 2", "python_function", "wait", 0, 10);
    const auto before = snapshot(nullptr);
    sketch.kernel("main", 100'100, "gpu0/7", "gemm", 100'200, 400);
    sketch.kernel("main", 100'110, "gpu0/8", "gemm", 100'200, 400);
    const auto after = snapshot(before.get());
    int groups = 0;
    for (const TimelineRow& row : before->rows()) {
        const auto same = [&row](const TimelineRow& other) {
            return other.kind == row.kind && other.track == row.track && other.group == row.group &&
                   other.label == row.label && other.levels == row.levels;
        };
        if (row.kind == TimelineRow::Kind::Group || row.kind == TimelineRow::Kind::Bundle ||
            row.kind == TimelineRow::Kind::Instants) {
            QCOMPARE(at(*after, same).key, row.key);
            ++groups;
        }
    }
    QVERIFY(groups >= 6);
    const TrackId main = sketch.track("main");
    const auto thread = at(*before, [main](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Thread && row.track == main;
    });
    const auto process =
        at(*before, [](const TimelineRow& row) { return row.kind == TimelineRow::Kind::Process; });
    const auto merged = at(*after, [main](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Process && row.track == main;
    });
    const auto others =
        at(*after, [](const TimelineRow& row) { return row.label == QLatin1String("Other threads"); });
    QVERIFY(!thread.key.isEmpty() && !merged.key.isEmpty() && !others.key.isEmpty());
    RowSettings settings;
    settings.choices[thread.key].hidden = true;
    QVERIFY(choiceOf(settings, merged).hidden); // who hid the main thread
    QVERIFY(!choiceOf(settings, others).hidden);
    settings.choices.clear();
    settings.choices[process.key].hidden = true;
    QVERIFY(choiceOf(settings, merged).hidden); // who hid the process
    QVERIFY(choiceOf(settings, others).hidden);
    settings.choices[others.key].hidden = false; // and says otherwise of a part of it
    QVERIFY(!choiceOf(settings, others).hidden);
    QSet<QString> keys;
    for (const TimelineRow& row : after->rows()) {
        QVERIFY2(!keys.contains(row.key), qPrintable(row.key));
        keys.insert(row.key);
    }
}

// Many of a process are folded away, but not while somebody looks at them.
void TimelineGrowingTest::countersThatAreSeenStay() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::empty", 0, 100);
    const TrackId track = sketch.track("main");
    const auto show = [&](std::initializer_list<const char*> names) {
        for (const char* name : names) {
            TraceBuilder& builder = sketch.builder();
            builder.counters().push_back(
                {track, builder.strings().intern(name), builder.strings().intern("%"), {10}, {1}});
        }
        state_->setTrace(sketch.build());
    };
    const auto shown = [this] {
        QStringList labels;
        for (const DrawRow& row : view_->canvas().list()->rows) {
            const TimelineRow& about = view_->canvas().rows()->rows()[static_cast<std::size_t>(row.row)];
            if (about.icon == QLatin1String("counter")) {
                labels << about.label + (about.folds ? QLatin1Char(' ') + about.value : QString());
            }
        }
        labels.sort();
        return labels;
    };
    state_->setLive(true);
    show({"CPU", "Read", "Written"});
    const QStringList seen{QStringLiteral("CPU"), QStringLiteral("Read"), QStringLiteral("Written")};
    QTRY_COMPARE_WITH_TIMEOUT(shown(), seen, kPatience);
    show({"Page faults", "Switches"});
    const QStringList more{seen[0], QStringLiteral("Counters 2"), seen[1], seen[2]};
    QTRY_COMPARE_WITH_TIMEOUT(shown(), more, kPatience);
    state_->setLive(false);
    show({"Threads"});
    const QStringList last{seen[0], QStringLiteral("Counters 3"), seen[1], seen[2]};
    QTRY_COMPARE_WITH_TIMEOUT(shown(), last, kPatience);
}

// A level of detail comes with each turn of the event loop, which is sooner than rows can be made of it.
void TimelineGrowingTest::rowsComeThoughTheSessionGrowsFaster() {
    QTimer growth;
    connect(&growth, &QTimer::timeout, state_.get(), [this] { Q_EMIT state_->lodChanged(); });
    growth.start(0);
    const auto trace = test::generatedTrace(300'000);
    state_->setTrace(trace);
    QTRY_VERIFY_WITH_TIMEOUT(&view_->canvas().rows()->trace() == trace.get(), kPatience);
}

int run_tst_timeline_growing(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelineGrowingTest>(argc, argv);
}
#include "tst_timeline_growing.moc"
