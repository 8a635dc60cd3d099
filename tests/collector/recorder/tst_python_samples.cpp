// What the recorder makes of samples of Python's threads: functions from the first sample that they stand in to the first one
// without them, on a track below their thread.
#include "model/trace/ThreadRows.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <memory>
#include <string>
#include <string_view>

using namespace lanes;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::TestRing;

namespace {

constexpr TimeNs kPeriod = 1000;
constexpr std::uint32_t kMain = 1; // the process's own number
constexpr std::uint32_t kHelper = 8;

// The ring of samples, which begins with a round.
class SampledRing {
public:
    explicit SampledRing(DeviceRecording& recording)
        : ring_(recording.ring(0))
        , origin_(recording.origin()) {}

    // A function and the stack of that number, called by another stack.
    void stack(std::uint32_t id, std::string_view function, std::uint32_t caller = 0) {
        const std::string_view file = "train.py";
        ring_.put(ring::DefineCode{{0, RecordType::DefineCode, 0, id},
                                   10 * id,
                                   static_cast<std::uint32_t>(file.size()),
                                   static_cast<std::uint32_t>(function.size()),
                                   0},
                  std::string(file) + std::string(function));
        ring_.put(ring::DefineStack{{0, RecordType::DefineStack, 0, id}, caller, id, 10 * id + 1, 0});
    }
    // Another line of a function that has a stack.
    void line(std::uint32_t id, std::uint32_t of, std::uint32_t caller = 0) {
        ring_.put(ring::DefineStack{{0, RecordType::DefineStack, 0, id}, caller, of, 10 * of + 2, 0});
    }
    void sample(std::uint32_t thread, std::uint32_t stack, TimeNs at, std::uint8_t flags = 0) {
        ring_.put(ring::PythonSample{{0, RecordType::PythonSample, flags, thread}, ticks(at), stack, 0});
    }
    void round(TimeNs at, std::uint8_t flags = 0) {
        ring_.put(ring::PythonRound{{0, RecordType::PythonRound, flags, 0}, ticks(at), kPeriod});
    }
    void name(std::uint32_t thread, std::string_view name) {
        ring_.put(ring::ThreadName{{0, RecordType::ThreadName, 0, thread},
                                   static_cast<std::uint32_t>(name.size()),
                                   0},
                  name);
    }

private:
    [[nodiscard]] std::uint64_t ticks(TimeNs at) const { return static_cast<std::uint64_t>(origin_ + at); }

    TestRing ring_;
    TimeNs origin_;
};

// "outer 1000+2000 inner 1000+1000", as the name says after its file and line, of the only sampled thread.
std::string functionsOf(DeviceRecording& recording) {
    const std::shared_ptr<const Trace> trace = recording.finished();
    std::string text;
    for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
        const Trace::Slice slice = trace->slice(SliceId(i));
        const std::string_view name = trace->text(slice.name);
        text.append(text.empty() ? "" : " ").append(name.substr(name.find(": ") + 2));
        text += " " + std::to_string(slice.start) + "+" + std::to_string(slice.duration);
    }
    return text;
}

} // namespace

class tst_python_samples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFunctionLastsToTheFirstSampleWithoutIt() {
        DeviceRecording recording;
        SampledRing ring(recording);
        ring.round(0);
        ring.name(kMain, "MainThread");
        ring.stack(1, "outer");
        ring.stack(2, "inner", 1);
        ring.line(3, 1);
        ring.sample(kMain, 2, 1000);
        ring.round(1100);
        ring.sample(kMain, 3, 2000); // on another line of it
        ring.round(2100);
        ring.sample(kMain, 0, 3000); // no function of Python
        ring.round(3100);
        const std::shared_ptr<const Trace> trace = recording.finished();
        compare(test::slicesOf(*trace), "1/MainThread:\n1/MainThread: train.py(10): outer 1000+2000 "
                                        "train.py(20): inner 1000+1000\n");
        const SliceId inner = test::byName(*trace, "train.py(20): inner");
        QCOMPARE(trace->slice(inner).kind, EventKind::PythonFunction);
        compare(test::linesOf(EventOrigin(trace), inner), "train.py(10): outer;");
        const TrackId samples = trace->slice(inner).track;
        const auto thread = ThreadRows(*trace).threadAbove(samples);
        QVERIFY(thread);
        QCOMPARE(trace->tracks()[thread->value].kind, Track::Kind::Thread);
        QCOMPARE(ThreadRows(*trace).samplesOf(*thread), std::optional(samples));
        QVERIFY(!ThreadRows(*trace).threadAbove(*thread));
        QVERIFY(!ThreadRows(*trace).samplesOf(samples));
    }

    void recursionIsAsDeepAsItIs() {
        DeviceRecording recording;
        SampledRing ring(recording);
        ring.round(0);
        ring.stack(1, "walk");
        ring.line(2, 1, 1);
        ring.line(3, 1, 2);
        ring.sample(kMain, 3, 1000);
        ring.sample(kMain, 2, 2000);
        ring.sample(kMain, 0, 3000);
        ring.round(3100);
        compare(functionsOf(recording), "walk 1000+2000 walk 1000+2000 walk 1000+1000");
    }

    void aSampleThatFoundNothingChangesNothing() {
        DeviceRecording recording;
        SampledRing ring(recording);
        ring.round(0);
        ring.stack(1, "outer");
        ring.sample(kMain, 1, 1000);
        ring.sample(kMain, 0, 2000, ring::kStackUnknown);
        ring.sample(kMain, 1, 3000);
        ring.sample(kMain, 0, 4000);
        ring.round(4100);
        compare(functionsOf(recording), "outer 1000+3000");
        QCOMPARE(recording.diagnostics().count("python-sample-unknown"), 1u);
    }

    void aThreadThatIsInNoRoundHasEnded() {
        DeviceRecording recording;
        SampledRing ring(recording);
        ring.round(0);
        ring.stack(1, "work");
        ring.sample(kHelper, 1, 1000);
        ring.round(1100);
        ring.round(2500);
        ring.sample(kHelper, 1, 3000); // another one, by the same number
        ring.round(3100);
        ring.round(4500);
        compare(functionsOf(recording), "work 1000+1000 work 3000+1000");
    }

    void aPauseEndsAll() {
        DeviceRecording recording;
        SampledRing ring(recording);
        ring.round(0);
        ring.stack(1, "work");
        ring.sample(kMain, 1, 1000);
        ring.sample(kHelper, 1, 1000);
        ring.round(1100);
        ring.round(1500, ring::kLastRound);
        ring.sample(kMain, 1, 9000);
        ring.round(9100);
        ring.round(9200, ring::kLastRound);
        compare(functionsOf(recording), "work 1000+500 work 9000+200 work 1000+500");
    }

    void samplesSpeakForAWhileOnly() {
        DeviceRecording recording;
        SampledRing ring(recording);
        ring.round(0);
        ring.stack(1, "work");
        ring.sample(kMain, 1, 1000);
        ring.sample(kMain, 1, 1000 + 20 * kPeriod); // just
        ring.sample(kMain, 1, 1001 + 40 * kPeriod); // the whole process stood still
        compare(functionsOf(recording), "work 1000+21000 work 41001+1000");
    }

    void whatMakesNoSenseIsCounted() {
        DeviceRecording recording;
        SampledRing ring(recording);
        ring.stack(1, "work");
        ring.sample(kMain, 1, 500); // before the ring has said what it is
        ring.round(600);
        ring.sample(kMain, 77, 1000); // a stack that nobody defined
        ring.stack(2, "late", 99);
        ring.sample(kMain, 2, 2000); // whose caller is none
        ring.sample(kMain, 0, 1500); // earlier than the one before
        ring.round(2100);
        compare(functionsOf(recording), "late 2000+0");
        QCOMPARE(recording.diagnostics().count("malformed-record"), 1u);
    }
};

int run_tst_python_samples(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_python_samples>(argc, argv);
}
#include "tst_python_samples.moc"
