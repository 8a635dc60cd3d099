#include "collector/probe/cupti/CuptiFunctions.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace lanes::probe::cupti {

namespace {

// Newest first: there is only ever one of them in a process.
constexpr const char* kNames[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8"};

// Paths of the libraries in this process whose file names begin so.
std::vector<std::string> mappedFiles(std::string_view name) {
    std::vector<std::string> found;
    std::FILE* file = std::fopen("/proc/self/maps", "re");
    if (file == nullptr) {
        return found;
    }
    char* line = nullptr;
    std::size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        const char* begin = std::strchr(line, '/');
        if (begin == nullptr) {
            continue;
        }
        std::string_view path(begin);
        path = path.substr(0, path.find('\n'));
        if (path.substr(path.rfind('/') + 1).starts_with(name) && (found.empty() || found.back() != path)) {
            found.emplace_back(path);
        }
    }
    std::free(line);
    std::fclose(file);
    return found;
}

void* openIn(const std::string& folder) {
    for (const char* name : kNames) {
        if (void* library = dlopen((folder + name).c_str(), RTLD_LAZY | RTLD_LOCAL)) {
            return library;
        }
    }
    return nullptr;
}

// The one that belongs to the CUDA runtime that is in use: in a toolkit, or in the packages of pip.
void* besideRuntime() {
    for (const std::string& path : mappedFiles("libcudart.so")) {
        const std::string folder = path.substr(0, path.rfind('/') + 1);
        for (const char* place : {"", "../../cuda_cupti/lib/", "../extras/CUPTI/lib64/"}) {
            if (void* library = openIn(folder + place)) {
                return library;
            }
        }
    }
    return nullptr;
}

void* installed() {
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        const char* folder = std::getenv(variable);
        for (const char* place : {"/extras/CUPTI/lib64/", "/lib64/"}) {
            if (void* library = folder != nullptr ? openIn(std::string(folder) + place) : nullptr) {
                return library;
            }
        }
    }
    if (void* library = openIn("")) { // wherever the loader looks
        return library;
    }
    return openIn("/usr/local/cuda/extras/CUPTI/lib64/");
}

void* findLibrary() {
    if (void* library = findLoadedLibrary()) {
        return library;
    }
    if (void* library = besideRuntime()) {
        return library;
    }
    // A Python program may still import a torch that brings its own: it would get ours under the same name.
    return dlsym(RTLD_DEFAULT, "Py_IsInitialized") == nullptr ? installed() : nullptr;
}

template<class Function>
bool bind(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

void* findLoadedLibrary() {
    for (const char* name : kNames) {
        if (void* library = dlopen(name, RTLD_NOLOAD | RTLD_LAZY)) {
            return library;
        }
    }
    for (const std::string& path : mappedFiles("libcupti.so")) {
        if (void* library = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY)) {
            return library;
        }
    }
    return nullptr;
}

bool isDriverLoaded() {
    return dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY) != nullptr;
}

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
        return "another profiler holds CUPTI (result 39); end it, or record without it";
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
    void* library = findLibrary();
    if (library == nullptr) {
        return "there is no libcupti beside the CUDA runtime; install it (pip: nvidia-cuda-cupti, toolkit: "
               "cuda-cupti) or set CUDA_HOME";
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
