// The parts of the CUPTI source that need no CUPTI: layouts, strides, buffers, and what becomes of records.
#include "collector/probe/cupti/ActivityBuffers.h"
#include "collector/probe/cupti/ActivityDecoder.h"
#include "collector/probe/cupti/LaunchCallbacks.h"
#include "collector/probe/cupti/StepDown.h"
#include "collector/probe/cupti/StrideProbe.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/RingReader.h"
#include "tests/collector/CuptiRecords.h"
#include "tests/collector/SessionPage.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

using namespace lanes;
using namespace lanes::probe;
using namespace lanes::probe::cupti;
using test::library;
using test::Records;
using test::Ring;
using test::stride;

namespace {

Result structSize(std::uint32_t kind, std::uint32_t, std::size_t* bytes) {
    *bytes = 4711;
    return kind == static_cast<std::uint32_t>(Kind::Kernel) ? (*bytes = 224, 0) : 21;
}

} // namespace

class tst_probe_cupti : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        page_.emplace(folder_.path().toStdString(), 0, 0);
        QCOMPARE(probeProcess().join(folder_.path().toStdString()), std::string());
    }
    void init() { page_->control().heartbeatNs = ring::monotonicNs(); }

    void theLibrarySaysHowLongItsRecordsAre() {
        Functions functions = library();
        stride = 208;
        QCOMPARE(strideOf(functions, Kind::Kernel), std::size_t{208});
        functions.structSize = &structSize;
        QCOMPARE(strideOf(functions, Kind::Kernel), std::size_t{224});
        QCOMPARE(strideOf(functions, Kind::Copy), std::size_t{208}); // it does not say
        functions.structSize = nullptr;
        stride = 0;
        QCOMPARE(strideOf(functions, Kind::Kernel), std::size_t{0});
        stride = 1 << 20;
        QCOMPARE(strideOf(functions, Kind::Kernel), std::size_t{0});
    }

    void aFieldBehindTheRecordsEndIsNotThere() {
        const std::uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
        const ActivityRecord record(bytes, 6);
        QCOMPARE(record.get(Half{4}), std::uint16_t{0x0605});
        QCOMPARE(record.get(Half{5}), std::uint16_t{0});
        QCOMPARE(record.get(Word{4}), 0U);
        QCOMPARE(record.get(Byte{5}), std::uint8_t{6});
        QCOMPARE(record.get(Byte{6}), std::uint8_t{0});
    }

    void noTwoThreadsHaveTheSameBuffer() {
        ActivityBuffers buffers;
        QVERIFY(buffers.make());
        std::set<std::uint8_t*> taken;
        for (std::size_t i = 0; i < ActivityBuffers::kMost; ++i) {
            const auto buffer = buffers.take(i / ActivityBuffers::kEach, i);
            QVERIFY(buffers.isOurs(buffer.at) && buffer.bytes == ActivityBuffers::kBytes);
            QVERIFY(taken.insert(buffer.at).second);
            QCOMPARE(buffers.areBusy(), i + 1 > ActivityBuffers::kBusy);
            QCOMPARE(buffers.areShort(), i + 1 > ActivityBuffers::kShort);
        }
        QCOMPARE(buffers.take(ActivityBuffers::kMost, 0).at, nullptr);
        for (std::uint8_t* buffer : taken) {
            buffers.giveBack(buffer, 0);
        }
        QVERIFY(!buffers.oldestOut() && !buffers.areBusy());
    }

    void whoHasManyGetsNoMoreOnceManyAreOut() {
        ActivityBuffers buffers;
        QVERIFY(buffers.make());
        for (std::size_t i = 0; i < ActivityBuffers::kShared; ++i) {
            QVERIFY(buffers.take(1, 0).at != nullptr);
        }
        QCOMPARE(buffers.take(1, 0).at, nullptr);
        for (std::size_t i = 0; i < ActivityBuffers::kEach; ++i) {
            QVERIFY(buffers.take(2, 0).at != nullptr);
        }
        QCOMPARE(buffers.take(2, 0).at, nullptr);
    }

    void aBufferHoldsZerosAgainWhenItIsTaken() {
        ActivityBuffers buffers;
        QVERIFY(buffers.make());
        const auto buffer = buffers.take(1, 7);
        QVERIFY(std::ranges::all_of(std::span(buffer.at, buffer.bytes), [](auto byte) { return byte == 0; }));
        std::memset(buffer.at, 0xEE, 4'000);
        buffers.giveBack(buffer.at, 4'000);
        const auto again = buffers.take(2, 8);
        QCOMPARE(again.at, buffer.at);
        QVERIFY(std::ranges::all_of(std::span(again.at, again.bytes), [](auto byte) { return byte == 0; }));
    }

    void theOldestThatIsOutIsKnown() {
        ActivityBuffers buffers;
        QVERIFY(buffers.make());
        std::uint8_t* first = buffers.take(1, 100).at;
        std::uint8_t* second = buffers.take(2, 200).at;
        const ActivityBuffers::Mark mark = buffers.mark();
        QCOMPARE(buffers.oldestOut()->since, std::uint64_t{100});
        buffers.giveBack(first, 0);
        QCOMPARE(buffers.oldestOut()->since, std::uint64_t{200});
        QCOMPARE(buffers.take(1, 300).at, first); // what comes later is not waited for
        QVERIFY(!buffers.allReturned(mark));
        buffers.giveBack(second, 0);
        QVERIFY(buffers.allReturned(mark));
        QCOMPARE(buffers.oldestOut()->since, std::uint64_t{300});
    }

    void aKernelSaysWhatItsLayoutHolds_data() {
        QTest::addColumn<int>("bytes");
        QTest::addColumn<bool>("hasGraph");
        QTest::addColumn<bool>("hasCluster");
        QTest::addColumn<bool>("hasPriority");
        QTest::newRow("oldest") << 144 << false << false << false;
        QTest::newRow("11.8") << 200 << true << true << false;
        QTest::newRow("13.2") << 224 << true << true << true;
        QTest::newRow("newer than we know") << 480 << true << true << true;
    }
    void aKernelSaysWhatItsLayoutHolds() {
        QFETCH(int, bytes);
        QFETCH(bool, hasGraph);
        QFETCH(bool, hasCluster);
        QFETCH(bool, hasPriority);
        stride = static_cast<std::size_t>(bytes);
        Records records(Kind::Kernel);
        auto name = std::make_unique<std::string>("void gemm<128, 64>(float*)");
        records.set(kernel::kStart, std::uint64_t{1'000});
        records.set(kernel::kEnd, std::uint64_t{4'000});
        records.set(kernel::kCorrelation, 17U);
        records.set(kernel::kGridX, 5);
        records.set(kernel::kRegisters, std::uint16_t{96});
        records.set(kernel::kName, static_cast<const char*>(name->c_str()));
        if (hasGraph) {
            records.set(kernel::kGraphNode, std::uint64_t{0x500000003});
        }
        if (hasCluster) {
            records.set(kernel::kClusterX, 2U);
        }
        if (hasPriority) {
            records.set(kernel::kPriority, -3);
        }
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        decoder.setStride(Kind::Kernel, stride);
        decoder.decode(records.data(), records.size());
        name->assign(name->size(), '?'); // goes with its module
        const auto found = ring.read<ring::Kernel>(ring::RecordType::Kernel);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].header.key, 17U);
        QCOMPARE(found[0].end - found[0].start, std::uint64_t{3'000});
        QCOMPARE(found[0].grid[0], 5);
        QCOMPARE(found[0].registers, 96U);
        QCOMPARE(found[0].place.graphNode, hasGraph ? std::uint64_t{0x500000003} : 0);
        QCOMPARE(found[0].cluster[0], hasCluster ? 2U : 0U);
        QCOMPARE(found[0].priority, hasPriority ? -3 : 0);
        QCOMPARE(ring.names, std::vector<std::string>{"void gemm<128, 64>(float*)"});
        QCOMPARE(ring.writer->skipped(), std::uint64_t{0});
    }

    void whatCannotBeReadIsCounted() {
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        stride = 64;
        decoder.setStride(Kind::Fill, stride);
        Records unknown(static_cast<Kind>(63), 3);
        decoder.decode(unknown.data(), unknown.size());
        Records beyond(static_cast<Kind>(4'000'000'000), 2);
        decoder.decode(beyond.data(), beyond.size());
        Records fills(Kind::Fill, 2);
        decoder.decode(fills.data(), fills.size());
        QCOMPARE(ring.writer->skipped(), std::uint64_t{5});
        QCOMPARE(ring.read<ring::DeviceFill>(ring::RecordType::DeviceFill).size(), std::size_t{2});
    }

    void callsThatSayNothingAreLeftOut() {
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        stride = 40;
        decoder.setStride(Kind::RuntimeCall, stride);
        decoder.setStride(Kind::DriverCall, stride);
        Records calls(Kind::RuntimeCall, 3);
        calls.set(call::kFunction, 17U, 0); // cudaGetDevice
        calls.set(call::kFunction, 211U, 1);
        calls.set(call::kFunction, 2'000U, 2); // of a CUDA to come
        decoder.decode(calls.data(), calls.size());
        Records driver(Kind::DriverCall, 1);
        driver.set(call::kFunction, 276U);
        driver.set(call::kResult, 700U);
        decoder.decode(driver.data(), driver.size());
        const auto found = ring.read<ring::ApiCall>(ring::RecordType::ApiCall);
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(ring.names, (std::vector<std::string>{"cudaLaunchKernel", "cuMemcpyHtoD_v2"}));
        QVERIFY(found[0].name != 0 && found[1].name == 0);
        QCOMPARE(found[2].result, 700);
        QCOMPARE(ring.writer->skipped(), std::uint64_t{0});
    }

    void aFullRingIsWaitedForOnce() {
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        stride = 64;
        decoder.setStride(Kind::Fill, stride);
        constexpr std::size_t kCount = 2 * ring::kMinRingBytes / sizeof(ring::DeviceFill);
        Records fills(Kind::Fill, kCount);
        const std::int64_t begin = ring::monotonicNs();
        decoder.decode(fills.data(), fills.size());
        const std::int64_t waited = ring::monotonicNs() - begin;
        QVERIFY2(waited > 100'000'000 && waited < 5'000'000'000, qPrintable(QString::number(waited)));
        const std::size_t read = ring.read<ring::DeviceFill>(ring::RecordType::DeviceFill).size();
        QCOMPARE(read + ring.writer->skipped(), kCount);
        // There is room again.
        decoder.decode(fills.data(), stride);
        QCOMPARE(ring.read<ring::DeviceFill>(ring::RecordType::DeviceFill).size(), std::size_t{1});
        QCOMPARE(read + ring.writer->skipped(), kCount);
    }

    void whatCostsTooMuchIsRecordedInLessDetail() {
        StepDown cost;
        QCOMPARE(cost.weigh(0.9, 0), Detail::All);
        QCOMPARE(cost.weigh(0.05, 0), Detail::All);
        QCOMPARE(cost.weigh(0.11, 0), Detail::All);
        QCOMPARE(cost.weigh(0.11, 0), Detail::NoWaits);
        QVERIFY(std::string_view(cost.why()).starts_with("recording took"));
        for (const Detail expected : {Detail::NoWaits, Detail::NoCalls, Detail::NoCalls, Detail::NoLaunches,
                                      Detail::NoLaunches, Detail::NoLaunches}) {
            QCOMPARE(cost.weigh(0.5, 0), expected); // and what a graph replays costs no callback
        }
        for (std::uint64_t lost : {1, 2, 2, 3, 4}) {
            QCOMPARE(cost.weigh(0, lost), Detail::NoLaunches);
        }
        QCOMPARE(cost.weigh(0, 5), Detail::WholeGraphs);
        QVERIFY(std::string_view(cost.why()).starts_with("records were lost"));
        QCOMPARE(cost.weigh(0, 5), Detail::WholeGraphs);
    }

    void afterAQuietTimeMoreIsRecordedAgain() {
        StepDown cost;
        cost.weigh(0.9, 0);
        QCOMPARE(cost.weigh(0.9, 0), Detail::NoWaits);
        const auto quietUntil = [&cost](Detail detail) {
            int seconds = 1;
            while (cost.weigh(0, 0) != detail && seconds < 10'000) {
                ++seconds;
            }
            return seconds;
        };
        QCOMPARE(quietUntil(Detail::All), StepDown::kQuiet);
        for (int longer = 2; longer <= 64;
             longer *= 2) { // what comes back at once is waited for longer each time
            cost.weigh(0.9, 0);
            QCOMPARE(cost.weigh(0.9, 0), Detail::NoWaits);
            QCOMPARE(quietUntil(Detail::All), std::min(longer * StepDown::kQuiet, StepDown::kMostQuiet));
        }
    }

    void theThreadThatPaysMostCounts() {
        CallbackCost cost;
        std::uint32_t timed = 0;
        for (std::uint32_t call = 0; call < 64'000; ++call) {
            timed += CallbackCost::isTimed(7 * call) ? 1 : 0;
        }
        QVERIFY2(timed > 900 && timed < 1'100, qPrintable(QString::number(timed)));
        cost.add(1'000);
        QCOMPARE(cost.takeShare(1'000'000), 0.0); // since when?
        cost.add(1'000);
        cost.add(500);
        QCOMPARE(cost.takeShare(2'000'000), 64 * 1'500 / 1e6);
        QCOMPARE(cost.takeShare(3'000'000), 0.0);
        cost.add(std::uint64_t{1} << 40); // was held up
        QVERIFY(cost.takeShare(1'003'000'000) < 0.01);
    }

    // Whoever empties buffers is the only one to bring them back.
    void aFullRingIsNotWaitedForWhileBuffersAreShort() {
        const Functions functions = library();
        Ring ring(folder_);
        std::vector<std::uint8_t*> taken;
        while (!ring.buffers.areShort()) {
            taken.push_back(ring.buffers.take(1, 0).at);
        }
        ActivityDecoder decoder(functions, *ring.writer);
        stride = 64;
        decoder.setStride(Kind::Fill, stride);
        constexpr std::size_t kFit = ring::kMinRingBytes / sizeof(ring::DeviceFill);
        Records fills(Kind::Fill, 2 * kFit);
        decoder.decode(fills.data(), fills.size());
        // No patience has been spent: it is there once there are buffers.
        std::ranges::for_each(taken, [&](std::uint8_t* buffer) { ring.buffers.giveBack(buffer, 0); });
        const std::int64_t begin = ring::monotonicNs();
        decoder.decode(fills.data(), stride);
        QVERIFY(ring::monotonicNs() - begin > 100'000'000);
        const std::size_t read = ring.read<ring::DeviceFill>(ring::RecordType::DeviceFill).size();
        QVERIFY(read > kFit / 2);
        QCOMPARE(read + ring.writer->skipped(), 2 * kFit + 1);
    }

private:
    QTemporaryDir folder_{QStringLiteral("/dev/shm/tst_probe_cupti-XXXXXX")};
    std::optional<test::SessionPage> page_;
};

int run_tst_probe_cupti(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_cupti>(argc, argv);
}
#include "tst_probe_cupti.moc"
