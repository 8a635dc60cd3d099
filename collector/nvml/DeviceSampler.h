// Asks a device for what it counts, and writes the answers down. What the driver says that it does not support is left out
// and not asked again.
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
//   process NS INDEX PID BYTES       what the device's driver gave that process
//   problem TEXT                     nothing more will come
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

// One thread, but for sampleSlowly(), which may have one of its own.
class DeviceSampler {
public:
    DeviceSampler(const NvmlLibrary& library, SampleWriter& out, unsigned index, Device device)
        : library_(library)
        , out_(out)
        , index_(index)
        , device_(device)
        , gpm_(library, device) {}

    void describe();
    // Everything that answers at once, some 100 us.
    void sample();
    // What takes milliseconds: GPM, and traffic over PCIe (40 ms) and NVLink where GPM does not count it.
    void sampleSlowly();

private:
    void add(std::string& lines, std::int64_t time, std::string_view key, double value) const;
    void addProcesses(std::string& lines, std::int64_t time);
    void addPcie(std::string& lines);
    void addNvlink(std::string& lines);

    NvmlLibrary library_; // of this device: null is also what the driver does not support
    SampleWriter& out_;
    unsigned index_;
    Device device_;
    GpmSampler gpm_;
    // All that came over NVLink until the sample before: its time in ns, 0 before the first, and KiB.
    struct Nvlink {
        std::int64_t time = 0;
        unsigned long long sent = 0, received = 0;
    } nvlink_;
};

} // namespace lanes::nvml
