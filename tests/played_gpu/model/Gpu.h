// The played devices: streams as queues, events, captures and graphs. A kernel does nothing and takes a time; when work
// starts and ends is known when it is launched (start = the latest of now + latency, the end of what is before it in its
// stream, the events that the stream waits for, and free multiprocessors), so queries compare with the clock and waiting
// sleeps. Any thread; one lock, which is never held while somebody sleeps or an effect runs.
#pragma once

#include "tests/played_gpu/model/Memory.h"
#include "tests/played_gpu/model/Observer.h"
#include "tests/played_gpu/model/Pools.h"
#include "tests/played_gpu/model/Schedule.h"

#include <atomic>
#include <mutex>
#include <span>

namespace played {

class Gpu {
public:
    Gpu();

    static const char* deviceName() {
        return "Played H100";
    } // nobody shall take a session of it for a real one's
    int devices() const { return devices_; }
    static int& currentDevice(); // of this thread
    void useContext(int device); // made at the first use
    bool hasContext(int device) const { return contexts_[size_t(device)]; }
    Memory& memory() { return memory_; }
    Pools& pools() { return pools_; }

    // `handle`: null and CUDA's two default streams are the device's own; else one that createStream gave.
    Stream* stream(void* handle);
    Stream* createStream(bool blocking, int priority);
    void destroyStream(Stream* stream);

    Event* createEvent();
    void destroyEvent(Event* event);
    void record(Event* event, Stream* stream);
    // False: the event belongs to a capture that is over.
    [[nodiscard]] bool wait(Stream* stream, Event* event);

    // Schedules it, or adds a node while the stream captures. Blocks while the stream is full. Returns when it will be over.
    ns enqueue(Work work, Stream* stream);

    // Whether all is over; who asks is told of as one who waits.
    bool query(const Stream* stream);
    static bool query(const Event* event);
    std::vector<const Stream*> streams() const; // that the program has made
    // False, and the capture is spoilt, if the stream captures.
    [[nodiscard]] bool synchronize(Stream* stream);
    void synchronize(const Event* event);
    void synchronizeDevice(int device);
    ns tailOf(int device); // when all its work enqueued so far is over

    [[nodiscard]] bool beginCapture(Stream* stream, Graph* into);
    enum class Captured : uint8_t { No, Yes, Invalid };
    struct CaptureState {
        Captured captured = Captured::No;
        uint64_t id = 0;
        Graph* graph = nullptr;
        std::span<Node* const> frontier; // until the stream captures more
    };
    CaptureState captureState(Stream* stream);
    void setFrontier(Stream* stream, std::span<Node* const> nodes, bool keepOld);
    // The graph, which is the caller's; null if the capture did not begin here or is spoilt.
    Graph* endCapture(Stream* stream);

    Graph* createGraph();
    Node* addNode(Graph* graph, Work work, std::span<Node* const> after);
    Graph* instantiate(const Graph* graph);
    void launch(const Graph* executable, Stream* stream);
    void destroyGraph(Graph* graph);

private:
    struct Device {
        Stream defaultStream;
        std::vector<Stream*> streams;
        Schedule schedule;
    };

    ns earliest(const Stream& stream) const;
    void awaitRoom(const Stream* stream);
    Node* append(Graph* graph, Work work, std::vector<Node*> after, uint32_t lane);
    std::vector<Work> scheduleNodes(const Graph& graph, Stream& stream, ns& begin, ns& end);
    static void perform(const Work& work);

    mutable std::recursive_mutex mutex_; // an observer may ask while it is told
    int devices_;
    std::array<Device, kMostDevices> all_;
    std::array<std::atomic<bool>, kMostDevices> contexts_{};
    Memory memory_;
    Pools pools_;
    uint32_t nextStream_ = 13, nextEvent_ = 1, nextGraph_ = 1;
    uint64_t nextCapture_ = 1, nextRecord_ = 1;
};

Gpu& gpu();

} // namespace played
