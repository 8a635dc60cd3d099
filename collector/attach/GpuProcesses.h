// The GPU memory of each process, as the driver's own tool reports it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>

namespace lanes::attach {

// Runs nvidia-smi and waits two seconds at most. Returns nothing if the tool is missing, or has no answer.
[[nodiscard]] std::map<pid_t, std::int64_t> gpuMemoryByProcess();

// Parses its answer, "pid, MiB" a line. Returns bytes by process, summed over several GPUs.
[[nodiscard]] std::map<pid_t, std::int64_t> parseGpuProcesses(const std::string& text);

} // namespace lanes::attach
