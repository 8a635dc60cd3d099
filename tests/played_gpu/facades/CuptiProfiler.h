// What the played CUPTI keeps: what its client wants to see, on which clock, and the records on their way to it. The layouts
// are those of the newest structures in the headers that it is built with, cut or lengthened where the settings say so.
#pragma once

#include "tests/played_gpu/facades/ClientClock.h"
#include "tests/played_gpu/model/Gpu.h"
#include "tests/played_gpu/model/RecordQueue.h"

#include <cuda.h>
#include <generated_cuda_versions.h>

#include <atomic>

namespace played {

class CuptiProfiler final : public Observer {
public:
    static constexpr size_t kFunctions = 2048, kKinds = 256, kDomains = 16; // more than any version has

    enum class ByFunction : int8_t { Off = -1, AsItsKind = 0, On = 1 };

    // ---- What the client wants ----
    bool subscribe(CUpti_CallbackFunc callback, void* user); // false: somebody has
    void unsubscribe();
    void wantCallback(uint32_t domain, uint32_t function, bool wanted) { wanted_[domain][function] = wanted; }
    bool wantsCallback(uint32_t domain, uint32_t function) const { return wanted_[domain][function]; }
    void want(CUpti_ActivityKind kind, bool wanted);
    bool wants(CUpti_ActivityKind kind) const { return kinds_[size_t(kind)]; }
    void wantFunction(Domain domain, uint32_t function, bool wanted);
    std::atomic<bool> systemThreadIds{false}, latencyTimestamps{false}, eventTimestamps{false};
    RecordQueue records;
    ClientClock clock;

    void flush(bool forced);
    void pushExternal(CUpti_ExternalCorrelationKind kind, uint64_t id);
    bool popExternal(CUpti_ExternalCorrelationKind kind, uint64_t* last); // false: there is none
    static size_t strideOf(uint32_t kind);                                // 0: a kind that is not played
    static bool isUnknown(uint32_t kind); // one that this library shall not know

    // ---- What the model tells ----
    void entered(ApiCall& call) override;
    void left(ApiCall& call) override;
    void contextCreated(int device) override;
    void streamCreated(const Stream& stream) override;
    void streamDestroyed(const Stream& stream) override;
    void worked(const Work& work) override;
    void synchronized(const Synchronization& what) override;
    void eventRecorded(const Event& event) override;
    void allocated(const Block& block, bool freed, const Pool& pool) override;
    void poolChanged(const Pool& pool, PoolStep step) override;
    void compiled(const Compilation& what) override;
    void graphChanged(const GraphChange& change) override;
    void graphLaunched(const Graph& graph, const Stream& stream, ns start, ns end) override;

private:
    bool isRecorded(const ApiCall& call) const;
    template<class Record>
    void add(const Record& record);
    template<class Record>
    void addWork(const Record& record, ns start, ns end, uint32_t stream);
    void addExternal(uint32_t correlation);
    void call(ApiCall& call, CUpti_ApiCallbackSite site);
    void tell(CUpti_CallbackIdResource what, int device, const Stream* stream, void* descriptor);
    void describeDevices();
    void describeLinks();
    void describeContext(int device);
    void kernelRan(const Work& work);
    void copied(const Work& work);
    void copiedBetweenDevices(const Work& work);
    void filled(const Work& work);

    std::mutex subscribing_;
    std::atomic<CUpti_CallbackFunc> callback_{nullptr};
    std::atomic<void*> user_{nullptr};
    std::atomic<bool> wanted_[kDomains][kFunctions]{};
    std::atomic<bool> kinds_[kKinds]{};
    std::atomic<ByFunction> functions_[3][kFunctions]{}; // by domain
    std::atomic<int64_t> lastGrid_{0};
};

CuptiProfiler& profiler();
inline CUcontext contextHandle(int device) {
    return reinterpret_cast<CUcontext>(
        uintptr_t(0x10000 + 0x100 * device)); // as the driver's facade makes them
}
inline uint32_t contextId(int device) {
    return uint32_t(device) + 1;
}

} // namespace played
