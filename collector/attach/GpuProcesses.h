// How much GPU memory each process has, as the driver's own tool says.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>

namespace lanes::attach {

// Asks nvidia-smi and waits for it, two seconds at most; nothing where there is none, or where it does not know.
[[nodiscard]] std::map<pid_t, std::int64_t> gpuMemoryByProcess();

// Its answer, "pid, MiB" a line: bytes by process; one on several GPUs counts together.
[[nodiscard]] std::map<pid_t, std::int64_t> parseGpuProcesses(const std::string& text);

} // namespace lanes::attach
