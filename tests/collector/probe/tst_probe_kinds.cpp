// Records of CUPTI that are not of work or calls - what the driver compiles, pools, links, overhead - and the arguments of launches.
#include "collector/probe/cupti/ActivityDecoder.h"
#include "collector/probe/cupti/KernelParameters.h"
#include "collector/probe/torch/OperatorHook.h"
#include "tests/collector/CuptiRecords.h"
#include "tests/collector/SessionPage.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

using namespace lanes;
using namespace lanes::probe;
using namespace lanes::probe::cupti;
using test::library;
using test::Records;
using test::Ring;
using test::stride;

class tst_probe_kinds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        page_.emplace(folder_.path().toStdString(), 0, 0);
        QCOMPARE(probeProcess().join(folder_.path().toStdString()), std::string());
    }
    void init() { page_->control().heartbeatNs = ring::monotonicNs(); }

    void whatTheDriverCompilesSaysWhereAndFromWhat() {
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        for (const std::size_t bytes : {64, 72}) { // before it named threads, and since
            stride = bytes;
            decoder.setStride(Kind::Compilation, stride);
            Records records(Kind::Compilation);
            records.set(compilation::kStart, std::uint64_t{1'000});
            records.set(compilation::kEnd, std::uint64_t{3'000});
            records.set(compilation::kCorrelation, 17U);
            records.set(compilation::kStep, 3U);
            records.set(compilation::kFrom, 1U);
            records.set(compilation::kUnit, std::uint64_t{4711});
            records.set(compilation::kCachePath, static_cast<const char*>("/cache"));
            if (bytes >= compilation::kThread.end()) {
                records.set(compilation::kThread, 0x2345'6780U);
            }
            decoder.decode(records.data(), records.size());
            const auto found = ring.read<ring::Compilation>(ring::RecordType::Compilation);
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found[0].header.key, 17U);
            QCOMPARE(found[0].header.flags, static_cast<std::uint8_t>(ring::CompilationStep::Compile));
            QCOMPARE(found[0].end - found[0].start, std::uint64_t{2'000});
            QCOMPARE(found[0].unit, std::uint64_t{4711});
            QCOMPARE(found[0].from, 1U);
            QCOMPARE(found[0].thread, bytes == 64 ? 0U : 0x2345'6780U);
        }
        QCOMPARE(ring.names, std::vector<std::string>{"/cache"});
    }

    void poolsSayWhatTheyHold() {
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        stride = 120; // of CUDA 12.0: memory and pools
        decoder.setStride(Kind::Memory, stride);
        Records memory(Kind::Memory);
        memory.set(memory::kBytes, std::uint64_t{512});
        memory.set(memory::kPool, std::uint64_t{0x5000});
        memory.set(memory::kPoolBytes, std::uint64_t{2'048});
        memory.set(memory::kPoolUsed, std::uint64_t{1'024});
        decoder.decode(memory.data(), memory.size());
        const auto taken = ring.read<ring::ApiMemory>(ring::RecordType::ApiMemory);
        QCOMPARE(taken.size(), std::size_t{1});
        QCOMPARE(taken[0].pool, std::uint64_t{0x5000});
        QCOMPARE(taken[0].poolBytes, std::uint64_t{2'048});
        QCOMPARE(taken[0].poolUsed, std::uint64_t{1'024});
        for (const std::size_t bytes : {64, 80}) { // before it said what is used, and since
            stride = bytes;
            decoder.setStride(Kind::Pool, stride);
            Records records(Kind::Pool);
            records.set(pool::kOperation, bytes == 64 ? 3U : 77U);
            records.set(pool::kCorrelation, 18U);
            records.set(pool::kAddress, std::uint64_t{0x5000});
            records.set(pool::kBytes, std::uint64_t{4'096});
            records.set(pool::kKept, std::uint64_t{2'048});
            if (bytes >= pool::kUsed.end()) {
                records.set(pool::kUsed, std::uint64_t{1'024});
            }
            decoder.decode(records.data(), records.size());
            const auto found = ring.read<ring::PoolChange>(ring::RecordType::PoolChange);
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found[0].header.key, 18U);
            QCOMPARE(found[0].header.flags,
                     static_cast<std::uint8_t>(bytes == 64 ? ring::PoolOperation::Trimmed
                                                           : ring::PoolOperation::Unknown));
            QCOMPARE(found[0].pool, std::uint64_t{0x5000});
            QCOMPARE(found[0].bytes, std::uint64_t{4'096});
            QCOMPARE(found[0].kept, std::uint64_t{2'048});
            QCOMPARE(found[0].used, std::uint64_t{bytes == 64 ? 0U : 1'024U});
        }
    }

    void aLinksBandwidthIsWhereItsPortsEnd() {
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        // As CUDA 11.8 to 13.2 write them, and one that nobody knows.
        for (const auto& [bytes, at, switchAt] : {std::array<std::size_t, 3>{72, 64, 0},
                                                  {128, 120, 0},
                                                  {136, 120, 128},
                                                  {88, 72, 80},
                                                  {160, 0, 0}}) {
            stride = bytes;
            decoder.setStride(Kind::Link, stride);
            Records records(Kind::Link);
            records.set(link::kVersion, 4U);
            records.set(link::kFirstType, link::kOfGpu);
            records.set(link::kSecondType, link::kOfGpu + 1);
            Uuid uuid{};
            std::ranges::fill(uuid.bytes, std::uint8_t{0x50});
            records.set(link::kFirst, uuid);
            records.set(link::kSecond, uuid);
            records.set(link::kPhysical, 18U);
            if (at != 0) {
                records.set(Long{at}, std::uint64_t{450'000'000});
            }
            if (switchAt != 0) {
                records.set(Byte{switchAt}, std::uint8_t{1});
            }
            decoder.decode(records.data(), records.size());
            const auto found = ring.read<ring::DeviceLink>(ring::RecordType::DeviceLink);
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found[0].header.key, 18U);
            QCOMPARE(found[0].first[15], std::uint8_t{0x50});
            QCOMPARE(found[0].second[0], std::uint8_t{0}); // no GPU's
            QCOMPARE(found[0].bandwidth, std::uint64_t{at != 0 ? 450'000'000U : 0U});
            QCOMPARE(found[0].throughSwitch, switchAt != 0 ? 1U : 0U);
        }
    }

    // By these names an idle device's cause is told.
    void overheadIsCalledAsKinetoCallsIt() {
        const Functions functions = library();
        Ring ring(folder_);
        ActivityDecoder decoder(functions, *ring.writer);
        stride = 56;
        decoder.setStride(Kind::Overhead, stride);
        Records records(Kind::Overhead, 3);
        records.set(overhead::kWhat, 1U, 0);
        records.set(overhead::kWhat, 4U << 16, 1);
        records.set(overhead::kWhat, 5U << 16, 2);
        decoder.decode(records.data(), records.size());
        QCOMPARE(ring.read<ring::ProfilerOverhead>(ring::RecordType::ProfilerOverhead).size(),
                 std::size_t{3});
        QCOMPARE(ring.names, (std::vector<std::string>{"Driver Compiler", "Runtime Triggered Module Loading",
                                                       "Lazy Function Loading"}));
    }

    void aLaunchsArgumentsAreReadWhereTheKernelIsKnown() {
        const int handles[3] = {};
        const auto handle = [&](int i) { return reinterpret_cast<std::uint64_t>(&handles[i]); };
        describeKernel(handle(0), "add", "x: *fp32, n: i32, tail: i8, half: bf16, scale: fp64");
        QCOMPARE(parametersOf(&handles[1], "add"), nullptr);
        QCOMPARE(parametersOf(&handles[0], "another"), nullptr); // the handle has been given out anew
        QCOMPARE(parametersOf(&handles[0], nullptr), nullptr);
        const KernelParameters* known = parametersOf(&handles[0], "add");
        QVERIFY(known != nullptr);
        QCOMPARE(known->count, std::uint8_t{5});
        // No byte more is read than a value has.
        const int n = -5;
        const signed char tail[2] = {-1, 77};
        const double scale = 2.5;
        const std::uint16_t half[2] = {0xc020, 77};
        const std::uint64_t address = 0x7f5e40000200;
        const void* const given[] = {&address, &n, &tail[0], &half[0], &scale};
        std::uint64_t values[ring::kMostLaunchValues] = {};
        known->read(const_cast<void* const*>(given), values);
        QCOMPARE(values[0], address);
        QCOMPARE(values[1], std::uint64_t{0xfffffffb});
        QCOMPARE(values[2], std::uint64_t{0xff});
        QCOMPARE(values[3], std::uint64_t{0xc020});
        QCOMPARE(std::bit_cast<double>(values[4]), 2.5);
        // A kernel without values takes over the handle of one with.
        describeKernel(handle(0), "copy", "x: nvTmaDesc");
        QCOMPARE(parametersOf(&handles[0], "add"), nullptr);
        QCOMPARE(parametersOf(&handles[0], "copy"), nullptr);
        describeKernel(handle(0), "add", "n: i64");
        QCOMPARE(parametersOf(&handles[0], "add")->values[0].bytes, std::uint8_t{8});
        // Of too many, numbers come before addresses.
        std::string many;
        for (int i = 0; i < 40; ++i) {
            many += "p" + std::to_string(i) + ": *fp32, ";
        }
        many += "n: i32, m: i64";
        describeKernel(handle(2), "many", many.c_str());
        const KernelParameters* cut = parametersOf(&handles[2], "many");
        QCOMPARE(cut->count, std::uint8_t{ring::kMostLaunchValues});
        QCOMPARE(cut->values[cut->count - 3].index, 29U);
        QCOMPARE(cut->values[cut->count - 2].index, 40U);
        QCOMPARE(cut->values[cut->count - 1].index, 41U);
        for (std::uint64_t made_up = 1; made_up < 20'000; ++made_up) {
            describeKernel(made_up << 4, "made up", "n: i32");
        }
        QVERIFY(parametersOf(reinterpret_cast<const void*>(std::uint64_t{1} << 4), "made up") != nullptr);
        QCOMPARE(parametersOf(reinterpret_cast<const void*>(std::uint64_t{19'999} << 4), "made up"), nullptr);
    }

private:
    QTemporaryDir folder_{QStringLiteral("/dev/shm/tst_probe_kinds-XXXXXX")};
    std::optional<test::SessionPage> page_;
};

int run_tst_probe_kinds(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_kinds>(argc, argv);
}
#include "tst_probe_kinds.moc"
