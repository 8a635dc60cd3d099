// A library that uses CUPTI and comes late: whoever has loaded it calls these functions. Its functions are called by one thread.
#include <cuda.h>
#include <cupti.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace {

constexpr std::size_t kBytes = 1 << 20;

CUpti_SubscriberHandle subscriber;
std::atomic<int> kernels{0};

void requestBuffer(uint8_t** buffer, size_t* size, size_t* most) {
    *buffer = static_cast<uint8_t*>(std::aligned_alloc(8, kBytes));
    *size = kBytes;
    *most = 0;
}

void completeBuffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid) {
    CUpti_Activity* record = nullptr;
    while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
        kernels += record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL ? 1 : 0;
    }
    std::free(buffer);
}

void onCallback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

} // namespace

extern "C" {

// Where its calls go.
intptr_t late_enable_address() {
    return reinterpret_cast<intptr_t>(&cuptiActivityEnable);
}
intptr_t late_begin() {
    const int subscribed = cuptiSubscribe(&subscriber, &onCallback, nullptr);
    const int registered = cuptiActivityRegisterCallbacks(&requestBuffer, &completeBuffer);
    const int enabled = cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    return subscribed != 0 ? subscribed : registered != 0 ? registered : enabled;
}
// Records of kernels since late_begin(), all of which are over.
intptr_t late_end() {
    cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    cuptiActivityFlushAll(0);
    cuptiUnsubscribe(subscriber);
    return kernels.exchange(0);
}
// As a process leaves CUPTI that was forked between those two; what it was answered.
intptr_t late_leave() {
    return cuptiUnsubscribe(subscriber);
}

} // extern "C"
