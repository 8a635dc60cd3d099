// Turns the work of devices and the calls into their API into layouts and cells of the session, under Kineto's keys.
// Facts that Kineto does not write have keys of our own.
#pragma once

#include "collector/recorder/devices/CallMemory.h"
#include "collector/recorder/devices/KernelOccupancy.h"
#include "collector/recorder/devices/KernelSources.h"
#include "collector/recorder/sink/RowBuilder.h"
#include "collector/ring/DeviceRecords.h"
#include "model/session/writing/SessionWriter.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace lanes::recorder {

// The recording of an event that a wait refers to.
struct AwaitedRecord {
    std::uint32_t stream = ring::kNoStream;
    std::uint32_t correlation = 0; // 0: not known
};

// The origin of a kernel, as far as it is known.
struct KernelOrigin {
    const KernelSource* source = nullptr;
    StringId arguments; // argument values of the launch, in words
};

// One thread. Each function overwrites `cells` with the cells of the layout that it returns. `stack` may be none.
class DeviceRows {
public:
    // `writer` outlives this.
    explicit DeviceRows(session::SessionWriter& writer)
        : writer_(writer)
        , row_(writer) {}

    LayoutId kernel(const ring::Kernel& kernel, const DeviceFigures& device, const KernelOrigin& origin,
                    StackId stack, std::vector<std::int64_t>& cells);
    LayoutId copy(const ring::DeviceCopy& copy, StackId stack, std::vector<std::int64_t>& cells);
    LayoutId fill(const ring::DeviceFill& fill, StackId stack, std::vector<std::int64_t>& cells);
    LayoutId graph(const ring::GraphRun& run, StackId stack, std::vector<std::int64_t>& cells);
    // `memory`: the call's effect on the device's memory; null: none. `asks`: a query that may be repeated, which
    // SessionSink folds.
    LayoutId call(const ring::ApiCall& call, bool asks, StackId stack, const MemoryOfCall* memory,
                  std::vector<std::int64_t>& cells);
    // `cache`: its path; may be none.
    LayoutId compilation(const ring::Compilation& compilation, StringId cache,
                         std::vector<std::int64_t>& cells);
    // `device`: that of the record's context; -1 if it is not known.
    LayoutId wait(const ring::Synchronization& wait, std::int64_t device, const AwaitedRecord& awaited,
                  std::vector<std::int64_t>& cells);
    LayoutId overhead(std::vector<std::int64_t>& cells);
    LayoutId pause(std::vector<std::int64_t>& cells);

    // Return the names that Kineto uses.
    [[nodiscard]] StringId nameOf(const ring::DeviceCopy& copy);
    [[nodiscard]] StringId nameOf(const ring::DeviceFill& fill);
    [[nodiscard]] StringId nameOf(const ring::Synchronization& wait);
    // Returns our own name, as Kineto has no such records.
    [[nodiscard]] StringId nameOf(const ring::Compilation& compilation);
    // String ids are reassigned from now on.
    void forgetTexts() { triples_.clear(); }

private:
    void addPlace(const ring::DevicePlace& place, std::uint32_t correlation);
    void addSource(const KernelSource& source);
    void addMemory(const MemoryOfCall& of);
    void addGraph(const ring::DevicePlace& place, StackId stack);
    void addRate(std::uint64_t bytes, std::uint64_t start, std::uint64_t end);
    [[nodiscard]] StringId triple(std::int64_t x, std::int64_t y, std::int64_t z);

    session::SessionWriter& writer_;
    RowBuilder row_;
    std::map<std::array<std::int64_t, 3>, StringId> triples_;
};

} // namespace lanes::recorder
