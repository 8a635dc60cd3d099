#include "model/trace/KernelClasses.h"
#include "model/trace/KinetoCategory.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lanes;
using lanes::test::textOf;
using lanes::test::traceFromText;

class tst_trace : public QObject {
    Q_OBJECT

    static SliceId byName(const Trace& trace, std::string_view name) {
        for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
            if (trace.text(trace.slice(SliceId(i)).name) == name) {
                return SliceId(i);
            }
        }
        return {};
    }

private Q_SLOTS:
    void nestsByContainment() {
        const auto trace = traceFromText("main cpu_op linear 0 100\n"
                                         "main cpu_op t 10 5\n"
                                         "main cpu_op addmm 20 70\n"
                                         "main cpu_op relu 100 10\n");
        QCOMPARE(textOf(*trace),
                 std::string("main\n  0 0+100 linear\n  1 10+5 t\n  1 20+70 addmm\n  0 100+10 relu\n"));
        const SliceId linear = byName(*trace, "linear");
        QCOMPARE(trace->children(linear).size(), 2u);
        QCOMPARE(trace->selfTime(linear), 25);
        QCOMPARE(trace->slice(byName(*trace, "addmm")).parent, linear);
        QVERIFY(!trace->slice(byName(*trace, "relu")).parent.valid());
    }

    void partialOverlapGoesOneLaneDeeper() {
        const auto trace = traceFromText("s kernel a 0 10\ns kernel b 5 10\ns kernel c 12 2\n");
        QCOMPARE(textOf(*trace), std::string("s\n  0 0+10 a\n  1 5+10 b\n  2 12+2 c\n"));
    }

    void equalStartsNestLongestFirst() {
        const auto trace = traceFromText("m cpu_op inner 5 3\nm cpu_op outer 5 9\n");
        QCOMPARE(textOf(*trace), std::string("m\n  0 5+9 outer\n  1 5+3 inner\n"));
    }

    void anOpenSliceHoldsItsChildrenOverSegments() {
        const auto trace =
            traceFromText("m user_annotation step 0 open\nm cpu_op a 1 2\n---\nm cpu_op b 5 4\n");
        QCOMPARE(textOf(*trace), std::string("m\n  0 0+9 step\n  1 1+2 a\n  1 5+4 b\n"));
        const SliceId step = byName(*trace, "step");
        QVERIFY(trace->isOpen(step));
        QCOMPARE(trace->children(step).size(), 2u);
        QCOMPARE(trace->segments().size(), 2u);
        QCOMPARE(trace->nextInLane(byName(*trace, "a")), byName(*trace, "b"));
        QCOMPARE(trace->previousInLane(byName(*trace, "b")), byName(*trace, "a"));
    }

    void anEndThatComesLaterClosesTheSlice() {
        TraceBuilder builder;
        const TrackId track = builder.addTrack({.process = builder.addProcess({.key = "1"}), .key = "1"});
        SliceRecord step;
        step.duration = -1;
        step.name = builder.strings().intern("step");
        builder.addSlice(track, step);
        const auto first = builder.publish();
        builder.endSlice(track, 0, 70);
        SliceRecord next;
        next.start = 80;
        next.duration = 5;
        next.name = builder.strings().intern("next");
        builder.addSlice(track, next);
        const auto second = builder.publish();
        QCOMPARE(textOf(*second), std::string("\n  0 0+70 step\n  0 80+5 next\n"));
        QVERIFY(second->openSlices().empty());
        QVERIFY(first->isOpen(SliceId(0))); // the older snapshot still says what it knew
        QCOMPARE(first->sliceCount(), 1u);
    }

    void findsTheSliceUnderATime() {
        const auto trace =
            traceFromText("m cpu_op a 0 10\nm cpu_op z 15 0\nm cpu_op b 20 10\n---\nm cpu_op c 40 10\n");
        const LaneId lane(0);
        QCOMPARE(trace->sliceAt(lane, 9), byName(*trace, "a"));
        QVERIFY(!trace->sliceAt(lane, 10).valid());
        QCOMPARE(trace->firstEndingAfter(lane, 10), byName(*trace, "z"));
        QCOMPARE(trace->firstEndingAfter(lane, 30), byName(*trace, "c"));
        QVERIFY(!trace->firstEndingAfter(lane, 50).valid());
        QCOMPARE(trace->span().begin, 0);
        QCOMPARE(trace->span().end, 50);
    }

    void lanesNeverOverlapWhateverComes() {
        std::mt19937 random(7);
        for (int round = 0; round < 50; ++round) {
            std::string text;
            TimeNs base = 0;
            for (int i = 0; i < 200; ++i) {
                const TimeNs start = base + random() % 100;
                text += "t cpu_op n" + std::to_string(i) + " " + std::to_string(start) + " " +
                        (random() % 20 == 0 ? "open" : std::to_string(random() % 60)) + "\n";
                if (random() % 40 == 0) {
                    text += "---\n";
                    base += 200;
                }
            }
            const auto trace = traceFromText(text);
            for (std::uint32_t l = 0; l < trace->lanes().size(); ++l) {
                TimeNs end = INT64_MIN;
                for (SliceId at = trace->firstEndingAfter(LaneId(l), -1); at.valid();
                     at = trace->nextInLane(at)) {
                    QVERIFY(trace->slice(at).start >= end);
                    end = trace->slice(at).end();
                }
            }
        }
    }

    void argumentsComeBackExactly() {
        StringInterner strings;
        ArgLayout prototype;
        prototype.columns = {
            {strings.intern("a")}, {strings.intern("b")}, {strings.intern("c"), ArgColumn::Form::String}};
        ArgLayoutBuilder builder(prototype);
        std::mt19937_64 random(3);
        std::vector<std::vector<std::int64_t>> rows;
        for (int i = 0; i < 3000; ++i) {
            const auto wild = static_cast<std::int64_t>(random()) >> (random() % 60 + 3);
            rows.push_back({ArgValue::ofInteger(1000 + 3 * i).encode(), ArgValue::ofInteger(wild).encode(),
                            ArgValue::ofText(StringId(static_cast<std::uint32_t>(random() % 5))).encode()});
            builder.addRow(rows.back());
        }
        ArgTable table;
        table.layouts.push_back(builder.snapshot());
        for (std::uint32_t r = 0; r < rows.size(); ++r) {
            for (std::uint32_t c = 0; c < 3; ++c) {
                QCOMPARE(table.value(LayoutId(0), r, c)->encode(), rows[r][c]);
            }
        }
        QVERIFY(!table.value(LayoutId(0), 3000, 0u));
        QVERIFY(!table.value(LayoutId(9), 0, 0u));
        QCOMPARE(argText(ArgValue{ArgValue::Type::Decimal, -5, 3, 0}, strings.snapshot()),
                 std::string("-0.005"));
    }

    void snapshotsOfStringsStayAsTheyWere() {
        StringInterner strings;
        const StringId a = strings.intern("a");
        const StringTable before = strings.snapshot();
        for (int i = 0; i < 10000; ++i) {
            strings.intern("text " + std::to_string(i));
        }
        QCOMPARE(before.size(), 1u);
        QCOMPARE(before.view(a), std::string_view("a"));
        QCOMPARE(before.view(StringId(5)), std::string_view());
        QCOMPARE(strings.intern("text 77"), StringId(78));
        QCOMPARE(strings.snapshot().find("text 9999"), StringId(10000));
    }

    void aTextThatWasSoughtIsTheSameText() {
        StringInterner strings;
        const StringInterner::Sought early = strings.seek("early");
        for (int i = 0; i < 5000; ++i) { // the table grows meanwhile
            strings.intern("text " + std::to_string(i));
        }
        const StringId id = strings.internSought(early);
        QCOMPARE(strings.view(id), std::string_view("early"));
        QCOMPARE(strings.intern("early"), id);
        QCOMPARE(strings.internSought(strings.seek("text 4711")), StringId(4711));
    }

    void tablesOfStringsAreJoined_data() {
        QTest::addColumn<int>("texts");
        QTest::addColumn<unsigned>("threads");
        QTest::newRow("few") << 10 << 2u;
        QTest::newRow("many") << 50'000 << 1u;
        QTest::newRow("many, on threads") << 50'000 << 3u;
    }

    void tablesOfStringsAreJoined() {
        QFETCH(int, texts);
        QFETCH(unsigned, threads);
        const auto textNumber = [](int i) { return "text " + std::to_string(i); };
        StringInterner strings;
        StringInterner other;
        for (int i = 0; i < texts; ++i) {
            strings.intern(textNumber(i));
            other.intern(textNumber(i * 2)); // every second one is known
        }
        const std::vector<std::uint32_t> ids = strings.internAll(other, threads);
        other = StringInterner();
        QCOMPARE(ids.size(), std::size_t(texts));
        QCOMPARE(strings.size(), std::uint32_t(texts + texts / 2));
        for (int i = 0; i < texts; ++i) {
            QCOMPARE(std::string(strings.view(StringId(ids[std::size_t(i)]))), textNumber(i * 2));
        }
        // New ones follow in the order of the other table, and are found from now on.
        QVERIFY(std::ranges::is_sorted(ids.begin() + texts / 2, ids.end()));
        QCOMPARE(strings.intern(textNumber(2 * texts - 2)).value, ids.back());
        QCOMPARE(strings.intern("another").value, std::uint32_t(texts + texts / 2));
    }

    void stacksArePrefixTrees() {
        StringInterner strings;
        StackInterner stacks;
        const Frame main{strings.intern("<module>"), strings.intern("train.py"), 40, {}};
        const Frame step{strings.intern("step"), strings.intern("train.py"), 12, {}};
        const StackId outer = stacks.intern({}, main);
        const StackId inner = stacks.intern(outer, step);
        QCOMPARE(stacks.intern(outer, step), inner);
        const auto frames = stacks.snapshot().frames(inner);
        QCOMPARE(frames.size(), 2u);
        QCOMPARE(frames[0].line, 12);
        QCOMPARE(frames[1].line, 40);
    }

    void eachClassOfKernelsHasItsExample() {
        for (const KernelClass& one : kernelClasses()) {
            const KernelClass* const found = kernelClassOf(one.example);
            QVERIFY2(found == &one, one.example.data());
            QVERIFY2(kernelClassOf(one.words) != nullptr || one.words.starts_with('^'), one.words.data());
        }
        QVERIFY(kernelClassOf("saxpy(float*)") == nullptr);
        QVERIFY(!isCollective(EventKind::Kernel, "triton_poi_fused_all_gather_into_tensor_0"));
        QVERIFY(isCollective(EventKind::Kernel, "void VLLM::Cross_Device_Reduce_1stage<float>"));
        QVERIFY(!isCollective(EventKind::Kernel, "void at::native::reduce_kernel<512, 1>"));
        QCOMPARE(workOf(EventKind::Kernel, "__amd_rocclr_copyBufferAligned"), EventKind::Memcpy);
        QCOMPARE(workOf(EventKind::Kernel, "__amd_rocclr_fillBufferAligned.kd"), EventKind::Memset);
        QCOMPARE(workOf(EventKind::Kernel, "memcpy_kernel"), EventKind::Kernel);
        QCOMPARE(workOf(EventKind::Operator, "__amd_rocclr_copyBuffer"), EventKind::Operator);
        QCOMPARE(hueOf(EventKind::Kernel, "__amd_rocclr_copyBuffer"), Hue::Copy);
    }

    void kernelNamesGetTheirFamily() {
        const auto hue = [](std::string_view name) { return hueOf(EventKind::Kernel, name); };
        QCOMPARE(hue("ampere_sgemm_128x64_nn"), Hue::Gemm);
        QCOMPARE(hue("void pytorch_flash::flash_fwd_kernel<...>"), Hue::Attention);
        QCOMPARE(hue("ncclDevKernel_AllReduce_Sum_f32_RING_LL"), Hue::Communication);
        QCOMPARE(hue("void at::native::vectorized_elementwise_kernel<4, ...>"), Hue::Elementwise);
        QCOMPARE(hueOf(EventKind::Runtime, "cudaStreamSynchronize"), Hue::Sync);
        QCOMPARE(kindOfCategory("Kernel"), EventKind::Kernel);
        QCOMPARE(kindOfCategory("no such thing"), EventKind::Other);
        for (int i = 0; i < kEventKinds; ++i) {
            const auto kind = static_cast<EventKind>(i);
            const bool isUnwritten = kind == EventKind::Other || kind == EventKind::Communication;
            QCOMPARE(kinetoCategory(kind).empty(), isUnwritten);
            QCOMPARE(kindOfCategory(kinetoCategory(kind)), isUnwritten ? EventKind::Other
                                                           : kind == EventKind::GarbageCollection
                                                               ? EventKind::PythonFunction
                                                               : kind);
        }
        QCOMPARE(kinetoCategory(EventKind::Runtime), std::string_view("cuda_runtime"));
    }
};

int run_tst_trace(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_trace>(argc, argv);
}
#include "tst_trace.moc"
