// The functions of NVIDIA's management library that the helper calls, found at run time. Prototypes, numbers and
// units are those of nvml.h, which stay the same between versions.
#pragma once

#include <cstddef>
#include <string>

namespace lanes::nvml {

using Result = int; // 0: success
// Final results: the same query is not repeated.
constexpr Result kNotSupported = 3, kNoPermission = 4;
using Device = void*;

struct Utilisation {
    unsigned gpu;    // per cent of the time, over the driver's own period of 20 ms to 1 s
    unsigned memory; // per cent of the time in which its memory was read or written
};
struct Memory {
    unsigned long long total, free, used; // bytes
};
struct ProcessMemory {
    unsigned pid;
    unsigned long long bytes; // all bits set: not known
    unsigned gpuInstance, computeInstance;
};
enum class Clock : int { Sm = 1, Memory = 2 };
enum class PcieCounter : int { Sent = 0, Received = 1 };
// nvmlFieldValue_t: the query of nvmlDeviceGetFieldValues, which writes its answer in the same place.
struct FieldValue {
    unsigned field, scope;
    long long time, tookUs;
    int type; // of value: kWhole
    Result result;
    unsigned long long value;
};
// NVML_FI_DEV_NVLINK_THROUGHPUT_DATA_TX and _RX: KiB since the driver was loaded.
constexpr unsigned kNvlinkSent = 138, kNvlinkReceived = 139;
constexpr unsigned kAllLinks = ~0U;
constexpr int kWhole = 3; // NVML_VALUE_TYPE_UNSIGNED_LONG_LONG
// The reasons of nvmlDeviceGetCurrentClocksThrottleReasons.
enum Throttle : unsigned long long {
    kPowerCap = 0x4,
    kHardwareSlowdown = 0x8,
    kSoftwareThermal = 0x20,
    kHardwareThermal = 0x40,
    kPowerBrake = 0x80,
};

// GPM: nvmlGpmSample_t, nvmlGpmSupport_t, nvmlGpmMetric_t and nvmlGpmMetricsGet_t, all of version 1.
using GpmSample = void*;
constexpr unsigned kGpmVersion = 1;
struct GpmSupport {
    unsigned version, isSupported;
};
struct GpmMetric {
    unsigned metric; // nvmlGpmMetricId_t
    Result result;
    double value;
    const char *shortName, *longName, *unit; // written by NVML
};
struct GpmMetrics {
    unsigned version, count;
    GpmSample earlier, later;
    // NVML_GPM_METRIC_MAX of the newest header; NVML reads and writes only `count` of them.
    GpmMetric metrics[333];
};
static_assert(sizeof(GpmMetric) == 40 && offsetof(GpmMetrics, metrics) == 24);

// A function that this driver does not have is null. The first five must exist; without them the library is not used.
struct NvmlLibrary {
    Result (*init)();
    Result (*deviceCount)(unsigned* count);
    Result (*device)(unsigned index, Device* device);
    Result (*uuid)(Device device, char* text, unsigned bytes);
    Result (*name)(Device device, char* text, unsigned bytes);
    Result (*utilisation)(Device device, Utilisation* utilisation);
    Result (*memory)(Device device, Memory* memory);
    Result (*processes)(Device device, unsigned* count, ProcessMemory* processes);
    Result (*power)(Device device, unsigned* milliwatts);
    Result (*energy)(Device device, unsigned long long* millijoules); // since the driver was loaded
    Result (*temperature)(Device device, int sensor, unsigned* celsius);
    Result (*smClock)(Device device, Clock clock, unsigned* megahertz); // one NVML function for two queries
    Result (*memoryClock)(Device device, Clock clock, unsigned* megahertz);
    Result (*throttle)(Device device, unsigned long long* reasons);
    Result (*eccErrors)(Device device, int uncorrected, int sinceBoot, unsigned long long* errors);
    Result (*pcie)(Device device, PcieCounter counter, unsigned* kilobytesPerSecond); // takes 20 ms
    Result (*fields)(Device device, int count, FieldValue* values);
    Result (*splitMode)(Device device, unsigned* now, unsigned* afterReset); // MIG
    Result (*gpmSupport)(Device device, GpmSupport* support);
    Result (*gpmAlloc)(GpmSample* sample);
    Result (*gpmFree)(GpmSample sample);
    Result (*gpmSample)(Device device, GpmSample sample);
    Result (*gpmMetrics)(GpmMetrics* metrics);

    // Returns an empty string, or why the library cannot be used.
    [[nodiscard]] std::string open();
};

} // namespace lanes::nvml
