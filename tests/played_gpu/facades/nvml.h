// What the bodies in nvml.table are made of. NVML's header is in no package that torch brings, so the types are here, as the
// recorder declares its own. Devices are numbers, one more than the index. Any thread, any process: what it says comes from
// the board.
#pragma once

#include "tests/played_gpu/model/Board.h"
#include "tests/played_gpu/model/Gpu.h"
#include "tests/played_gpu/model/Settings.h"

#include <cstdio>

using nvmlDevice_t = uintptr_t;

struct nvmlMemory_t {
    unsigned long long total, free, used; // bytes
};
struct nvmlMemory_v2_t {
    unsigned version;
    unsigned long long total, reserved, free, used; // bytes
};
struct nvmlUtilization_t {
    unsigned gpu, memory; // percent
};
struct nvmlProcessInfo_t {
    unsigned pid;
    unsigned long long usedGpuMemory; // bytes
    unsigned gpuInstanceId, computeInstanceId;
};
struct nvmlFieldValue_t {
    unsigned fieldId, scopeId;
    long long timestamp, latencyUsec;
    int valueType, nvmlReturn;
    unsigned long long value;
};

struct GpmSample; // of the played GPU
using nvmlGpmSample_t = GpmSample*;
struct nvmlGpmSupport_t {
    unsigned version, isSupportedDevice;
};
struct nvmlGpmMetric_t {
    unsigned metricId;
    int nvmlReturn;
    double value;
    const char *shortName, *longName, *unit;
};
struct nvmlGpmMetricsGet_t {
    unsigned version, numMetrics;
    nvmlGpmSample_t sample1, sample2;
    nvmlGpmMetric_t metrics[333];
};

namespace played {

enum NvmlResult {
    kSuccess = 0,
    kInvalidArgument = 2,
    kNotSupported = 3,
    kNoPermission = 4,
    kInsufficientSize = 7,
    kDriverNotLoaded = 9,
    kArgumentVersionMismatch = 25
};

template<class Action>
int did(Action action) {
    action();
    return kSuccess;
}
template<class Place, class Value>
int store(Place* place, Value value) {
    *place = static_cast<Place>(value);
    return kSuccess;
}
inline int text(char* place, unsigned bytes, const char* what) {
    return std::snprintf(place, bytes, "%s", what) < int(bytes) ? kSuccess : kInsufficientSize;
}

int start();
int deviceCount(unsigned* count);
int handleOf(unsigned index, nvmlDevice_t* device);
int handleOnBus(const char* bus, nvmlDevice_t* device);
int memory(nvmlDevice_t device, nvmlMemory_t* memory);
int memoryWithReserve(nvmlDevice_t device, nvmlMemory_v2_t* memory);
int utilisation(nvmlDevice_t device, nvmlUtilization_t* utilisation);
int processes(nvmlDevice_t device, unsigned* count, nvmlProcessInfo_t* infos);
int notWithMig();
// KiB over all NVLinks, of which there are some from two devices on: 1 GiB/s sent, twice as much received.
int fieldValues(int count, nvmlFieldValue_t* values);
// Says that `question` is not supported, and adds it as a line to the file that PLAYED_REFUSALS names.
int refuse(const char* question);
// GPM: as NVML's header says, for devices from Hopper on; every metric of its list that is not of a link where there is none.
int gpmSupport(nvmlDevice_t device, nvmlGpmSupport_t* support);
int gpmAlloc(nvmlGpmSample_t* sample);
int gpmFree(nvmlGpmSample_t sample);
int gpmSample(nvmlDevice_t device, nvmlGpmSample_t sample);
int gpmMetrics(nvmlGpmMetricsGet_t* get);
double load(nvmlDevice_t device); // 0 to 1, of the last 100 ms

} // namespace played
