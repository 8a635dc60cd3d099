// A client of CUPTI that throws its records away: what recording costs a launch that is not ours. CUDA_INJECTION64_PATH loads it,
// CUPTI_LIBRARY is the libcupti, CUPTI_ALONE says what is asked for: kernels, calls (of the runtime, too), callbacks (of launches, too).
// Numbers are those of cupti.h; no header is needed.
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

constexpr std::size_t kBytes = 256 << 10;
constexpr std::uint32_t kConcurrentKernel = 10, kRuntime = 5; // CUpti_ActivityKind
constexpr std::uint32_t kRuntimeApi = 2;                      // CUpti_CallbackDomain
constexpr std::uint32_t kLaunches[] = {
    211, 214, 430, 505}; // with cooperative and extended ones, and __cudaLaunchKernel of CUDA 13

void onRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most) {
    *buffer = static_cast<std::uint8_t*>(std::calloc(1, kBytes));
    *bytes = kBytes;
    *most = 0;
}

void onComplete(void* /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer, std::size_t /*bytes*/,
                std::size_t /*valid*/) {
    std::free(buffer);
}

void onCallback(void* /*user*/, int /*domain*/, std::uint32_t /*function*/, const void* /*data*/) {}

template<class... Arguments>
void call(void* library, const char* name, Arguments... arguments) {
    if (auto* const function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name))) {
        function(arguments...);
    }
}

} // namespace

extern "C" int InitializeInjection() {
    const std::string wanted = std::getenv("CUPTI_ALONE");
    void* library = dlopen(std::getenv("CUPTI_LIBRARY"), RTLD_NOW);
    call(library, "cuptiActivityRegisterCallbacks", &onRequest, &onComplete);
    call(library, "cuptiActivityEnable", kConcurrentKernel);
    if (wanted != "kernels") {
        call(library, "cuptiActivityEnable", kRuntime);
    }
    if (wanted == "callbacks") {
        void* subscriber = nullptr;
        call(library, "cuptiSubscribe", &subscriber, &onCallback, static_cast<void*>(nullptr));
        for (const std::uint32_t launch : kLaunches) {
            call(library, "cuptiEnableCallback", std::uint32_t{1}, subscriber, kRuntimeApi, launch);
        }
    }
    return 1;
}
