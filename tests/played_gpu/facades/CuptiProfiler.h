// What the played CUPTI keeps: what its client wants to see and to be called for, and the records on their way to it.
#pragma once

#include "tests/played_gpu/facades/CuptiRecords.h"

#include <atomic>

namespace played {

class CuptiProfiler final : public CuptiRecords {
public:
    static constexpr size_t kFunctions = 2048, kDomains = 16; // more than any version has

    enum class ByFunction : int8_t { Off = -1, AsItsKind = 0, On = 1 };

    // ---- What the client wants ----
    bool subscribe(CUpti_CallbackFunc callback, void* user); // false: somebody has
    void unsubscribe();
    void wantCallback(uint32_t domain, uint32_t function, bool wanted) { wanted_[domain][function] = wanted; }
    bool wantsCallback(uint32_t domain, uint32_t function) const { return wanted_[domain][function]; }
    void want(CUpti_ActivityKind kind, bool wanted);
    void wantAll(CUpti_ActivityKind kind); // also what there is already
    void wantFunction(Domain domain, uint32_t function, bool wanted);

    void flush(bool forced);
    void pushExternal(CUpti_ExternalCorrelationKind kind, uint64_t id);
    bool popExternal(CUpti_ExternalCorrelationKind kind, uint64_t* last); // false: there is none

    // ---- What the model tells ----
    void entered(ApiCall& call) override;
    void left(ApiCall& call) override;
    void contextCreated(int device) override;
    void streamCreated(const Stream& stream) override;
    void streamDestroyed(const Stream& stream) override;
    void graphChanged(const GraphChange& change) override;

private:
    bool isRecorded(const ApiCall& call) const;
    void addExternal(uint32_t correlation);
    void call(ApiCall& call, CUpti_ApiCallbackSite site);
    void tell(CUpti_CallbackIdResource what, int device, const Stream* stream, void* descriptor);

    std::mutex subscribing_;
    std::atomic<CUpti_CallbackFunc> callback_{nullptr};
    std::atomic<void*> user_{nullptr};
    std::atomic<bool> wanted_[kDomains][kFunctions]{};
    std::atomic<ByFunction> functions_[3][kFunctions]{}; // by domain
};

CuptiProfiler& profiler();
inline CUcontext contextHandle(int device) {
    return reinterpret_cast<CUcontext>(
        uintptr_t(0x10000 + 0x100 * device)); // as the driver's facade makes them
}

} // namespace played
