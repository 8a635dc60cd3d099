#include "collector/probe/cupti/CuptiFunctions.h"

#include "collector/probe/cupti/CuptiLibrary.h"

#include <dlfcn.h>

#include <string>

namespace lanes::probe::cupti {

namespace {

template<class Function>
bool bind(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

bool bindFunctions(void* library, Functions& functions) {
    bind(library, "cuptiActivitySetAttribute", functions.setAttribute);
    bind(library, "cuptiActivityGetStructSize", functions.structSize);
    bind(library, "cuptiGetGraphNodeId", functions.graphNodeId);
    bind(library, "cuptiGetContextId", functions.contextId);
    bind(library, "cuptiGetStreamIdEx", functions.streamId);
    bind(library, "cuptiActivityEnableRuntimeApi", functions.enableRuntimeFunction);
    bind(library, "cuptiActivityEnableDriverApi", functions.enableDriverFunction);
    bind(library, "cuptiActivityEnableCudaEventDeviceTimestamps", functions.enableEventTimes);
    bind(library, "cuptiActivityEnableAllSyncRecords", functions.enablePolls);
    bind(library, "cuptiActivityEnableAndDump", functions.enableAndTell);
    bind(library, "cuptiEnableDomain", functions.enableDomain);
    bind(library, "cuptiActivityRegisterTimestampCallback", functions.registerClock);
    bind(library, "cuptiFinalize", functions.finalize);
    return bind(library, "cuptiSubscribe", functions.subscribe) &&
           bind(library, "cuptiUnsubscribe", functions.unsubscribe) &&
           bind(library, "cuptiEnableCallback", functions.enableCallback) &&
           bind(library, "cuptiActivityRegisterCallbacks", functions.registerBuffers) &&
           bind(library, "cuptiActivityEnable", functions.enable) &&
           bind(library, "cuptiActivityDisable", functions.disable) &&
           bind(library, "cuptiActivityGetNextRecord", functions.nextRecord) &&
           bind(library, "cuptiActivityGetNumDroppedRecords", functions.droppedRecords) &&
           bind(library, "cuptiActivityFlushAll", functions.flush) &&
           bind(library, "cuptiGetTimestamp", functions.timestamp) &&
           bind(library, "cuptiGetCallbackName", functions.callbackName);
}

std::string explain(Result result) {
    switch (result) {
    case kOtherSubscriber:
        return "another profiler holds CUPTI (result 39), one in the program itself; run the program without "
               "it";
    case kNoPermission:
        return "profiling is for administrators only on this machine (CUPTI's result 35); load the driver "
               "with "
               "NVreg_RestrictProfilingToAdminUsers=0 or record as root";
    case kNoVirtualDevice:
        return "this virtual GPU does not allow profiling (CUPTI's result 33); enable it in the hypervisor";
    default:
        return "CUPTI refuses (result " + std::to_string(result) + ")";
    }
}

std::string findFunctions(Functions& functions) {
    if (!isDriverLoaded()) {
        return "the CUDA driver is not in this process"; // CUPTI of CUDA 13.2 would crash it
    }
    void* library = findLoadedLibrary();
    std::string looked;
    if (library == nullptr && (library = loadLibrary(looked)) == nullptr) {
        return "there is no libcupti that this driver takes; install it (pip: nvidia-cuda-cupti, toolkit: "
               "cuda-cupti) or set CUDA_HOME. Looked in: " +
               looked;
    }
    if (!bindFunctions(library, functions)) {
        return "this libcupti is too old or none; CUDA 11.8 and later are supported";
    }
    return {};
}

void setByte(const Functions& functions, std::uint32_t attribute, std::uint8_t value) {
    if (functions.setAttribute != nullptr) {
        std::size_t bytes = sizeof value;
        functions.setAttribute(attribute, &bytes, &value);
    }
}

} // namespace lanes::probe::cupti
