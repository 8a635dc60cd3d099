// The records that the played CUPTI makes of what the model tells it: of work, waits, events, memory, streams, contexts and
// devices. The layouts are those of the newest structures in the headers that it is built with, cut or lengthened where the
// settings say so.
#pragma once

#include "tests/played_gpu/facades/ClientClock.h"
#include "tests/played_gpu/model/Gpu.h"
#include "tests/played_gpu/model/RecordQueue.h"

#include <cuda.h>
#include <generated_cuda_versions.h>

#include <atomic>

namespace played {

class CuptiRecords : public Observer {
public:
    static constexpr size_t kKinds = 256; // more than any version has

    // ---- What the client wants ----
    bool wants(CUpti_ActivityKind kind) const { return kinds_[size_t(kind)]; }
    std::atomic<bool> systemThreadIds{false}, latencyTimestamps{false}, eventTimestamps{false};
    std::atomic<bool> polls{true}; // records of what is asked for and not over
    RecordQueue records;
    ClientClock clock;

    static size_t strideOf(uint32_t kind); // 0: a kind that is not played
    static bool isUnknown(uint32_t kind);  // one that this library shall not know

    // ---- What the model tells ----
    // Devices and links are told of then, and to who asks for what there is (dump); contexts and streams as they are made, and the same.
    void initialized() override;
    void streamCreated(const Stream& stream) override;
    void worked(const Work& work) override;
    void synchronized(const Synchronization& what) override;
    void eventRecorded(const Event& event) override;
    void allocated(const Block& block, bool freed, const Pool& pool) override;
    void poolChanged(const Pool& pool, PoolStep step) override;
    void compiled(const Compilation& what) override;
    void graphLaunched(const Graph& graph, const Stream& stream, ns start, ns end) override;

protected:
    void setWanted(CUpti_ActivityKind kind, bool wanted) { kinds_[size_t(kind)] = wanted; }
    void dump(CUpti_ActivityKind kind);
    void describeContext(int device);

private:
    template<class Record>
    void add(const Record& record);
    template<class Record>
    void addWork(const Record& record, ns start, ns end, uint32_t stream);
    void describeDevices();
    void describeLinks();
    void kernelRan(const Work& work);
    void copied(const Work& work);
    void copiedBetweenDevices(const Work& work);
    void filled(const Work& work);

    std::atomic<bool> kinds_[kKinds]{};
    std::atomic<int64_t> lastGrid_{0};
};

inline uint32_t contextId(int device) {
    return uint32_t(device) + 1;
}

} // namespace played
