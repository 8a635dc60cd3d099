// Curves of devices, from the lines of a helper: those that make sense, of devices that are used.
#include "collector/recorder/counters/DeviceCounters.h"
#include "tests/collector/recorder/CounterRecording.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace lanes;
using namespace lanes::recorder;

namespace {

constexpr const char* kUuid = "GPU-50505050-5050-5050-5050-505050505050";

// A recording with one process, whose helper prints `lines` and ends.
class Recording {
public:
    Recording(const QTemporaryDir& folder, const std::string& lines)
        : session_(folder)
        , counters_(session_.context(), script(folder, lines)) {
        user_.process = session_.addProcess("1");
    }

    void use(const char* uuid) { session_.context().devices.device(user_, {.index = 0, .uuid = uuid}); }
    // Takes lines until `enough`, which the helper's last one brings about.
    template<class Enough>
    bool take(const Enough& enough) {
        return QTest::qWaitFor(
            [&] {
                counters_.turn();
                return enough(diagnostics());
            },
            kPatience);
    }
    [[nodiscard]] std::string diagnostics() const {
        Diagnostics all;
        counters_.addTo(all);
        std::string text;
        for (const Diagnostic& diagnostic : all.all()) {
            text += std::to_string(diagnostic.count) + " " + diagnostic.message + "\n";
        }
        return text;
    }
    std::string curves() {
        counters_.flush();
        return session_.curves();
    }

private:
    static std::string script(const QTemporaryDir& folder, const std::string& lines) {
        QFile file(folder.filePath(QStringLiteral("helper")));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(("#!/bin/sh\ncat <<'END'\n" + lines + "END\n").c_str());
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        return file.fileName().toStdString();
    }

    test::CounterRecording session_;
    DeviceUser user_{{}, "1"};
    DeviceCounters counters_;
};

bool saysNonsense(const std::string& diagnostics) {
    return diagnostics.find("made no sense") != std::string::npos;
}

} // namespace

class DeviceCountersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesBecomeCurvesOfTheirDevice() {
        const QTemporaryDir folder;
        Recording recording(folder, std::string("device 0 ") + kUuid + " Played H100\n" +
                                        "value 2000 0 power_watts 70\n"
                                        "process 2000 0 77 4096\n"
                                        "value 3000 0 power_watts 80.5\n"
                                        "value 3000 0 memory_used_bytes 123\n"
                                        "the end\n");
        recording.use(kUuid);
        QVERIFY(recording.take(saysNonsense));
        QCOMPARE(recording.curves(), std::string("GPU-50 Memory used [bytes] 2000:123\n"
                                                 "GPU-50 Power [W] 1000:70 2000:81\n"
                                                 "GPU-50 Memory of process 77 [bytes] 1000:4096\n"));
    }

    void energyCountsFromTheRecordingsBegin() {
        const QTemporaryDir folder;
        Recording recording(folder, std::string("device 0 ") + kUuid + " Played H100\n" +
                                        "value 2000 0 energy_joules 359076761.4\n"
                                        "value 3000 0 energy_joules 359076771.4\n"
                                        "the end\n");
        recording.use(kUuid);
        QVERIFY(recording.take(saysNonsense));
        QCOMPARE(recording.curves(), std::string("GPU-50 Energy [J] 1000:0 2000:10\n"));
    }

    void devicesThatNobodyUsesAreLeftOut() {
        const QTemporaryDir folder;
        Recording recording(folder, "device 0 GPU-another Played H100\n"
                                    "value 2000 0 power_watts 70\n"
                                    "the end\n");
        recording.use(kUuid);
        QVERIFY(recording.take(saysNonsense));
        QCOMPARE(recording.curves(), std::string());
    }

    void aDeviceThatIsSplitSaysSo() {
        const QTemporaryDir folder;
        Recording recording(folder,
                            std::string("device 0 ") + kUuid + " Played H100\nsplit 0\nsplit 7\nthe end\n");
        QVERIFY(recording.take(saysNonsense));
        QVERIFY(recording.diagnostics().find("MIG") == std::string::npos);
        recording.use(kUuid);
        QVERIFY(recording.diagnostics().find("GPU 0 is split (MIG)") != std::string::npos);
    }

    void whatIsRareHasACurveOnceItIsThere() {
        const QTemporaryDir folder;
        Recording recording(folder, std::string("device 0 ") + kUuid + " Played H100\n" +
                                        "value 2000 0 throttled_power_cap 0\n"
                                        "value 2000 0 ecc_errors 0\n"
                                        "value 3000 0 throttled_power_cap 1\n"
                                        "value 4000 0 throttled_power_cap 0\n"
                                        "the end\n");
        recording.use(kUuid);
        QVERIFY(recording.take(saysNonsense));
        QCOMPARE(recording.curves(), std::string("GPU-50 Throttled by the power cap [] 2000:1 3000:0\n"));
    }

    void nonsenseIsCountedAndNothingElse() {
        const QTemporaryDir folder;
        Recording recording(folder, std::string("device 0 ") + kUuid + " Played H100\n" +
                                        "device zero GPU-1 x\ndevice 1\nvalue\nvalue 1 2\n"
                                        "value 9 0 power_watts nan\nvalue 9 0 power_watts 1e999\n"
                                        "value 99999999999999999999 0 power_watts 7\n"
                                        "value 9 7 power_watts 7\nvalue 9 0 unheard_of 7\n"
                                        "process 9 0 -1 5\nprocess 9 0 1 -5\n" +
                                        std::string(100'000, 'x') + "\n" + "value 4000 0 power_watts 1\n" +
                                        "value 3000 0 power_watts 2\n" + // time does not run backwards
                                        "problem the end\n");
        recording.use(kUuid);
        QVERIFY(recording.take([](const std::string& said) { return said.starts_with("1 Utilisation"); }));
        QVERIFY(recording.diagnostics().find("\n12 Samples") != std::string::npos);
        QCOMPARE(recording.curves(), std::string("GPU-50 Power [W] 3000:1\n"));
    }

    void aProblemIsSaidOnlyWhereAGpuIsUsed() {
        const QTemporaryDir folder;
        Recording recording(folder, "problem libnvidia-ml.so.1 is not there\nthe end\n");
        QVERIFY(recording.take(saysNonsense));
        QVERIFY(recording.diagnostics().find("libnvidia-ml") == std::string::npos);
        recording.use(kUuid);
        QVERIFY(recording.diagnostics().find("libnvidia-ml.so.1 is not there; it comes with the driver") !=
                std::string::npos);
    }
};

int run_tst_device_counters(int argc, char** argv) {
    return lanes::test::runWithoutWindow<DeviceCountersTest>(argc, argv);
}
#include "tst_device_counters.moc"
