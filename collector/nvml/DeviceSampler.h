// Asks a device for what it counts, and writes the answers down. What it refuses is left out.
#pragma once

#include "collector/nvml/NvmlLibrary.h"
#include "collector/nvml/SampleWriter.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::nvml {

// One thread, but for sampleLinks(), which may have one of its own.
class DeviceSampler {
public:
    DeviceSampler(const NvmlLibrary& library, SampleWriter& out, unsigned index, Device device)
        : library_(library)
        , out_(out)
        , index_(index)
        , device_(device) {}

    void describe();
    // Everything that answers at once, some 100 us.
    void sample();
    // What the device takes its time for, 40 ms.
    void sampleLinks();

private:
    void add(std::string& lines, std::int64_t time, std::string_view key, double value) const;
    void addProcesses(std::string& lines, std::int64_t time) const;
    void addNvlink(std::string& lines);

    const NvmlLibrary& library_;
    SampleWriter& out_;
    unsigned index_;
    Device device_;
    // All that came over NVLink until the sample before: its time in ns, 0 before the first, and KiB.
    struct Nvlink {
        std::int64_t time = 0;
        unsigned long long sent = 0, received = 0;
    } nvlink_;
};

} // namespace lanes::nvml
