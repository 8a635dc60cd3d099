#include "app/capture/GpuProcesses.h"

#include <QList>
#include <QProcess>

namespace lanes {
namespace {

constexpr int kToolPatienceMs = 2000;
constexpr qint64 kMostMib = qint64{1} << 40; // MiB: more is no number of memory

} // namespace

QHash<pid_t, qint64> parseGpuProcesses(const QByteArray& text) {
    QHash<pid_t, qint64> bytes;
    for (const QByteArray& line : text.split('\n')) {
        const QList<QByteArray> words = line.split(',');
        bool pidGood = false;
        bool sizeGood = false;
        const int pid = words.value(0).trimmed().toInt(&pidGood);
        const qint64 size = words.value(1).trimmed().toLongLong(&sizeGood);
        if (pidGood && sizeGood && pid > 0 && size >= 0 && size < kMostMib) {
            bytes[pid] += size << 20;
        }
    }
    return bytes;
}

QHash<pid_t, qint64> gpuMemoryByProcess() {
    QProcess tool;
    tool.start(QStringLiteral("nvidia-smi"), {QStringLiteral("--query-compute-apps=pid,used_memory"),
                                              QStringLiteral("--format=csv,noheader,nounits")});
    if (!tool.waitForFinished(kToolPatienceMs)) {
        tool.kill();
        tool.waitForFinished(kToolPatienceMs);
        return {};
    }
    return parseGpuProcesses(tool.readAllStandardOutput());
}

} // namespace lanes
