#include "tests/played_gpu/model/Injection.h"

#include "tests/played_gpu/model/Observer.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace played {

namespace {

std::once_flag once;
std::atomic<bool> isUp{false};
thread_local bool isLoading = false;

void load() {
    isLoading = true;
    const char* path = std::getenv("CUDA_INJECTION64_PATH");
    if (path != nullptr && *path != 0) {
        void* library = dlopen(path, RTLD_NOW);
        void* entry = library != nullptr ? dlsym(library, "InitializeInjection") : nullptr;
        if (entry == nullptr) {
            std::fprintf(stderr, "played: %s\n", dlerror());
        } else {
            reinterpret_cast<int (*)()>(entry)();
        }
    }
    isLoading = false;
    isUp = true;
    if (Observer* profiler = observer()) {
        profiler->initialized();
    }
}

} // namespace

void driverIsUp() {
    if (!isUp && !isLoading) {
        std::call_once(once, &load);
    }
}

bool isDriverUp() {
    return isUp;
}

} // namespace played
