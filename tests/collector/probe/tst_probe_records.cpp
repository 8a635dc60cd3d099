#include "collector/probe/RecordSource.h"
#include "collector/probe/ThreadRecorder.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/torch/CalibrationTap.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/probe/torch/ProfilerSwitch.h"
#include "tests/collector/probe/FakeCode.h"
#include "tests/collector/probe/RecordedRing.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <set>
#include <thread>

using namespace lanes;
using namespace lanes::probe;
using test::begin;
using test::FakeCode;
using test::nameIn;
using test::RecordedRing;

class tst_probe_records : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    int files_ = 0;

    std::string freshPath() { return folder_.filePath(QString::number(++files_)).toStdString(); }

private Q_SLOTS:
    void namesBeyondTheTableAreDefinedAgain() {
        RecordedRing ring(freshPath());
        constexpr std::uint64_t kNames = 5000; // the table of the smallest ring holds 256
        for (int round = 0; round < 2; ++round) {
            for (std::uint64_t name = 1; name <= kNames; ++name) {
                QVERIFY(begin(ring.recorder(), name, 1));
                ring.recorder().endOperator(1, 0);
                if (name % 100 != 0) {
                    continue;
                }
                const std::vector<std::string> seen = ring.read();
                QCOMPARE(seen.size(), std::size_t{200});
                QCOMPARE(seen.front(), "op" + std::to_string(name - 99));
                QCOMPARE(seen[198], "op" + std::to_string(name));
            }
        }
        QCOMPARE(ring.dropped(), std::uint64_t{0});
    }
    void equalArgumentsAreDefinedOnce() {
        RecordedRing ring(freshPath());
        ArgumentBuffer& arguments = ring.recorder().arguments();
        std::set<std::uint32_t> ids;
        for (std::uint64_t round = 0; round < 3; ++round) {
            for (std::uint64_t size = 1; size <= 50; ++size) {
                arguments.clear();
                arguments.push(ring::argumentWord(ring::ArgumentKind::Tensor, 1, 6));
                arguments.push(size);
                arguments.push(1);
                arguments.pushScalar(ring::ArgumentKind::Int, round); // the value is no part of the signature
                ids.insert(ring.recorder().signatureOf(arguments));
            }
        }
        QCOMPARE(ids.size(), std::size_t{50});
        QVERIFY(!ids.contains(0));
    }
    // A busy worker may ask for the next cycle before the main thread's callable has taken what the last one brought.
    void aCycleOfTheProfilerWaitsUntilTheLastWasTaken() {
        static int object = 0;
        ProfilerSwitch profiler;
        profiler.interpreter.call = [](void*) -> void* { return &object; };
        profiler.interpreter.release = [](void*) {};
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 1);
        turnProfiler(profiler, false);
        QCOMPARE(profiler.result, static_cast<void*>(&object));
        const auto begin = profiler.begin.ticks;
        QVERIFY(profiler.end.ticks > begin);
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 0);
        QCOMPARE(profiler.begin.ticks, begin);
        profiler.result = nullptr;
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 1);
    }
    void aCycleOfTheProfilerEndsAfterSoManyOperators() {
        static int asked = 0;
        ProfilerSwitch profiler;
        profiler.interpreter.call = [](void*) -> void* { return &asked; };
        profiler.interpreter.release = [](void*) {};
        MainThreadCall call;
        call.interpreter.addPendingCall = [](int (*)(void*), void*) { return asked++; };
        profiler.enough = &call;
        profiler.most = 3;
        useProfiler(&profiler);
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 0); // nothing is wanted
        std::atomic<std::uint64_t> word{ring::kOperators};
        kProfilerSource.gate->open(word);
        turnProfiler(profiler, true);
        HookState& hook = hookState();
        QVERIFY(hook.mode == HookMode::Count);
        QVERIFY(pthread_equal(hook.countedThread, pthread_self()) != 0);
        QCOMPARE(hook.countdown, 3);
        profiler.wanted = 1;
        hook.counted();
        QCOMPARE(asked, 1);
        QCOMPARE(profiler.wanted, 0);
        QCOMPARE(profiler.waiting, 1);
        turnProfiler(profiler, false);
        QVERIFY(hook.mode == HookMode::Off);
        kProfilerSource.gate->close();
        useProfiler(nullptr);
    }
    void aCodeObjectAtAnothersAddressHasItsOwnName() {
        FakeCode code("first", "a.py", 3);
        RecordedRing ring(freshPath());
        const auto record = [&] {
            const PythonFrame frame = code.frame();
            ring.recorder().arguments().clear();
            const std::uint32_t stack = ring.recorder().stackOf(FakeCode::layout(), &frame, 1).value_or(0);
            OperatorFacts facts;
            facts.key = 1;
            QVERIFY(stack != 0);
            QVERIFY(ring.recorder().beginOperator(facts, {.name = nameIn(ring.recorder(), 1), .stack = stack},
                                                  ring.recorder().arguments()));
            ring.recorder().endOperator(1, 0);
        };
        record();
        record();
        code = FakeCode("other", "a.py", 3);
        record();
        code = FakeCode("other", "b.py", 3);
        record();
        code = FakeCode("other", "b.py", 4);
        record();
        (void)ring.read();
        QCOMPARE(ring.functions(), (std::vector<std::string>{"a.py first", "a.py first", "a.py other",
                                                             "b.py other", "b.py other"}));
        QCOMPARE(ring.codes(), std::size_t{4});
    }
    // Threads meet new code all the time, the main thread keeps it, and the process forks meanwhile.
    void codeIsKeptWhileThreadsRecordAndTheProcessForks() {
        static std::atomic<int (*)(void*)> asked{nullptr};
        static std::atomic<int> references{0};
        static const std::uint64_t type = 4711;
        useInterpreter(
            [](int (*work)(void*), void*) {
                asked = work;
                return 0;
            },
            [](void*) { ++references; }, type);
        hookState().python = FakeCode::layout();
        QCOMPARE(kStackSource.start(""), std::string());
        constexpr std::size_t kCodes = 500;
        std::vector<std::unique_ptr<FakeCode>> codes;
        for (std::size_t i = 0; i < kCodes; ++i) {
            codes.push_back(std::make_unique<FakeCode>(("f" + std::to_string(i)).c_str(), "a.py", 1, type));
        }
        std::atomic<int> working{2};
        const auto work = [&](RecordedRing& ring) {
            for (int round = 0; round < 4; ++round) {
                for (const auto& code : codes) {
                    const PythonFrame frame = code->frame();
                    (void)ring.recorder().stackOf(FakeCode::layout(), &frame, 1).value_or(0);
                    (void)ring.read();
                }
            }
            --working;
        };
        RecordedRing first(freshPath());
        RecordedRing second(freshPath());
        std::thread one(work, std::ref(first));
        std::thread two(work, std::ref(second));
        int forks = 0;
        while (working > 0 || asked.load() != nullptr) {
            if (auto* keep = asked.exchange(nullptr)) {
                keep(nullptr);
            }
            if (forks++ < 10) {
                beforeFork();
                const pid_t child = fork();
                afterFork(child == 0);
                if (child == 0) { // hangs, or crashes, if it was copied in the middle of something
                    keepCode(reinterpret_cast<std::uintptr_t>(codes[0].get()), 1);
                    auto* keep = asked.exchange(nullptr);
                    _exit(keep != nullptr && keep(nullptr) == 0 ? 0 : 1);
                }
                int status = -1;
                QCOMPARE(waitpid(child, &status, 0), child);
                QCOMPARE(status, 0);
            }
        }
        one.join();
        two.join();
        QCOMPARE(references.load(), static_cast<int>(kCodes)); // once each, though both threads met it
        for (const auto& code : codes) {
            QVERIFY(isKept(reinterpret_cast<std::uintptr_t>(code.get())));
        }
        // What was met before it was kept is known by its address afterwards, also where the stack stays the same.
        FakeCode late("late", "a.py", 1, type);
        const PythonFrame frame = late.frame();
        const std::uint32_t met = first.recorder().stackOf(FakeCode::layout(), &frame, 1).value_or(0);
        QCOMPARE(first.recorder().stackOf(FakeCode::layout(), &frame, 1).value_or(0), met);
        asked.exchange(nullptr)(nullptr);
        const std::uint32_t kept = first.recorder().stackOf(FakeCode::layout(), &frame, 1).value_or(0);
        QVERIFY(kept != met);
        QCOMPARE(first.recorder().stackOf(FakeCode::layout(), &frame, 1).value_or(0), kept);
        kStackSource.stop();
    }
    void onlyTheArmingThreadsOperatorIsTaken() {
        auto image = std::make_unique<CalibrationImage>();
        std::strcpy(image->name, "aten::add");
        image->follow = -1;
        image->inputsAt = -1;
        std::byte record[CalibrationImage::kRecordBytes] = {};
        armCalibration(image.get());
        std::thread([&] { tapOperator({}, record, "aten::add", 0); }).join();
        QCOMPARE(image->taken, 0);
        tapOperator({}, record, "aten::mul", 0);
        QCOMPARE(image->taken, 0);
        tapOperator({}, record, "aten::add", 0);
        QCOMPARE(image->taken, 1);
    }
    // Last: the process records nothing more.
    void zStoppingShutsEveryGateAndTakesEveryHookOutOnTheMainThread() {
        static std::vector<int (*)(void*)> asked;
        static bool full = true;
        hookState().addPendingCall = [](int (*work)(void*), void*) {
            asked.push_back(work);
            return full ? -1 : 0;
        };
        std::atomic<std::uint64_t> word{ring::kAllSources};
        ProfilerSwitch profiler;
        profiler.running = 1;
        profiler.interpreter.call = [](void*) -> void* { return &full; };
        useProfiler(&profiler);
        for (const RecordSource* source : recordSources()) {
            if (source->gate != nullptr) {
                source->gate->open(word);
            }
        }
        stopAll("a test");
        for (const RecordSource* source : recordSources()) {
            QVERIFY2(source->gate == nullptr || source->gate->wanted() == 0, source->name);
        }
        QCOMPARE(asked.size(), std::size_t{1});
        full = false;
        noteShut(); // the next event asks again
        noteShut();
        QCOMPARE(asked.size(), std::size_t{2});
        QCOMPARE(profiler.running, 1);
        asked.back()(nullptr);
        QCOMPARE(profiler.running, 0);
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 0);
        useProfiler(nullptr);
    }
};

int run_tst_probe_records(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_records>(argc, argv);
}
#include "tst_probe_records.moc"
