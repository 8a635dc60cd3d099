// A program that launches kernels, then takes CUPTI as another profiler does, launches more, and prints what CUPTI answered and how
// many kernels it saw: subscribers HOW FOLDER. HOW says how it finds CUPTI's functions, in the libcupti of FOLDER:
//   dlsym      by dlsym, right before
//   early      by dlsym, before CUDA is up
//   tables     by reading the library's own tables, as loaders of their own do
//   buffers    by dlsym; it takes records without subscribing
//   copy       by dlsym, in the libcupti of FOLDER, which is another one than the process has
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cupti.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr const char* kPtx =
    ".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry first() { ret; }\n";
constexpr std::size_t kBytes = 1 << 16;

struct Cupti {
    decltype(&cuptiSubscribe) subscribe;
    decltype(&cuptiActivityRegisterCallbacks) registerBuffers;
    decltype(&cuptiActivityEnable) enable;
    decltype(&cuptiActivityFlushAll) flush;
    decltype(&cuptiActivityGetNextRecord) nextRecord;
    decltype(&cuptiActivityDisable) disable;
};
Cupti cupti{};
std::atomic<int> kernels{0};

void requestBuffer(uint8_t** buffer, size_t* size, size_t* most) {
    *buffer = static_cast<uint8_t*>(std::aligned_alloc(8, kBytes));
    *size = kBytes;
    *most = 0;
}

void completeBuffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid) {
    CUpti_Activity* record = nullptr;
    while (cupti.nextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
        kernels += record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL ? 1 : 0;
    }
    std::free(buffer);
}

void onCallback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

// The symbols are between their table and that of their names.
void* inTables(const link_map* library, const char* name) {
    const ElfW(Sym)* symbols = nullptr;
    const char* names = nullptr;
    for (const ElfW(Dyn)* entry = library->l_ld; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_SYMTAB) {
            symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
        } else if (entry->d_tag == DT_STRTAB) {
            names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
        }
    }
    for (const ElfW(Sym)* symbol = symbols; reinterpret_cast<const char*>(symbol + 1) <= names; ++symbol) {
        if (std::strcmp(names + symbol->st_name, name) == 0) {
            return reinterpret_cast<void*>(library->l_addr + symbol->st_value);
        }
    }
    return nullptr;
}

bool find(const std::string& how, const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    const auto bind = [&](const char* name, auto& function) {
        function = reinterpret_cast<std::decay_t<decltype(function)>>(
            how == "tables" ? inTables(static_cast<const link_map*>(library), name) : dlsym(library, name));
        return function != nullptr;
    };
    return bind("cuptiSubscribe", cupti.subscribe) &&
           bind("cuptiActivityRegisterCallbacks", cupti.registerBuffers) &&
           bind("cuptiActivityEnable", cupti.enable) && bind("cuptiActivityFlushAll", cupti.flush) &&
           bind("cuptiActivityGetNextRecord", cupti.nextRecord) &&
           bind("cuptiActivityDisable", cupti.disable);
}

void many(cudaKernel_t kernel) {
    for (int i = 0; i < 100; i++) {
        cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(64), nullptr, 0, nullptr);
    }
    cudaDeviceSynchronize();
}

} // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        return 2;
    }
    const std::string how = arguments[1], path = arguments[2];
    if (how == "early" && !find(how, path)) {
        return 1;
    }
    const void* next = dlsym(RTLD_NEXT, "dlerror"); // which is another's for another caller
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;
    cuInit(0);
    if (cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0) != cudaSuccess ||
        cudaLibraryGetKernel(&kernel, library, "first") != cudaSuccess) {
        return 1;
    }
    many(kernel);
    if (dlsym(RTLD_NEXT, "dlerror") != next) {
        return 1;
    }
    if (how != "early" && !find(how, path)) {
        return 1;
    }
    CUpti_SubscriberHandle subscriber = nullptr;
    const int subscribed = how == "buffers" ? 0 : cupti.subscribe(&subscriber, &onCallback, nullptr);
    const int registered = cupti.registerBuffers(&requestBuffer, &completeBuffer);
    cupti.enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    many(kernel);
    cupti.flush(0);
    std::printf("{\"subscribed\": %d, \"registered\": %d, \"kernels\": %d}\n", subscribed, registered,
                kernels.load());
    cupti.disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    return 0;
}
