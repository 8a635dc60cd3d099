// What `lanescope memory --peak` prints.
#pragma once

#include "model/analysis/memory/MemoryTruth.h"
#include "model/trace/args/JsonWriter.h"

#include <optional>
#include <string>
#include <vector>

namespace lanes::cli {

struct DeviceTruth {
    const DeviceMemory* device = nullptr;
    MemoryTruth truth;
    std::optional<MemoryFit> without; // of the module that was asked about
};

struct TruthAnswer {
    MemoryGroup growthBy = MemoryGroup::Operator;
    std::string without; // the module that was asked about; empty: none
    std::vector<DeviceTruth> devices;
};

// The value of "peak": a list of devices.
void writeTruth(JsonWriter& json, const TruthAnswer& answer, const OperatorData& data);
// Tables, or one of all parts for CSV. `start`: where time 0 is written.
[[nodiscard]] std::string truthText(const TruthAnswer& answer, TimeNs start);
[[nodiscard]] std::string truthCsv(const TruthAnswer& answer);

} // namespace lanes::cli
