// Lines for the recorder, which reads them from a pipe:
//   device INDEX UUID NAME
//   value NS INDEX KEY VALUE         CLOCK_MONOTONIC; keys and units: DeviceSampler.cpp
//   process NS INDEX PID BYTES       what the device's driver gave that process
//   problem TEXT                     nothing more will come
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace lanes::nvml {

// Any thread.
class SampleWriter {
public:
    explicit SampleWriter(int descriptor)
        : descriptor_(descriptor) {}

    // Whole lines, each of less than PIPE_BUF bytes. Ends the process when nobody reads any more; waits while the reader
    // is late.
    void write(std::string_view lines);

private:
    int descriptor_;
    std::mutex mutex_;
};

[[nodiscard]] std::int64_t monotonicNs();

} // namespace lanes::nvml
