// What a recording of days must not do: grow with time, or write when nothing happens.
#include "collector/recorder/Capture.h"
#include "collector/recorder/sink/OperatorRows.h"
#include "collector/ring/ArgumentImage.h"
#include "tests/collector/recorder/FakeTarget.h"
#include "tests/support/RunTest.h"

#include <QElapsedTimer>
#include <QTest>

#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace lanes;

namespace {

class CountingOutput final : public session::Output {
public:
    explicit CountingOutput(std::atomic<std::uint64_t>& bytes)
        : bytes_(bytes) {}
    Result<void> append(std::string bytes) override {
        bytes_ += bytes.size();
        return {};
    }
    Result<void> sync() override { return {}; }
    [[nodiscard]] const std::string& path() const override { return path_; }

private:
    std::atomic<std::uint64_t>& bytes_;
    std::string path_ = "counted";
};

} // namespace

class tst_long_recording : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anIdleProgramCostsNoBytes() {
        std::atomic<std::uint64_t> bytes{0};
        auto thread = std::make_unique<recorder::WriterThread>(std::make_unique<CountingOutput>(bytes));
        recorder::WriterThread& disk = *thread;
        recorder::Capture capture(recorder::RingFolder::create(ring::DeviceSharing::Share).value(),
                                  session::SessionWriter::create(std::move(thread)).value(), disk, {}, {});
        setenv(ring::kFolderVariable, capture.folder().c_str(), 1);
        test::FakeProcess process;
        test::FakeThread main = process.thread();
        QVERIFY(main.begin("aten::linear", {}));
        main.end(0);
        const auto turnFor = [&](qint64 milliseconds) {
            QElapsedTimer time;
            for (time.start(); time.elapsed() < milliseconds;) {
                QTest::qSleep(capture.turn());
            }
            QVERIFY(disk.sync().ok());
        };
        constexpr qint64 kBetweenFlushes = 1200; // longer than what a viewer may have to wait for
        turnFor(kBetweenFlushes);
        QVERIFY(capture.events() == 1);
        // What the kernel counts goes on for a while.
        std::uint64_t written = 0;
        for (int patience = 0; written != bytes && patience < 50; ++patience) {
            written = bytes;
            turnFor(kBetweenFlushes);
        }
        turnFor(2 * kBetweenFlushes);
        QCOMPARE(bytes.load(), written);
        capture.stop(0);
        capture.finish();
        QVERIFY(bytes > written);
    }

    void scalarsThatAlwaysChangeFillNoMemory() {
        std::atomic<std::uint64_t> bytes{0};
        auto writer = session::SessionWriter::create(std::make_unique<CountingOutput>(bytes)).value();
        recorder::OperatorRows rows(writer);
        const std::vector<std::uint64_t> image(ring::kMaxScalars,
                                               ring::argumentWord(ring::ArgumentKind::Double));
        recorder::Signature signature = rows.signature(image);
        std::array<std::uint64_t, ring::kMaxScalars> scalars{};
        recorder::OperatorFacts facts;
        facts.signature = &signature;
        facts.scalars = scalars;
        std::vector<std::int64_t> cells;
        std::size_t told = 0;
        for (int step = 1; rows.scalarsLeftOut() == 0 && step < 1'000'000; ++step) {
            scalars.fill(std::bit_cast<std::uint64_t>(1.0 / step));
            rows.row(facts, cells);
            ++told;
        }
        QVERIFY(rows.scalarsLeftOut() > 0);
        QVERIFY(told > 10'000);
        // The operator keeps what else is known of it.
        QCOMPARE(cells.size(), std::size_t{5});
    }
};

int run_tst_long_recording(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_long_recording>(argc, argv);
}
#include "tst_long_recording.moc"
