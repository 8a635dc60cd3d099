// How much memory of GPUs each process holds, as the driver's own tool says.
#pragma once

#include <QByteArray>
#include <QHash>

#include <sys/types.h>

namespace lanes {

// Bytes over all devices, by pid; empty where there is no such tool, or it says nothing within two seconds. Blocks: for a
// worker thread.
[[nodiscard]] QHash<pid_t, qint64> gpuMemoryByProcess();

// From the tool's lines, "PID, MIB"; what is no number is left out.
[[nodiscard]] QHash<pid_t, qint64> parseGpuProcesses(const QByteArray& text);

} // namespace lanes
