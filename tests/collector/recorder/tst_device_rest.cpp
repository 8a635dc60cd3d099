// In a long pause of the recording the vendor's library records nothing: what is missing when it begins again is said.
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <optional>
#include <string>
#include <string_view>

using namespace lanes;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::Program;

namespace {

constexpr std::string_view kLate = "Devices: The GPU's records began late after a pause ";

// A recording that pauses from 10 to 50 us, and a process that has devices.
struct Paused {
    Paused() {
        at.recording().pause(10'000);
        at.recording().resume(50'000);
        program.emplace(at);
    }
    void rest(TimeNs when, bool resting) {
        program->device.put(
            ring::DeviceRest{{0, RecordType::DeviceRest, resting ? ring::kResting : std::uint8_t{0}, 0},
                             static_cast<std::uint64_t>(at.origin() + when)});
    }
    std::string late() {
        program->device.pair(100'000);
        program->device.delivered(100'000);
        const std::string rows = test::slicesOf(*at.finished());
        const std::size_t found = rows.find(kLate);
        return found == std::string::npos
                   ? ""
                   : rows.substr(found + kLate.size(), rows.find('\n', found) - found - kLate.size());
    }
    std::uint64_t counted() { return at.diagnostics().count("devices-paused"); }

    DeviceRecording at;
    std::optional<Program> program;
};

} // namespace

class tst_device_rest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoBeginsBeforeThePauseEndsMissesNothing() {
        Paused paused;
        paused.rest(20'000, true);
        paused.at.drain();
        QVERIFY(paused.at.process().devicesRest());
        paused.rest(45'000, false);
        paused.at.drain();
        QVERIFY(!paused.at.process().devicesRest());
        compare(paused.late(), std::string());
        QCOMPARE(paused.counted(), std::uint64_t{0});
    }

    void whoBeginsLateHasTheTimeUntilThenMarked() {
        Paused paused;
        paused.rest(20'000, true);
        paused.rest(63'000, false);
        compare(paused.late(), std::string("50000+13000"));
        QCOMPARE(paused.counted(), std::uint64_t{1});
    }

    // The pause ended at the very moment.
    void whoFellAsleepAsThePauseEndedMissesTheTimeFromThere() {
        Paused paused;
        paused.rest(52'000, true);
        paused.rest(55'000, false);
        compare(paused.late(), std::string("52000+3000"));
        QCOMPARE(paused.counted(), std::uint64_t{1});
    }

    void aTimeThatCannotBeIsRefused() {
        Paused paused;
        paused.rest(paused.at.now() + 60'000'000'000, true);
        paused.at.drain();
        QVERIFY(!paused.at.process().devicesRest());
        compare(paused.late(), std::string());
    }
};

int run_tst_device_rest(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_device_rest>(argc, argv);
}
#include "tst_device_rest.moc"
