// Reads the counters of a device and prints the values. A query that the driver does not support is left out and not
// repeated.
#pragma once

#include "collector/nvml/GpmSampler.h"
#include "collector/nvml/NvmlLibrary.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace lanes::nvml {

// Lines for the recorder, which reads them from a pipe:
//   device INDEX UUID NAME
//   value NS INDEX KEY VALUE         CLOCK_MONOTONIC; keys and units: DeviceSampler.cpp
//   process NS INDEX PID BYTES       device memory of that process
//   problem TEXT                     no further lines will come
// Any thread.
class SampleWriter {
public:
    explicit SampleWriter(int descriptor)
        : descriptor_(descriptor) {}

    // Writes whole lines, each of less than PIPE_BUF bytes. Waits while the reader is late. Ends the process when the
    // reader has closed the pipe.
    void write(std::string_view lines);

private:
    int descriptor_;
    std::mutex mutex_;
};

[[nodiscard]] std::int64_t monotonicNs();

// One thread, except for sampleSlowly(), which may have a thread of its own.
class DeviceSampler {
public:
    DeviceSampler(const NvmlLibrary& library, SampleWriter& out, unsigned index, Device device)
        : library_(library)
        , out_(out)
        , index_(index)
        , device_(device)
        , gpm_(library, device) {}

    void describe();
    // Reads the counters that answer at once, some 100 us.
    void sample();
    // Reads the counters that take milliseconds: GPM, and traffic over PCIe (40 ms) and NVLink if GPM does not count
    // it.
    void sampleSlowly();

private:
    void add(std::string& lines, std::int64_t time, std::string_view key, double value) const;
    void addProcesses(std::string& lines, std::int64_t time);
    void addPcie(std::string& lines);
    void addNvlink(std::string& lines);

    NvmlLibrary library_; // for this device: functions that the driver does not support are null too
    SampleWriter& out_;
    unsigned index_;
    Device device_;
    GpmSampler gpm_;
    // The NVLink totals at the previous sample: its time in ns, 0 before the first, and KiB.
    struct Nvlink {
        std::int64_t time = 0;
        unsigned long long sent = 0, received = 0;
    } nvlink_;
};

} // namespace lanes::nvml
