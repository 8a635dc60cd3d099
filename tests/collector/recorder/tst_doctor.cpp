// What the doctor says of machines and programs: of faults made in folders that stand for a machine, and of this one.
#include "collector/doctor/ProgramChecks.h"
#include "collector/doctor/SystemChecks.h"
#include "tests/collector/recorder/RecorderTest.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using lanes::kPatience;
using namespace lanes::doctor;

namespace {

// A folder that stands for a machine.
class Machine {
public:
    Machine& file(const char* path, const char* content) {
        const QString full = folder_.path() + QString::fromLatin1(path);
        QDir().mkpath(full.section('/', 0, -2));
        QFile file(full);
        [[maybe_unused]] const bool open = file.open(QIODevice::WriteOnly);
        file.write(content);
        return *this;
    }
    Machine& user(const char* capabilities) {
        return file("/proc/self/status", QByteArray("Name:\tx\nCapEff:\t").append(capabilities).append("\n"));
    }
    [[nodiscard]] SystemChecks checks() const { return SystemChecks(folder_.path().toStdString()); }

private:
    QTemporaryDir folder_;
};

constexpr const char* kNobody = "0000000000000000";
constexpr const char* kRoot = "000001ffffffffff";

Trial working() {
    Trial trial;
    trial.facts = {
        {"python", "3.13.1"},       {"python.path", "/x/python"}, {"python.implementation", "cpython"},
        {"torch", "2.15.0+cu132"},  {"torch.cuda", "13.2"},       {"cuda", "works"},
        {"devices", "H100"},        {"driver.cuda", "13040"},     {"cupti.path", "/x/libcupti.so.13"},
        {"cupti.version", "130401"}};
    trial.session = {{"capture", "calibrated hook"}};
    return trial;
}

Finding named(const std::vector<Finding>& findings, const char* name) {
    const auto found = std::ranges::find(findings, name, &Finding::name);
    return found != findings.end() ? *found : Finding{};
}

} // namespace

class tst_doctor : public RecorderTest {
    Q_OBJECT

private Q_SLOTS:
    void theDriverAndItsDevice() {
        const char* const version =
            "NVRM version: NVIDIA UNIX x86_64 Kernel Module  590.44.01  Tue Jan 1\nGCC\n";
        QVERIFY(!Machine().checks().driver());
        const auto whole =
            Machine().file("/proc/driver/nvidia/version", version).file("/dev/nvidia0", "").checks().driver();
        QCOMPARE(whole->state, State::Good);
        QCOMPARE(whole->found, std::string("NVIDIA 590.44.01"));
        const auto notPassedIn = Machine().file("/proc/driver/nvidia/version", version).checks().driver();
        QCOMPARE(notPassedIn->state, State::Broken);
        QCOMPARE(notPassedIn->fix.front(), std::string("docker run --gpus all IMAGE"));
        QCOMPARE(Machine().file("/dev/nvidia0", "").checks().driver()->state, State::Limited);
        QCOMPARE(
            Machine().file("/proc/driver/nvidia/version", "").file("/dev/dxg", "").checks().driver()->state,
            State::Good);
    }

    void whatAMachineBringsInFigures() {
        QCOMPARE(Machine().checks().facts("/").devices, std::vector<std::string>());
        Machine box; // a container: of the machine's two GPUs it was given one
        box.user(kNobody)
            .file("/proc/driver/nvidia/version",
                  "NVRM version: NVIDIA UNIX x86_64 Kernel Module  575.57  Tue\n")
            .file("/proc/driver/nvidia/params", "RmProfilingAdminOnly: 1\n")
            .file("/proc/driver/nvidia/gpus/0000:0b:00.0/information",
                  "Model: \t\t NVIDIA H100 80GB HBM3\nDevice Minor: \t 0\n")
            .file("/proc/driver/nvidia/gpus/0000:0c:00.0/information",
                  "Model: \t\t NVIDIA T4\nDevice Minor: \t 1\n")
            .file("/dev/nvidia0", "")
            .file("/dev/shm/x", "");
        const MachineFacts facts = box.checks().facts("/");
        QCOMPARE(facts.devices, std::vector<std::string>{"NVIDIA H100 80GB HBM3"});
        QCOMPARE(facts.driver, std::string("575.57"));
        QVERIFY(facts.profilingRestricted);
        QVERIFY(facts.sharedMemory > 0 && facts.disk > 0);
        QVERIFY(!box.user(kRoot).checks().facts("/").profilingRestricted);
    }

    void whoMayProfile() {
        const char* const path = "/proc/driver/nvidia/params";
        QVERIFY(!Machine().checks().permission());
        QCOMPARE(Machine().user(kNobody).file(path, "RmProfilingAdminOnly: 0\n").checks().permission()->state,
                 State::Good);
        QCOMPARE(
            Machine().user(kRoot).file(path, "A: 1\nRmProfilingAdminOnly: 1\n").checks().permission()->state,
            State::Good);
        const auto refused =
            Machine().user(kNobody).file(path, "RmProfilingAdminOnly: 1\n").checks().permission();
        QCOMPARE(refused->state, State::Limited);
        QVERIFY(refused->fix.front().find("NVreg_RestrictProfilingToAdminUsers=0") != std::string::npos);
    }

    void containersWithoutUtility() {
        QVERIFY(!Machine().checks().container());
        qputenv("NVIDIA_DRIVER_CAPABILITIES", "compute");
        const auto limited = Machine().file("/.dockerenv", "").checks().container();
        qputenv("NVIDIA_DRIVER_CAPABILITIES", "compute,utility");
        const auto good = Machine().file("/run/.containerenv", "").checks().container();
        qunsetenv("NVIDIA_DRIVER_CAPABILITIES");
        QCOMPARE(limited->state, State::Limited);
        QCOMPARE(good->state, State::Good);
    }

    void whatTheKernelAllows() {
        const char* const perf = "/proc/sys/kernel/perf_event_paranoid";
        QCOMPARE(Machine().checks().perf().state, State::Limited);
        QCOMPARE(Machine().user(kNobody).file(perf, "1\n").checks().perf().state, State::Good);
        QCOMPARE(Machine().user(kNobody).file(perf, "3\n").checks().perf().state, State::Limited);
        QCOMPARE(Machine().user(kRoot).file(perf, "3\n").checks().perf().state, State::Good);
        const char* const yama = "/proc/sys/kernel/yama/ptrace_scope";
        // attaching to what runs already needs it
        QCOMPARE(Machine().user(kNobody).file(yama, "0\n").checks().ptrace().state, State::Good);
        QCOMPARE(Machine().user(kNobody).file(yama, "1\n").checks().ptrace().state, State::Limited);
        QCOMPARE(Machine().user(kRoot).file(yama, "1\n").checks().ptrace().state, State::Good);
        QCOMPARE(Machine().user(kRoot).file(yama, "3\n").checks().ptrace().state, State::Limited);
        const char* const clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
        QCOMPARE(Machine().file(clock, "tsc\n").checks().clock().state, State::Good);
        QCOMPARE(Machine().file(clock, "hpet\n").checks().clock().state, State::Limited);
        QCOMPARE(Machine().checks().sharedMemory().state, State::Broken);
    }

    void disksThatTakeNothing() {
        QVERIFY(SystemChecks::disk(folder_.path().toStdString()).state != State::Broken);
        const Finding broken = SystemChecks::disk("/proc/nothing");
        QCOMPARE(broken.state, State::Broken);
        QVERIFY(!broken.found.empty() && !broken.fix.empty());
    }

    void versionsOfLibcupti() {
        QCOMPARE(cuptiVersion(130401, ""), std::string("13.4 update 1"));
        QCOMPARE(cuptiVersion(130300, "13.3.7"), std::string("13.3"));
        QCOMPARE(cuptiVersion(26, "12.8.90"), std::string("12.8.90"));
        QCOMPARE(cuptiVersion(18, ""), std::string("older than 13"));
    }

    void aProgramWhereEverythingWorks() {
        const Trial trial = working();
        QCOMPARE(pythonAndTorch(trial).state, State::Good);
        QCOMPARE(calibration(trial).state, State::Good);
        for (const Finding& finding : cuda(trial)) {
            QVERIFY2(finding.state == State::Good, finding.name.c_str());
        }
        QCOMPARE(cuda(trial).size(), std::size_t{3});
    }

    void faultsOfLibcuptiByVersion() {
        Trial trial = working();
        trial.facts["cupti.version"] = "130302";
        Finding finding = named(cuda(trial), "libcupti");
        QCOMPARE(finding.state, State::Limited);
        QVERIFY(finding.why.find("13.4 update 1") != std::string::npos &&
                finding.why.find("13.3") == std::string::npos);
        trial.facts["cupti.version"] = "26";
        QVERIFY(named(cuda(trial), "libcupti").why.find("13.3 update 1") != std::string::npos);
        trial.facts["cupti.path"] = "";
        QCOMPARE(named(cuda(trial), "libcupti").state, State::Broken);
    }

    void whatTheProbeCouldNotDo() {
        Trial trial = working();
        trial.session["reason"] = "GPU work is not recorded: another profiler holds CUPTI (result 39)";
        QCOMPARE(calibration(trial).state, State::Good); // it has a line of its own
        QCOMPARE(named(cuda(trial), "Recording of kernels").state, State::Broken);
        trial.session["capture"] = "torch.profiler in cycles";
        QCOMPARE(calibration(trial).state, State::Limited);
        trial.session["capture"] = "none";
        QCOMPARE(calibration(trial).state, State::Broken);
        trial.facts["cuda"] = "tried";
        trial.facts["problem"] = "RuntimeError: No CUDA GPUs are available";
        QCOMPARE(named(cuda(trial), "CUDA in the program").state, State::Broken);
        trial.facts.erase("torch");
        QCOMPARE(pythonAndTorch(trial).state, State::Broken);
        QVERIFY(cuda(trial).empty());
    }

    void thisMachineIsExamined() {
        const auto [code, report] =
            examined({QStringLiteral("--"), QStringLiteral("/usr/bin/python3"), QStringLiteral("train.py")});
        QVERIFY2(!report.isEmpty(), "no JSON");
        QCOMPARE(code, report[QStringLiteral("broken")].toInt() > 0 ? 1 : 0);
        QCOMPARE(stateOf(report, "Python and torch"), QStringLiteral("good"));
        QCOMPARE(stateOf(report, "Probe"), QStringLiteral("good"));
        for (const char* name : {"Shared memory", "Open files", "Clock", "perf", "ptrace"}) {
            QVERIFY2(!stateOf(report, name).isEmpty(), name);
        }
    }

    void anInterpreterThatIsNotThereIsBroken() {
        const auto [code, report] = examined({QStringLiteral("--"), QStringLiteral("/nowhere/python3")});
        QCOMPARE(code, 1);
        QCOMPARE(stateOf(report, "Python and torch"), QStringLiteral("broken"));
    }

    void aTinyDevShmIsLimited() {
        const QStringList unshare{QStringLiteral("unshare"), QStringLiteral("-rm")};
        if (!mayUnshare(unshare)) {
            QSKIP("this machine allows no mount namespaces");
        }
        const auto [code, report] =
            run(unshare +
                QStringList{
                    QStringLiteral("sh"), QStringLiteral("-c"),
                    QStringLiteral("mount -t tmpfs -o size=16m none /dev/shm && exec \"$0\" doctor --json"),
                    recorder_});
        QCOMPARE(stateOf(report, "Shared memory"), QStringLiteral("limited"));
    }

private:
    using Examined = std::pair<int, QJsonObject>;

    static Examined run(QStringList command) {
        QProcess process;
        const QString program = command.takeFirst();
        process.start(program, command);
        process.waitForFinished(kPatience);
        return {process.exitCode(), QJsonDocument::fromJson(process.readAllStandardOutput()).object()};
    }
    [[nodiscard]] Examined examined(const QStringList& arguments) const {
        return run(QStringList{recorder_, QStringLiteral("doctor"), QStringLiteral("--json"),
                               QStringLiteral("-o"), folder_.path()} +
                   arguments);
    }
    static QString stateOf(const QJsonObject& report, const char* name) {
        for (const QJsonValue& finding : report[QStringLiteral("findings")].toArray()) {
            if (finding[QStringLiteral("name")].toString() == QLatin1String(name)) {
                return finding[QStringLiteral("state")].toString();
            }
        }
        return {};
    }
};

int run_tst_doctor(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_doctor>(argc, argv);
}
#include "tst_doctor.moc"
