// The counters that drivers keep of the devices in use: a source of the recorder itself, beside the rings. Lines of
// lanescope-nvml (collector/nvml/DeviceSampler.h) become curves of the device that they name.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/counters/CounterCurves.h"
#include "collector/recorder/counters/LineHelper.h"
#include "model/base/Diagnostics.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace lanes::recorder {

// One thread.
class DeviceCounters {
public:
    // `helper`: the path of lanescope-nvml; without that program nothing is counted.
    DeviceCounters(const CaptureContext& context, const std::string& helper);

    // Takes the lines that have come. Devices that no process has used so far are left out.
    void turn();
    // Writes the samples since the last call to the session.
    void flush() { curves_.flush(); }
    void holdNames(session::NameCollector& held) const { curves_.holdNames(held); }
    void addTo(Diagnostics& diagnostics) const;

private:
    // A device as the helper numbers it.
    struct Device {
        std::string uuid;
        std::map<std::string, double> first; // values of counters that run from the recording's begin
        bool isSplit = false;                // MIG
    };

    void take(std::string_view line);
    void takeDevice(std::string_view words);
    void takeSplit(std::string_view words);
    void takeValue(std::string_view words);
    void takeProcess(std::string_view words);

    CaptureContext context_;
    LineHelper helper_;
    CounterCurves curves_;
    std::map<std::uint32_t, Device> devices_;
    std::string problem_; // of the helper
    std::uint64_t misread_ = 0;
};

} // namespace lanes::recorder
