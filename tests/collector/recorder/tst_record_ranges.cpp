// Ranges and marks of NVTX in the session: on their thread or beside it, with what they say, and what launched kernels below them.
#include "model/analysis/operators/EventOrigin.h"
#include "model/trace/args/RecordedFields.h"
#include "model/trace/slices/InstantRule.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <bit>
#include <limits>
#include <memory>
#include <string>

using namespace lanes;
using ring::PayloadKind;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::Program;
using test::TestRing;
using TracePtr = std::shared_ptr<const Trace>;

namespace {

constexpr std::uint8_t kStarted = ring::kStartedRange;

} // namespace

class tst_record_ranges : public QObject {
    Q_OBJECT

    TimeNs origin_ = 0;

    [[nodiscard]] ring::RangeBegin range(std::uint32_t key, std::uint32_t name, TimeNs at,
                                         std::uint8_t flags = 0) const {
        ring::RangeBegin range{};
        range.header = {0, RecordType::RangeBegin, flags, key};
        range.ticks = static_cast<std::uint64_t>(origin_ + at);
        range.name = name;
        return range;
    }
    [[nodiscard]] ring::OpEnd end(std::uint32_t key, TimeNs at,
                                  std::uint8_t flags = ring::kEndOfPushed) const {
        return {{0, RecordType::OpEnd, flags, key}, static_cast<std::uint64_t>(origin_ + at)};
    }
    // A session of one process; `write` fills its ring.
    template<class Write>
    TracePtr recorded(DeviceRecording& at, const Write& write) {
        origin_ = at.origin();
        TestRing ring = at.ring(0);
        ring.startThread(1, test::kThread, "MainThread");
        ring.defineName(1, "outer");
        ring.defineName(2, "inner");
        ring.defineName(3, "my \"domain\"");
        ring.defineName(4, "loading");
        ring.defineStack(1, "train.py", "step", 12);
        write(ring);
        return at.finished();
    }

private Q_SLOTS:
    void aPushedRangeIsOneOfTheThread() {
        DeviceRecording at;
        const TracePtr trace = recorded(at, [&](TestRing& ring) {
            ring.put(range(0, 1, 1000));
            ring.put(range(1, 2, 2000));
            ring.begin(1, 4, 2500); // an operator with the key of a range
            ring.put(end(1, 3000));
            ring.end(1, 3500);
            ring.put(end(0, 4000));
        });
        compare(test::slicesOf(*trace), "1/MainThread: outer 1000+3000 inner 2000+1000 loading 2500+1000\n");
        QCOMPARE(trace->slice(test::byName(*trace, "inner")).kind, EventKind::UserRange);
        QVERIFY(at.diagnostics().empty());
    }

    void whatItSaysAreItsArguments() {
        DeviceRecording at;
        const TracePtr trace = recorded(at, [&](TestRing& ring) {
            ring::RangeBegin full = range(0, 1, 1000, ring::kHasColor);
            full.domain = 3;
            full.category = 7;
            full.categoryName = 4;
            full.color = 0xFF76B900;
            full.payloadKind = PayloadKind::Unsigned32;
            full.payload = 0xFFFF'FFFF'0000'002AULL;
            full.stack = 1;
            ring.put(full);
            ring.put(end(0, 2000));
        });
        const SliceId slice = test::byName(*trace, "outer");
        compare(test::argumentsOf(*trace, slice),
                "Domain=my \"domain\"; Category=loading; Color=#76b900; Payload=42");
        compare(test::linesOf(EventOrigin(trace), slice), "train.py(12): step;");
    }

    void aCollectionOfGarbageIsNoRangeOfTheProgram() {
        DeviceRecording at;
        const TracePtr trace = recorded(at, [&](TestRing& ring) {
            ring::RangeBegin collection = range(0, 1, 1000, ring::kCollection);
            collection.domain = 3;
            collection.stack = 1;
            ring.put(collection);
            ring.put(end(0, 2000));
        });
        const SliceId slice = test::byName(*trace, "outer");
        QCOMPARE(trace->slice(slice).kind, EventKind::GarbageCollection);
        compare(test::argumentsOf(*trace, slice), "");
        compare(test::linesOf(EventOrigin(trace), slice), "train.py(12): step;");
    }

    void payloadsAreExact_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<quint64>("bits");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, PayloadKind kind, quint64 bits, const char* text) {
            QTest::newRow(name) << static_cast<int>(kind) << bits << QString::fromLatin1(text);
        };
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        row("largest", PayloadKind::Unsigned64, ~0ULL, "18446744073709551615");
        row("negative", PayloadKind::Signed64, static_cast<quint64>(-1), "-1");
        row("smallest", PayloadKind::Signed64, 1ULL << 63, "-9223372036854775808");
        row("negative of 32 bits", PayloadKind::Signed32, 0xFFFFFFFE, "-2");
        row("0.1", PayloadKind::Double, std::bit_cast<quint64>(0.1), "0.1");
        row("tiny", PayloadKind::Double, std::bit_cast<quint64>(5e-324), "5e-324");
        row("infinite", PayloadKind::Double, std::bit_cast<quint64>(-kInfinity), "-Infinity");
        row("no number", PayloadKind::Double, 0x7FF8000000000000, "NaN");
        row("float", PayloadKind::Float, std::bit_cast<quint32>(2.5F), "2.5");
    }
    void payloadsAreExact() {
        QFETCH(int, kind);
        QFETCH(quint64, bits);
        QFETCH(QString, text);
        DeviceRecording at;
        const TracePtr trace = recorded(at, [&](TestRing& ring) {
            ring::RangeBegin one = range(0, 1, 1000);
            one.payloadKind = static_cast<PayloadKind>(kind);
            one.payload = bits;
            ring.put(one);
            ring.put(end(0, 2000));
        });
        compare(test::argumentsOf(*trace, test::byName(*trace, "outer")), "Payload=" + text.toStdString());
    }

    void startedRangesHaveATrackOfTheirOwnAndEndAnywhere() {
        DeviceRecording at;
        TestRing other = at.ring(1);
        const TracePtr trace = recorded(at, [&](TestRing& ring) {
            other.startThread(2, test::kThread + 64, "worker");
            other.put(end(2, 5000, ring::kEndOfStarted)); // is read before the begin, or after
            ring.put(range(0, 1, 500));
            ring.put(range(1, 1, 1000, kStarted));
            ring.put(range(2, 2, 2000, kStarted));
            ring.put(end(1, 3000, ring::kEndOfStarted));
            ring.put(end(0, 6000));
        });
        const std::string text = test::slicesOf(*trace);
        QVERIFY2(text.find("/NVTX ranges: outer 1000+2000 inner 2000+3000\n") != std::string::npos,
                 text.c_str());
        QVERIFY2(text.find("/MainThread: outer 500+5500\n") != std::string::npos, text.c_str());
        QVERIFY(at.diagnostics().empty());
    }

    void marksAreInstantsOfTheirThread() {
        DeviceRecording at;
        const TracePtr trace = recorded(at, [&](TestRing& ring) {
            ring::RangeBegin mark = range(0, 2, 1500);
            mark.header.type = RecordType::Mark;
            mark.domain = 3;
            ring.put(mark);
        });
        QCOMPARE(trace->points().size(), 1U);
        QCOMPARE(trace->points().time[0], TimeNs{1500});
        QCOMPARE(trace->text(trace->points().name[0]), std::string_view("inner"));
        QCOMPARE(trace->tracks()[trace->points().track[0].value].name, std::string("MainThread"));
        QVERIFY(InstantRule(trace->points(), trace->args(), trace->strings()).isInstant(0));
        QCOMPARE(at.sink().points(), 1U);
    }

    void whatMakesNoSenseIsCounted() {
        DeviceRecording at;
        const TracePtr trace = recorded(at, [&](TestRing& ring) {
            ring.put(end(5, 1000));                      // never pushed
            ring.put(end(5, 1000, ring::kEndOfStarted)); // never started
            ring.put(range(0, 4711, 1000));              // of a name that nobody defined
            ring::RangeBegin odd = range(1, 1, 1500);
            odd.payloadKind = static_cast<PayloadKind>(99);
            odd.domain = 4711;
            odd.stack = 4711;
            ring.put(odd);
            ring.putBytes(&odd, 16);
        });
        QCOMPARE(trace->sliceCount(), 2U);
        const Diagnostics diagnostics = at.diagnostics();
        QCOMPARE(diagnostics.count("malformed-record"), 3U);
        QCOMPARE(diagnostics.count("unmatched-end"), 1U);
    }

    void kernelsBelowARangeLeadToIt() {
        DeviceRecording at;
        origin_ = at.origin();
        Program program(at);
        program.thread.defineName(9, "forward");
        program.thread.put(range(0, 9, 5'000));
        program.matrixProduct(11, 10'000);
        program.thread.put(end(0, 30'000));
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        const SliceId op = test::byName(*trace, "aten::mm");
        QCOMPARE(trace->slice(op).parent, test::byName(*trace, "forward"));
        const EventOrigin origin(trace);
        QCOMPARE(origin.operatorOf(test::byName(*trace, "gemm")), op);
    }
};

int run_tst_record_ranges(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_record_ranges>(argc, argv);
}
#include "tst_record_ranges.moc"
