// The output of `lanescope memory --peak`.
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
    std::optional<MemoryFit> without; // result for the requested module
};

struct TruthAnswer {
    MemoryGroup growthBy = MemoryGroup::Operator;
    std::string without; // the requested module; empty: none
    std::vector<DeviceTruth> devices;
};

// Writes the value of "peak": a list of devices.
void writeTruth(JsonWriter& json, const TruthAnswer& answer, const OperatorData& data);
// Tables as text, or one table of all parts as CSV. `start` is the moment labelled 0.
[[nodiscard]] std::string truthText(const TruthAnswer& answer, TimeNs start);
[[nodiscard]] std::string truthCsv(const TruthAnswer& answer);

} // namespace lanes::cli
