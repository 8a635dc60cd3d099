// The details panel while nothing is selected, about spots, and where its rows lead.
#include "tests/support/ImportText.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "tests/views/TimelineColor.h"
#include "tests/views/ViewFixture.h"
#include "views/details/ChainRow.h"
#include "views/details/DetailsPages.h"
#include "views/details/DetailsPanel.h"
#include "views/details/StackList.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/text/Text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>
#include <numeric>

using namespace lanes;

class DetailsPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingSelectedShowsWhereTheTimeWent();
    void kernelsHaveTheColorOfTheTimeline();
    void largeCountsLeaveTheTimeReadable();
    void theBrushChangesIt();
    void withoutADeviceOperatorsAreListed();
    void whatRecordingCostIsTrustsToSay();
    void aGapSaysWhatItWaitedFor();
    void anOperatorIsCopiedAsAScript();
    void aGapLeadsStepByStepToItsCause();
    void theLargestGapsOfARow();
    void rangesOnAStreamAreNoWork();
    void aCounterSample();
    void anAllocationAndItsBlock();
    void keysStandAtTheLinksThatTheyFollow();
    void aStep();
    void anInstantWithAllThatWasRecorded();
    void aCompiledKernelLeadsToItsSourcesAndSaysWhatItWasGiven();
    void ofItsStackTheLineIsChosenThatSomebodyWrote();
    void anOperatorLeadsToItsAllocations();
    void whateverIsSelectedIsCopiedAsText();
    void spotsAreInTheHistory();

private:
    void show(std::shared_ptr<const Trace> trace) {
        trace_ = std::move(trace);
        state_ = std::make_unique<ViewState>();
        state_->setTrace(trace_);
        panel_ = std::make_unique<DetailsPanel>(look_);
        panel_->resize(340, 900);
        panel_->setState(state_.get(), {});
        panel_->show();
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
    std::optional<SpotContent> contentOf(const Spot& spot) const {
        return spotContent(*state_->analyses(), spot, {});
    }
    TrackId trackOf(std::string_view kernel) const {
        for (std::uint32_t id = 0; id < trace_->sliceCount(); ++id) {
            if (trace_->text(trace_->slice(SliceId(id)).name) == kernel) {
                return trace_->slice(SliceId(id)).track;
            }
        }
        return {};
    }
    QString selected() const {
        return state_->selection().valid() ? toQString(trace_->text(trace_->slice(state_->selection()).name))
                                           : QString();
    }

    Appearance look_{Appearance::Mode::Dark};
    std::shared_ptr<const Trace> trace_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<DetailsPanel> panel_;
};

void DetailsPanelTest::init() {
    panel_.reset();
}

void DetailsPanelTest::nothingSelectedShowsWhereTheTimeWent() {
    show(test::twoSteps());
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<PanelSplit>(durationText(2'200)), kPatience); // the four kernels
    QVERIFY(rowNamed<Figures>(QStringLiteral("Launches 4")));
    auto* top = rowNamed<PanelBar>(QStringLiteral("ampere_sgemm"));
    QVERIFY(top != nullptr);
    QCOMPARE(top->content().value, durationText(2'200));
    QSignalSpy revealed(state_.get(), &ViewState::revealRequested);
    QTest::keyClick(top, Qt::Key_Return);
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(trace_->slice(state_->selection()).duration, TimeNs(600)); // the longest
}

void DetailsPanelTest::kernelsHaveTheColorOfTheTimeline() {
    test::TraceSketch s;
    s.kernel("main", 0, "gpu0/7", test::kAddition, 100, 500);
    show(s.build());
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<PanelBar>(QStringLiteral("vectorized_elementwise")), kPatience);
    const QColor expected = test::colorOnTimeline(trace_, test::kAddition, look_.theme());
    QVERIFY(expected.isValid());
    QCOMPARE(rowNamed<PanelBar>(QStringLiteral("vectorized_elementwise"))->content().color, expected);
}

// Columns of the row without any ink, at least 6 px of them side by side, part what is written.
void DetailsPanelTest::largeCountsLeaveTheTimeReadable() {
    for (const char* count : {"84 x", "13200 x", "1234567 x"}) {
        PanelBar::Content content;
        content.value = QStringLiteral("182.7ms");
        content.count = QString::fromLatin1(count).remove(QLatin1Char(' '));
        PanelBar row(look_, content);
        row.resize(360, row.sizeHint().height());
        const QImage picture = row.grab().toImage();
        int texts = 0;
        int empty = 6;
        for (int x = 0; x < picture.width(); ++x) {
            bool ink = false;
            for (int y = 1; y < 18; ++y) {
                ink = ink || picture.pixel(x, y) != picture.pixel(0, 0);
            }
            texts += ink && empty >= 6 ? 1 : 0;
            empty = ink ? 0 : empty + 1;
        }
        QVERIFY2(texts == 2, count);
    }
}

void DetailsPanelTest::theBrushChangesIt() {
    show(test::twoSteps());
    state_->setBrush(TimeRange{0, 9'000});
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<Figures>(QStringLiteral("Launches 2")), kPatience);
    QVERIFY(rowNamed<PanelSplit>(durationText(1'100)));
}

void DetailsPanelTest::withoutADeviceOperatorsAreListed() {
    show(test::bareOperators());
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<PanelBar>(QStringLiteral("aten::add")), kPatience);
    QVERIFY(rowNamed<Figures>(QStringLiteral("Operators 1")));
}

void DetailsPanelTest::whatRecordingCostIsTrustsToSay() {
    test::TraceSketch sketch;
    sketch.slice("main", "cpu_op", "aten::add", 0, 100);
    auto& properties = sketch.builder().info().properties;
    properties.emplace_back("cost.operator_ns", "161");
    properties.emplace_back("model", "resnet");
    show(sketch.build());
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<FieldRow>(QStringLiteral("model")), kPatience);
    QVERIFY(!rowNamed<FieldRow>(QStringLiteral("cost")));
}

void DetailsPanelTest::aGapSaysWhatItWaitedFor() {
    show(test::twoSteps());
    const Spot spot{Spot::Kind::Gap, 2'000, trackOf("ampere_sgemm_128x64_nn"), 0};
    const auto content = contentOf(spot);
    QVERIFY(content);
    const auto& gap = std::get<GapContent>(*content);
    QCOMPARE(gap.gap, (TimeRange{800, 3'300}));
    QCOMPARE(gap.count, 3U);
    QCOMPARE(gap.rank, 2U); // the one between the steps is longer
    QCOMPARE(gap.launchedAfter, std::optional<TimeNs>(3'140 - 800));
    QCOMPARE(gap.meanwhile.sum(), gap.gap.length());
    QVERIFY(gap.cause);
    QCOMPARE(std::accumulate(gap.cause->time.begin(), gap.cause->time.end(), TimeNs(0)), gap.gap.length());
    QCOMPARE(gap.cause->of(GapPart::Queue), gap.gap.end - 3'140); // launched, not yet begun
    QCOMPARE(gap.meanwhile.of(Activity::Kernel), TimeNs(0));
    QCOMPARE(gap.causes.front().range.begin, gap.gap.begin);
    QCOMPARE(gap.causes.back().range.end, gap.gap.end);
    QVERIFY(!contentOf({Spot::Kind::Gap, 500, spot.track, 0})); // a kernel runs then
    state_->selectSpot(spot);
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<LinkRow>(QStringLiteral("aten::mm")), kPatience);
    QVERIFY(rowNamed<PanelSplit>(QStringLiteral("Launch delayed: CPU busy")));
    QTest::mouseClick(rowNamed<LinkRow>(QStringLiteral("aten::mm")), Qt::LeftButton);
    QCOMPARE(selected(), QStringLiteral("aten::mm"));
    QVERIFY(!state_->spot()); // a slice is selected now
}

void DetailsPanelTest::anOperatorIsCopiedAsAScript() {
    show(test::smallTraining());
    state_->select(test::sliceNamed(*trace_, "ampere_sgemm_128x64_nn"));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<PanelLink>(QStringLiteral("Copy as reproducer")), kPatience);
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(rowNamed<PanelLink>(QStringLiteral("Copy as reproducer")), Qt::LeftButton);
    const QString script = QGuiApplication::clipboard()->text();
    QVERIFY2(script.contains(QStringLiteral("NAME = \"aten::addmm\"\n")), qPrintable(script));
    QVERIFY(script.contains(QStringLiteral("(\"mat2\", \"f32\", [128, 256], [1, 128], \"\"),\n")));
}

void DetailsPanelTest::aGapLeadsStepByStepToItsCause() {
    show(test::twoSteps());
    state_->selectSpot({Spot::Kind::Gap, 2'000, trackOf("ampere_sgemm_128x64_nn"), 0});
    QTRY_VERIFY_WITH_TIMEOUT(!panel_->findChildren<ChainRow*>().isEmpty(), kPatience);
    const auto rows = panel_->findChildren<ChainRow*>();
    QVERIFY(rows.size() >= 3);
    for (int i = 0; i < rows.size(); ++i) {
        QCOMPARE(rows[i]->content().number, i + 1);
        QCOMPARE(rows[i]->content().last, i + 1 == rows.size());
    }
    const Spot gap = *state_->spot();
    QVERIFY(!rows[0]->content().link);
    QTest::mouseClick(rows[0], Qt::LeftButton); // leads nowhere, and lets nothing go
    QCOMPARE(state_->spot(), std::optional(gap));
    QTest::keyClick(rows[1], Qt::Key_Return);
    QCOMPARE(selected(), QStringLiteral("cudaLaunchKernel"));
}

void DetailsPanelTest::theLargestGapsOfARow() {
    show(test::twoSteps());
    const TrackId stream = trackOf("ampere_sgemm_128x64_nn");
    state_->selectSpot({Spot::Kind::Gap, 2'000, stream, 0});
    const auto gaps = [&] {
        QStringList lengths;
        for (const PanelLink* row : panel_->findChildren<PanelLink*>()) {
            if (row->content().icon == QLatin1String("gap")) {
                lengths << row->content().value;
            }
        }
        return lengths;
    };
    QTRY_COMPARE_WITH_TIMEOUT(gaps().size(), 3, kPatience);
    QCOMPARE(gaps().front(), durationText(6'400)); // between the steps
    for (PanelLink* row : panel_->findChildren<PanelLink*>()) {
        if (row->content().icon == QLatin1String("gap") && row->content().value == gaps().front()) {
            QTest::mouseClick(row, Qt::LeftButton);
            break;
        }
    }
    QVERIFY(state_->spot().has_value());
    QCOMPARE(state_->spot()->track, stream);
    QVERIFY((TimeRange{3'900, 10'300}.contains(state_->spot()->time)));
    QVERIFY(state_->visible().contains(state_->spot()->time));
}

void DetailsPanelTest::rangesOnAStreamAreNoWork() {
    test::TraceSketch sketch;
    sketch.slice("gpu0/7", "gpu_user_annotation", "ProfilerStep#1", 0, 9'000);
    sketch.kernel("main", 100, "gpu0/7", "gemm", 200, 500);
    sketch.kernel("main", 3'000, "gpu0/7", "relu", 3'300, 100);
    show(sketch.build());
    const auto content = contentOf({Spot::Kind::Gap, 2'000, trackOf("gemm"), 0});
    QVERIFY(content.has_value());
    const auto& gap = std::get<GapContent>(*content);
    QCOMPARE(gap.gap, (TimeRange{700, 3'300}));
    QCOMPARE(gap.count, 1U);
    QCOMPARE(trace_->text(trace_->slice(gap.before).name), std::string_view("gemm"));
    QCOMPARE(trace_->text(trace_->slice(gap.after).name), std::string_view("relu"));
}

void DetailsPanelTest::aCounterSample() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 100);
    const TrackId track = sketch.track("main");
    TraceBuilder& builder = sketch.builder();
    builder.counters().push_back({track,
                                  builder.strings().intern("power"),
                                  builder.strings().intern("W"),
                                  {10, 40, 60},
                                  {100, 300, 200}});
    show(sketch.build());
    const auto content = contentOf({Spot::Kind::Counter, 50, track, 0});
    QVERIFY(content);
    const auto& counter = std::get<CounterContent>(*content);
    QCOMPARE(counter.value, 300.);
    QCOMPARE(counter.previous, std::optional<double>(100.));
    QCOMPARE(counter.holds, (TimeRange{40, 60}));
    QCOMPARE(counter.mean, 200.);
    QCOMPARE(counter.number, std::size_t(2));
    QVERIFY(!contentOf({Spot::Kind::Counter, 5, track, 0})); // before the first
    state_->selectSpot({Spot::Kind::Counter, 50, track, 0});
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<Figures>(QStringLiteral("Value 300")), kPatience);
}

void DetailsPanelTest::anAllocationAndItsBlock() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::mm", 0, 100);
    sketch.op("main", "aten::relu_", 200, 100);
    sketch.memory("main", 10, 7, 512, 512, 1024);
    sketch.memory("main", 250, 7, -512, 0, 1024);
    show(sketch.build());
    for (const std::uint32_t event : {0U, 1U}) {
        const auto content = contentOf({Spot::Kind::Memory, 10, {}, event});
        QVERIFY(content);
        const auto& memory = std::get<MemoryContent>(*content);
        QCOMPARE(memory.bytes, event == 0 ? 512 : -512);
        QVERIFY(memory.block);
        QCOMPARE(memory.block->life, (TimeRange{10, 250}));
        QCOMPARE(trace_->text(trace_->slice(memory.allocator).name), std::string_view("aten::mm"));
        QCOMPARE(trace_->text(trace_->slice(memory.releaser).name), std::string_view("aten::relu_"));
    }
    state_->selectSpot({Spot::Kind::Memory, 10, {}, 0});
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<LinkRow>(QStringLiteral("aten::relu_")), kPatience);
    QVERIFY(!contentOf({Spot::Kind::Memory, 10, {}, 9}));
}

// The timeline's key goes one way, so one link has it.
void DetailsPanelTest::keysStandAtTheLinksThatTheyFollow() {
    test::TraceSketch sketch;
    const auto forward = sketch.op("main", "aten::convolution", 100, 300);
    sketch.kernel("main", 200, "gpu0/7", "fprop", 600, 200);
    const auto node = sketch.op("backward", "ConvolutionBackward0", 1'000, 900);
    sketch.kernel("backward", 1'200, "gpu0/7", "dgrad", 1'500, 200);
    sketch.link(LinkKind::ForwardBackward, forward, node);
    const auto trace = sketch.build();
    const auto keyAt = [&](std::string_view name, const QString& role) {
        show(trace);
        panel_->setKeys({QStringLiteral("["), QStringLiteral("]")});
        state_->select(test::sliceNamed(*trace, name));
        QString key = QStringLiteral("never shown");
        const auto isShown = [&] {
            for (const LinkRow* row : panel_->findChildren<LinkRow*>()) {
                key = row->parts().role == role ? row->parts().key : key;
            }
            return key != QLatin1String("never shown");
        };
        (void)QTest::qWaitFor(isShown, kPatience);
        return key;
    };
    QCOMPARE(keyAt("ConvolutionBackward0", "Forward"), QStringLiteral("["));
    QCOMPARE(keyAt("ConvolutionBackward0", "Kernels"), QStringLiteral("]"));
    QCOMPARE(keyAt("dgrad", "Launch"), QStringLiteral("["));
    QCOMPARE(keyAt("dgrad", "Forward"), QString());
    QCOMPARE(keyAt("aten::convolution", "Kernels"), QStringLiteral("]"));
    QCOMPARE(keyAt("aten::convolution", "Backward"), QString());
}

void DetailsPanelTest::aStep() {
    show(test::twoSteps());
    const auto content = contentOf({Spot::Kind::Step, 11'000, {}, 0});
    QVERIFY(content);
    const auto& step = std::get<StepContent>(*content);
    QCOMPARE(step.step.label, std::string("Step 2"));
    QCOMPARE(step.split.sum(), step.step.range.length());
    QCOMPARE(step.split.of(Activity::Kernel), TimeNs(1'100));
    QCOMPARE(step.count, 2U);
    state_->selectSpot({Spot::Kind::Step, 11'000, {}, 0});
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<PanelSplit>(durationText(1'100)), kPatience);
}

void DetailsPanelTest::anInstantWithAllThatWasRecorded() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::linear", 100, 1'000);
    sketch.op("main", "aten::mm", 200, 300);
    sketch.instant("main", "loss", 250, "t", 'i', {{"value", "3"}, {"shape", "[[2,3]]"}}, "user_instant");
    sketch.instant("main", "loss", 150, "t");
    sketch.instant("main", "other", 160, "t");
    show(sketch.build());
    const Spot spot{Spot::Kind::Instant, 250, trace_->points().track[0], 0};
    const auto content = contentOf(spot);
    QVERIFY(content);
    const auto& instant = std::get<InstantContent>(*content);
    QCOMPARE(instant.name, std::string("loss"));
    QCOMPARE(instant.category, std::string("user_instant"));
    QCOMPARE(instant.number, 2U);
    QCOMPARE(instant.count, 2U);
    QCOMPARE(instant.previous, std::optional<TimeNs>(150));
    QCOMPARE(trace_->text(trace_->slice(instant.around).name), std::string_view("aten::mm"));
    QCOMPARE(instant.fields.size(), std::size_t(3)); // its scope as well
    QVERIFY(!contentOf({Spot::Kind::Instant, 250, {}, 9}));
    state_->selectSpot(spot);
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<FieldRow>(QStringLiteral("value")), kPatience);
    QVERIFY(rowNamed<FieldRow>(QStringLiteral("[[2, 3]]")));
    QVERIFY(rowNamed<FieldRow>(QStringLiteral("user_instant")));
    QVERIFY(rowNamed<FieldRow>(QStringLiteral("its thread"))); // in words
    QTest::mouseClick(rowNamed<LinkRow>(QStringLiteral("aten::mm")), Qt::LeftButton);
    QVERIFY(state_->selection() == instant.around);
}

// A kernel of torch.compile as sessions tell of it.
std::shared_ptr<const Trace> compiledKernel() {
    return test::importText(
        R"([{"ph": "X", "cat": "kernel", "name": "triton_poi_fused_add_0", "pid": 0, "tid": 7, "ts": 10, "dur": 5,
        "args": {"correlation": 1, "grid": [4, 1, 1], "kernel arguments": "in_ptr0: *fp32, xnumel: i32, XBLOCK: constexpr",
        "launch arguments": "in_ptr0=0x7f00, xnumel=64", "kernel constants": "XBLOCK=256, num_warps=4",
        "kernel source": "/tmp/torchinductor_me/ab.py:3", "generated code": "/tmp/torchinductor_me/cd.py:127",
        "original operators": "aten.add, aten.relu", "source lines": "/home/me/net.py(29): forward;/home/me/net.py(30): forward;"}},
        {"ph": "X", "cat": "cuda_driver", "name": "cuLaunchKernel", "pid": 1, "tid": 1, "ts": 1, "dur": 2, "args": {"correlation": 1,
        "Call stack": "<string>(5): launcher;/tmp/torchinductor_me/cd.py(127): call;/home/me/net.py(40): step;"}}])");
}

void DetailsPanelTest::aCompiledKernelLeadsToItsSourcesAndSaysWhatItWasGiven() {
    show(compiledKernel());
    const auto [first, last] = trace_->lanesOf(trackOf("triton_poi_fused_add_0"));
    QVERIFY(first < last);
    state_->select(trace_->sliceAt(LaneId(first), 12'000));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<StackList>(QStringLiteral("Sources of the kernel")), kPatience);
    auto* sources = rowNamed<StackList>(QStringLiteral("Sources of the kernel"));
    QCOMPARE(sources->frames().size(), std::size_t(4));
    QSignalSpy opened(panel_.get(), &DetailsPanel::sourceActivated);
    const auto open = [&](int frame) {
        const auto place = sources->positionOf(frame);
        QVERIFY(place);
        QTest::mouseClick(sources, Qt::LeftButton, {}, *place);
        QTest::keyClick(sources, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
    };
    open(1);
    QCOMPARE(opened.takeFirst(), (QList<QVariant>{QStringLiteral("/home/me/net.py"), 30}));
    open(2);
    QCOMPARE(opened.takeFirst(), (QList<QVariant>{QStringLiteral("/tmp/torchinductor_me/ab.py"), 3}));
    QVERIFY(rowNamed<FieldRow>(QStringLiteral("0x7f00  *fp32")));
    QVERIFY(rowNamed<FieldRow>(QStringLiteral("256  constexpr")));
    QVERIFY(rowNamed<FieldRow>(QStringLiteral("num_warps")));
    QVERIFY(rowNamed<FieldRow>(QStringLiteral("aten.add, aten.relu")));
    QVERIFY(!rowNamed<FieldRow>(QStringLiteral("launch arguments"))); // once is enough
}

void DetailsPanelTest::ofItsStackTheLineIsChosenThatSomebodyWrote() {
    show(compiledKernel());
    const auto [first, last] = trace_->lanesOf(trackOf("triton_poi_fused_add_0"));
    QVERIFY(first < last);
    state_->select(trace_->sliceAt(LaneId(first), 12'000));
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<StackList>(QStringLiteral("Python stack")), kPatience);
    const auto* stack = rowNamed<StackList>(QStringLiteral("Python stack"));
    QCOMPARE(stack->frames()[static_cast<std::size_t>(stack->current())].line, 40);
}

void DetailsPanelTest::anOperatorLeadsToItsAllocations() {
    show(test::twoSteps());
    for (std::uint32_t id = 0; id < trace_->sliceCount(); ++id) {
        if (trace_->text(trace_->slice(SliceId(id)).name) == "aten::mm") {
            state_->select(SliceId(id));
            break;
        }
    }
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<LinkRow>(QStringLiteral("Block")), kPatience);
    QCOMPARE(panel_->content()->allocatedBytes, std::int64_t(4 << 20));
    QTest::mouseClick(rowNamed<LinkRow>(QStringLiteral("Block")), Qt::LeftButton);
    QVERIFY(state_->spot());
    QCOMPARE(state_->spot()->kind, Spot::Kind::Memory);
    QTRY_VERIFY_WITH_TIMEOUT(rowNamed<Figures>(bytesText(4 << 20)), kPatience);
}

void DetailsPanelTest::whateverIsSelectedIsCopiedAsText() {
    test::TraceSketch sketch;
    sketch.slice("main", "user_annotation", "ProfilerStep#3", 0, 9'000);
    sketch.op("main", "aten::mm", 50, 300);
    sketch.memory("main", 60, 1, 4 << 20, 4 << 20, 64 << 20);
    sketch.kernel("main", 100, "gpu0/7", "gemm", 200, 500);
    sketch.op("main", "aten::relu", 2'900, 300);
    sketch.kernel("main", 3'000, "gpu0/7", "relu", 3'300, 100);
    sketch.instant("main", "loss", 250, "t", 'i', {{"value", "3"}});
    TraceBuilder& builder = sketch.builder();
    builder.counters().push_back({sketch.track("main"),
                                  builder.strings().intern("power"),
                                  builder.strings().intern("W"),
                                  {100},
                                  {250}});
    show(sketch.build());
    const auto copied = [this](const Spot& spot, const QStringList& words) {
        state_->selectSpot(spot);
        const bool all = QTest::qWaitFor(
            [&] {
                return std::ranges::all_of(
                    words, [&](const QString& word) { return panel_->asText().contains(word); });
            },
            kPatience);
        return all ? QString() : panel_->asText();
    };
    const QString nothing;
    QTRY_VERIFY_WITH_TIMEOUT(panel_->asText().contains(QStringLiteral("Where the time went")),
                             kPatience); // of the session
    QCOMPARE(copied({Spot::Kind::Gap, 2'000, trackOf("gemm"), 0},
                    {QStringLiteral("Idle for ") + durationText(2'600), QStringLiteral("aten::relu"),
                     QStringLiteral("Waited for a launch")}),
             nothing);
    QCOMPARE(
        copied({Spot::Kind::Counter, 150, {}, 0}, {QStringLiteral("power"), QStringLiteral("Value 250")}),
        nothing);
    QCOMPARE(
        copied({Spot::Kind::Memory, 60, {}, 0}, {bytesText(4 << 20), QStringLiteral("Allocated aten::mm")}),
        nothing);
    QCOMPARE(
        copied({Spot::Kind::Step, 500, {}, 0}, {QStringLiteral("Step 3"), QStringLiteral("Longest gemm")}),
        nothing);
    QCOMPARE(copied({Spot::Kind::Instant, 250, trace_->points().track[0], 0},
                    {QStringLiteral("Instant: loss"), QStringLiteral("value 3")}),
             nothing);
    for (QToolButton* button : panel_->findChildren<QToolButton*>()) { // as by Edit > Copy
        if (button->toolTip() == QLatin1String("Copy as text")) {
            QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    QCOMPARE(QGuiApplication::clipboard()->text(), panel_->asText());
}

void DetailsPanelTest::spotsAreInTheHistory() {
    show(test::twoSteps());
    QSignalSpy changed(state_.get(), &ViewState::spotChanged);
    state_->selectSpot({Spot::Kind::Step, 11'000, {}, 0});
    state_->select(SliceId(0));
    QVERIFY(!state_->spot());
    QCOMPARE(changed.count(), 2);
    state_->goBack();
    QVERIFY(!state_->selection().valid());
}

int run_tst_details_panel(int argc, char** argv) {
    return lanes::test::runWithWidgets<DetailsPanelTest>(argc, argv);
}
#include "tst_details_panel.moc"
