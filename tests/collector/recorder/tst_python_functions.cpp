// What the recorder makes of the calls of Python's functions: slices on a track below their thread.
#include "model/trace/ThreadRows.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

using namespace lanes;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::TestRing;

namespace {

constexpr std::uint32_t kMain = 1;
constexpr std::uint32_t kHelper = 8;

// The ring of functions, as a process writes it.
class FunctionsRing {
public:
    explicit FunctionsRing(DeviceRecording& recording)
        : ring_(recording.ring(0))
        , origin_(recording.origin()) {
        endAll(0);
    }
    void code(std::uint32_t id, std::string_view function) {
        const std::string_view file = "train.py";
        ring_.put(ring::DefineCode{{0, RecordType::DefineCode, 0, id},
                                   10 * id,
                                   static_cast<std::uint32_t>(file.size()),
                                   static_cast<std::uint32_t>(function.size()),
                                   0},
                  std::string(file) + std::string(function));
    }
    void begin(std::uint32_t thread, std::uint32_t code, TimeNs at) {
        ring_.put(ring::FunctionBegin{{0, RecordType::FunctionBegin, 0, thread}, ticks(at), code, 0});
    }
    void end(std::uint32_t thread, TimeNs at) {
        ring_.put(ring::FunctionEnd{{0, RecordType::FunctionEnd, 0, thread}, ticks(at)});
    }
    void endAll(TimeNs at) {
        ring_.put(ring::FunctionEnd{{0, RecordType::FunctionEnd, ring::kAllFunctions, 0}, ticks(at)});
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

} // namespace

class tst_python_functions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callsAreSlicesBelowTheirThread() {
        DeviceRecording recording;
        FunctionsRing ring(recording);
        ring.code(1, "outer");
        ring.code(2, "inner");
        ring.begin(kMain, 1, 1000);
        ring.begin(kHelper, 2, 1500);
        ring.begin(kMain, 2, 2000);
        ring.name(kMain, "MainThread"); // later than its first call
        ring.end(kMain, 2500);
        ring.begin(kMain, 2, 2500);
        ring.end(kMain, 3000);
        ring.end(kHelper, 3500);
        ring.end(kMain, 4000);
        const std::shared_ptr<const Trace> trace = recording.finished();
        const std::string inner = "train.py(20): inner ";
        compare(test::slicesOf(*trace), "1/MainThread:\n1/MainThread: train.py(10): outer 1000+3000 " +
                                            inner + "2000+500 " + inner + "2500+500\n1/:\n1/: " + inner +
                                            "1500+2000\n");
        const Trace::Slice outer = trace->slice(test::byName(*trace, "train.py(10): outer"));
        QCOMPARE(outer.kind, EventKind::PythonFunction);
        QVERIFY(ThreadRows(*trace).threadAbove(outer.track));
        QVERIFY(recording.diagnostics().empty());
    }

    void aPauseEndsThoseOfAllThreads() {
        DeviceRecording recording;
        FunctionsRing ring(recording);
        ring.code(1, "work");
        ring.begin(kMain, 1, 1000);
        ring.begin(kMain, 1, 1100);
        ring.begin(kHelper, 1, 1200);
        ring.endAll(2000);
        ring.begin(kHelper, 1, 5000);
        ring.end(kHelper, 6000);
        const std::string text = test::slicesOf(*recording.finished());
        QVERIFY2(text.find("1000+1000 train.py(10): work 1100+900\n") != std::string::npos, text.c_str());
        QVERIFY2(text.find("1200+800 train.py(10): work 5000+1000\n") != std::string::npos, text.c_str());
    }

    void whatMakesNoSenseIsCounted() {
        DeviceRecording recording;
        FunctionsRing ring(recording);
        ring.code(1, "work");
        ring.end(kMain, 500);       // of nothing
        ring.begin(kMain, 77, 600); // a code that nobody defined
        ring.begin(kMain, 0, 700);
        ring.begin(kMain, 1, 1000);
        ring.code(1, "another");   // in the same place from now on
        ring.begin(kMain, 1, 900); // earlier than the one before
        ring.end(kMain, 2000);
        ring.end(kMain, 2000);
        ring.end(kMain, 2000);
        const std::string text = test::slicesOf(*recording.finished());
        QVERIFY2(text.find("work 1000+1000 train.py(10): another 1000+1000\n") != std::string::npos,
                 text.c_str());
        QCOMPARE(recording.diagnostics().count("malformed-record"), 4u);
    }
};

int run_tst_python_functions(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_python_functions>(argc, argv);
}
#include "tst_python_functions.moc"
