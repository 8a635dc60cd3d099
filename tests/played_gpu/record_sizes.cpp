// How long the records of this CUDA's headers are, as a line of JSON for each kind that is recorded, and what layouts.cpp compares
// on the way.
#include "tests/played_gpu/layouts.cpp"

#include <cstdio>

namespace {

template<class Record>
void print(CUpti_ActivityKind kind, std::size_t needed) {
    std::printf("{\"kind\": %d, \"needed\": %zu, \"bytes\": %zu}\n", kind, needed, sizeof(Record));
}

} // namespace

int main() {
    const auto needed = [](ours::Kind kind) {
        const auto* found = std::ranges::find(ours::kKindFacts, kind, &ours::KindFacts::kind);
        return found == std::ranges::end(ours::kKindFacts) ? ours::kGraphFacts.needed : found->needed;
    };
#define PRINT(Record, name)                                                                                  \
    print<Record>(CUPTI_ACTIVITY_KIND_##name, needed(ours::Kind(CUPTI_ACTIVITY_KIND_##name)))
    PRINT(DeviceRecord, DEVICE);
    PRINT(ContextRecord, CONTEXT);
    PRINT(CUpti_ActivityStream, STREAM);
    PRINT(KernelRecord, CONCURRENT_KERNEL);
    PRINT(CopyRecord, MEMCPY);
    PRINT(PeerCopyRecord, MEMCPY2);
    PRINT(FillRecord, MEMSET);
    PRINT(CUpti_ActivityAPI, RUNTIME);
    PRINT(CUpti_ActivityAPI, DRIVER);
    PRINT(SynchronizationRecord, SYNCHRONIZATION);
    PRINT(EventRecord, CUDA_EVENT);
    PRINT(OverheadRecord, OVERHEAD);
    PRINT(MemoryRecord, MEMORY2);
    PRINT(PoolRecord, MEMORY_POOL);
    PRINT(JitRecord, JIT);
    PRINT(LinkRecord, NVLINK);
    PRINT(GraphTraceRecord, GRAPH_TRACE);
}
