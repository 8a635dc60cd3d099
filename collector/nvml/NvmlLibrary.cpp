#include "collector/nvml/NvmlLibrary.h"

#include <dlfcn.h>

namespace lanes::nvml {

namespace {

template<class Function>
bool bind(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

std::string NvmlLibrary::open() {
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return "libnvidia-ml.so.1 is not there";
    }
    if (!bind(library, "nvmlInit_v2", init) || !bind(library, "nvmlDeviceGetCount_v2", deviceCount) ||
        !bind(library, "nvmlDeviceGetHandleByIndex_v2", device) ||
        !bind(library, "nvmlDeviceGetUUID", uuid) || !bind(library, "nvmlDeviceGetName", name)) {
        return "libnvidia-ml.so.1 is too old";
    }
    bind(library, "nvmlDeviceGetUtilizationRates", utilisation);
    bind(library, "nvmlDeviceGetMemoryInfo", memory);
    bind(library, "nvmlDeviceGetComputeRunningProcesses_v3", processes);
    bind(library, "nvmlDeviceGetPowerUsage", power);
    bind(library, "nvmlDeviceGetTotalEnergyConsumption", energy);
    bind(library, "nvmlDeviceGetTemperature", temperature);
    bind(library, "nvmlDeviceGetClockInfo", smClock);
    bind(library, "nvmlDeviceGetClockInfo", memoryClock);
    bind(library, "nvmlDeviceGetCurrentClocksThrottleReasons", throttle);
    bind(library, "nvmlDeviceGetTotalEccErrors", eccErrors);
    bind(library, "nvmlDeviceGetPcieThroughput", pcie);
    bind(library, "nvmlDeviceGetFieldValues", fields);
    bind(library, "nvmlDeviceGetMigMode", splitMode);
    bind(library, "nvmlGpmQueryDeviceSupport", gpmSupport);
    bind(library, "nvmlGpmSampleAlloc", gpmAlloc);
    bind(library, "nvmlGpmSampleFree", gpmFree);
    bind(library, "nvmlGpmSampleGet", gpmSample);
    bind(library, "nvmlGpmMetricsGet", gpmMetrics);
    if (const Result result = init(); result != 0) {
        return "libnvidia-ml.so.1 cannot reach the driver (result " + std::to_string(result) + ")";
    }
    return {};
}

} // namespace lanes::nvml
