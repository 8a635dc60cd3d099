#include "collector/nvml/SampleWriter.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>

namespace lanes::nvml {

void SampleWriter::write(std::string_view lines) {
    const std::lock_guard lock(mutex_);
    while (!lines.empty()) {
        const ssize_t written = ::write(descriptor_, lines.data(), lines.size());
        if (written > 0) {
            lines.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            _exit(0);
        }
    }
}

std::int64_t monotonicNs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

} // namespace lanes::nvml
