#include "app/doctor/DoctorRun.h"

#include "views/shared/text/SentencePatterns.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QtGlobal>

#include <array>
#include <utility>

namespace lanes {

namespace {

// tst_translations looks for what the doctor says here.
constexpr std::array kDoctorSays = {
    QT_TRANSLATE_NOOP("DoctorText", "Program"),
    QT_TRANSLATE_NOOP("DoctorText", "System"),
    QT_TRANSLATE_NOOP("DoctorText", "Driver"),
    QT_TRANSLATE_NOOP("DoctorText", "GPU profiling"),
    QT_TRANSLATE_NOOP("DoctorText", "CUDA in the program"),
    QT_TRANSLATE_NOOP("DoctorText", "Recording of kernels"),
    QT_TRANSLATE_NOOP("DoctorText", "Python and torch"),
    QT_TRANSLATE_NOOP("DoctorText", "Probe"),
    QT_TRANSLATE_NOOP("DoctorText", "Shared memory"),
    QT_TRANSLATE_NOOP("DoctorText", "Disk of %1"),
    QT_TRANSLATE_NOOP("DoctorText", "Open files"),
    QT_TRANSLATE_NOOP("DoctorText", "Clock"),
    QT_TRANSLATE_NOOP("DoctorText", "Container"),
    QT_TRANSLATE_NOOP("DoctorText", "there is no NVIDIA GPU here, or none is passed in"),
    QT_TRANSLATE_NOOP("DoctorText", "There is no GPU work to record; operators, stacks and memory are."),
    QT_TRANSLATE_NOOP("DoctorText", "On a machine with a GPU: install its driver; in a container: %1"),
    QT_TRANSLATE_NOOP("DoctorText", "utilisation, memory, power, clocks, ten times a second"),
    QT_TRANSLATE_NOOP("DoctorText", "it does not answer"),
    QT_TRANSLATE_NOOP("DoctorText", "No curves of the GPU's utilisation, memory and power."),
    QT_TRANSLATE_NOOP("DoctorText", "It comes with the driver; in a container: %1"),
    QT_TRANSLATE_NOOP("DoctorText", "Nothing can be said of the program."),
    QT_TRANSLATE_NOOP("DoctorText", "of the host, through WSL"),
    QT_TRANSLATE_NOOP("DoctorText", "there is a device, /proc says nothing of its driver"),
    QT_TRANSLATE_NOOP("DoctorText", "NVIDIA of unknown version"),
    QT_TRANSLATE_NOOP("DoctorText", "%1, but no device is passed in"),
    QT_TRANSLATE_NOOP("DoctorText", "Nothing here can use the GPU."),
    QT_TRANSLATE_NOOP("DoctorText", "for everybody"),
    QT_TRANSLATE_NOOP("DoctorText", "for administrators, as this is"),
    QT_TRANSLATE_NOOP("DoctorText", "for administrators only"),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "Some drivers refuse kernels and copies to others, and all refuse the performance counters."),
    QT_TRANSLATE_NOOP("DoctorText",
                      "then reboot; in a container: docker run --cap-add=SYS_ADMIN IMAGE; or record as root"),
    QT_TRANSLATE_NOOP("DoctorText", "then reboot; or record as root"),
    QT_TRANSLATE_NOOP("DoctorText", "yes"),
    QT_TRANSLATE_NOOP("DoctorText", "%1, limited to %2 of memory"),
    QT_TRANSLATE_NOOP("DoctorText", "the driver's capabilities are '%1', without utility"),
    QT_TRANSLATE_NOOP("DoctorText", "NVML is not passed in: no curves of utilisation, power and memory."),
    QT_TRANSLATE_NOOP("DoctorText", "perf_event_paranoid is %1"),
    QT_TRANSLATE_NOOP("DoctorText", "this kernel has none"),
    QT_TRANSLATE_NOOP("DoctorText", "%1, which does not bind this user"),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "Lanescope does without; perf and tools that use it cannot watch the program beside it."),
    QT_TRANSLATE_NOOP("DoctorText", "ptrace_scope is %1"),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "Programs that run already cannot be attached to; what Lanescope starts is recorded all the same."),
    QT_TRANSLATE_NOOP("DoctorText", "sudo sysctl kernel.yama.ptrace_scope=0, or sudo lanescope attach PID"),
    QT_TRANSLATE_NOOP("DoctorText", "A reboot without ptrace_scope=3: this kernel does not take it back."),
    QT_TRANSLATE_NOOP("DoctorText", "/dev/shm has %1 free"),
    QT_TRANSLATE_NOOP("DoctorText", "there is no /dev/shm"),
    QT_TRANSLATE_NOOP("DoctorText",
                      "The buffers go to $TMPDIR or /tmp, onto a disk perhaps: records may be lost."),
    QT_TRANSLATE_NOOP("DoctorText",
                      "The buffers of many threads are small there: busy ones may lose records."),
    QT_TRANSLATE_NOOP("DoctorText", "or outside of a container: %1"),
    QT_TRANSLATE_NOOP("DoctorText", "unknown"),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "The processor's counter is not trusted here: the kernel is asked for the time, which takes longer."),
    QT_TRANSLATE_NOOP("DoctorText", "Nothing to do on most virtual machines; else boot with tsc=reliable."),
    QT_TRANSLATE_NOOP("DoctorText", "%1 allowed"),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "Each recorded thread takes one in the recorder: programs with many threads lose some."),
    QT_TRANSLATE_NOOP("DoctorText", "A session cannot be written there."),
    QT_TRANSLATE_NOOP("DoctorText", "%1/s, %2 free"),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "A busy program writes more than that: what the disk does not take is left out, and counted."),
    QT_TRANSLATE_NOOP("DoctorText", "%1, driver for CUDA %2"),
    QT_TRANSLATE_NOOP("DoctorText", "the program ended on its way there"),
    QT_TRANSLATE_NOOP("DoctorText", "torch itself reaches no GPU: there is no GPU work to record."),
    QT_TRANSLATE_NOOP("DoctorText", "nvidia-smi says whether the driver works; in a container: %1"),
    QT_TRANSLATE_NOOP("DoctorText", "none is in the program"),
    QT_TRANSLATE_NOOP("DoctorText", "GPU work is not recorded."),
    QT_TRANSLATE_NOOP("DoctorText", "or set CUDA_HOME to a toolkit of the program's CUDA"),
    QT_TRANSLATE_NOOP("DoctorText", "older than 13, %1"),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "Below 13.4 update 1 the program's memory grows while it is recorded: record minutes, not hours."),
    QT_TRANSLATE_NOOP("DoctorText",
                      "%1 Below 13.3 update 1 two profilers that both subscribe can crash a program."),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "A torch that brings a newer libcupti; it is the program's own, so ours cannot take its place."),
    QT_TRANSLATE_NOOP("DoctorText", "works, no other profiler is subscribed"),
    QT_TRANSLATE_NOOP("DoctorText",
                      "Kernels, copies and calls into CUDA are missing; operators are recorded."),
    QT_TRANSLATE_NOOP(
        "DoctorText",
        "Run the program without its other profiler: Nsight that started it (nsys, ncu), Proton, or that "
        "of JAX or TensorFlow."),
    QT_TRANSLATE_NOOP("DoctorText", "The sentence says what is missing."),
    QT_TRANSLATE_NOOP("DoctorText", "It did not run as far as its first line."),
    QT_TRANSLATE_NOOP("DoctorText", "Only CPython is recorded, not %1."),
    QT_TRANSLATE_NOOP("DoctorText", "Run the program with CPython 3.9 to 3.14."),
    QT_TRANSLATE_NOOP("DoctorText", "calibrated: operators, arguments, stacks and memory"),
    QT_TRANSLATE_NOOP("DoctorText", "no operator was recorded"),
    QT_TRANSLATE_NOOP("DoctorText", "the next best way: %1"),
    QT_TRANSLATE_NOOP("DoctorText",
                      "The probe did not come into the program: it was started without our PYTHONPATH."),
    QT_TRANSLATE_NOOP("DoctorText", "Start the program without -I, -E and -S and with the environment of the "
                                    "recorder; else report the sentence."),
    QT_TRANSLATE_NOOP("DoctorText", "this torch is built without"),
};

// What the doctor says, in the window's language.
// Of a group, a name, what was found, what it costs or what helps; commands stay as they are, as does what is not known.
QString doctorText(const QString& english) {
    return translatedSentence("DoctorText", kDoctorSays, english);
}

DoctorLine::State stateOf(const QString& word) {
    return word == QLatin1String("good")      ? DoctorLine::State::Good
           : word == QLatin1String("limited") ? DoctorLine::State::Limited
                                              : DoctorLine::State::Broken;
}

} // namespace

std::vector<DoctorLine> doctorLines(const QByteArray& json) {
    std::vector<DoctorLine> lines;
    const QJsonObject all = QJsonDocument::fromJson(json).object();
    for (const QJsonValue value : all[QLatin1String("findings")].toArray()) {
        const QJsonObject finding = value.toObject();
        const auto text = [&finding](const char* key) {
            return doctorText(finding[QLatin1String(key)].toString());
        };
        const QString state = finding[QLatin1String("state")].toString();
        DoctorLine line{text("group"), text("name"), stateOf(state), text("found"), text("why"), {}};
        for (const QJsonValue fix : finding[QLatin1String("fix")].toArray()) {
            line.fix << doctorText(fix.toString());
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

DoctorRun::DoctorRun(QString program, QObject* parent)
    : QObject(parent)
    , program_(std::move(program)) {}

DoctorRun::~DoctorRun() {
    if (process_ != nullptr) {
        process_->disconnect(this);
    }
}

void DoctorRun::cancel() {
    if (QProcess* ended = std::exchange(process_, nullptr)) {
        ended->disconnect(this);
        connect(ended, &QProcess::finished, ended, &QObject::deleteLater);
        ended->terminate();
    }
}

void DoctorRun::start(const QStringList& command, const QString& folder) {
    cancel();
    process_ = new QProcess(this);
    process_->setProgram(program_);
    process_->setArguments(QStringList{QStringLiteral("doctor"), QStringLiteral("--json"),
                                       QStringLiteral("-o"), folder, QStringLiteral("--")} +
                           command);
    connect(process_, &QProcess::finished, this, &DoctorRun::finish);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            finish();
        }
    });
    process_->start(QIODevice::ReadOnly);
}

void DoctorRun::finish() {
    QProcess* ended = std::exchange(process_, nullptr);
    const std::vector<DoctorLine> lines = doctorLines(ended->readAllStandardOutput());
    const QString said =
        QString::fromUtf8(ended->readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
    ended->deleteLater();
    Q_EMIT finished(lines, !lines.empty() ? QString()
                           : said.isEmpty()
                               ? tr("%1 doctor gave no answer; run it in a shell to see why.").arg(program_)
                               : said);
}

} // namespace lanes
