#include "collector/probe/cupti/StreamNumber.h"

#include <dlfcn.h>

namespace lanes::probe::cupti {

namespace {

constexpr std::uintptr_t kLastDefault = 2; // CU_STREAM_PER_THREAD; below: null, CU_STREAM_LEGACY

void* contextOf(void* stream) {
    using GetCurrent = int (*)(void**);
    using GetContext = int (*)(void*, void**);
    void* driver = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
    void* context = nullptr;
    if (driver == nullptr) {
        return nullptr;
    }
    // Asked for the legacy stream's context, the driver might spoil a capture.
    if (reinterpret_cast<std::uintptr_t>(stream) <= kLastDefault) {
        const auto current = reinterpret_cast<GetCurrent>(dlsym(driver, "cuCtxGetCurrent"));
        return current != nullptr && current(&context) == 0 ? context : nullptr;
    }
    const auto ofStream = reinterpret_cast<GetContext>(dlsym(driver, "cuStreamGetCtx"));
    return ofStream != nullptr && ofStream(stream, &context) == 0 ? context : nullptr;
}

} // namespace

std::optional<StreamNumber> numberOf(const Functions& functions, void* stream) {
    void* context = contextOf(stream);
    StreamNumber number;
    if (context == nullptr || functions.contextId == nullptr || functions.streamId == nullptr ||
        functions.contextId(context, &number.context) != 0 ||
        functions.streamId(nullptr, stream, 0, &number.stream) != 0) {
        return {};
    }
    return number;
}

} // namespace lanes::probe::cupti
