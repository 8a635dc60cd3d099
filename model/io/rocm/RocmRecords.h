// Calls, kernels and copies in the records of rocprofiler-sdk, from any of its file formats.
#pragma once

#include "model/io/rocm/RocmPlaces.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace lanes::rocm {

struct RocmSpan {
    TimeNs start = 0;
    TimeNs end = 0;
};

struct RocmCall {
    std::int64_t pid = -1;
    std::int64_t tid = -1;
    StringId kind; // "HIP_RUNTIME_API_EXT", "MARKER_CORE_API": kind of buffer tracing; invalid: not known
    StringId name;
    std::string arguments; // empty: not known
};

struct RocmKernel {
    using Dimensions = std::array<std::int64_t, 3>;

    std::string owner; // see RocmPlaces::queue()
    StringId name;
    std::int64_t device = -1;
    std::int64_t queue = -1;
    std::int64_t stream = -1;
    std::optional<Dimensions> grid; // in work items, as AMD counts
    std::optional<Dimensions> group;
    std::int64_t sharedMemory = 0; // bytes
    std::int64_t privateMemory = 0;
    StringId counters; // JSON; invalid: none
};

struct RocmCopy {
    std::string owner;
    std::int64_t device = -1;
    bool fromDevice = false;
    bool toDevice = false;
    std::int64_t queue = -1; // -1: not known
    std::int64_t stream = -1;
    std::int64_t bytes = 0;
};

struct RocmAllocation {
    std::int64_t pid = -1;
    std::int64_t tid = -1;
    TimeNs time = 0;
    std::int64_t device = -1; // -1: memory of the host
    std::uint64_t address = 0;
    std::int64_t bytes =
        0; // 0 is possible for a free: the bytes are then those of the allocation at its address
    bool freed = false;
};

// One thread. Adds records to the builder.
class RocmRecords {
public:
    RocmRecords(ImportBuilder& builder, RocmPlaces& places);

    ImportedSlice call(const RocmCall& call, const RocmSpan& span);
    ImportedSlice kernel(const RocmKernel& kernel, const RocmSpan& span);
    ImportedSlice copy(const RocmCopy& copy, const RocmSpan& span);
    void allocation(const RocmAllocation& allocation);

private:
    ImportBuilder& builder_;
    RocmPlaces& places_;
    ImportShapeId kernels_;
    ImportShapeId copies_;
    std::map<std::string, ImportShapeId, std::less<>> calls_; // by category
    std::map<std::pair<std::int64_t, std::uint64_t>, std::int64_t>
        allocated_; // bytes, by process and address
};

} // namespace lanes::rocm
