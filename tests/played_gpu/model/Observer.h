// What a profiler is told. One at most, set when its library is loaded. Calls come on the program's thread, some under the
// Gpu's lock: an observer keeps to itself.
#pragma once

#include "tests/played_gpu/model/ApiCall.h"
#include "tests/played_gpu/model/Memory.h"
#include "tests/played_gpu/model/Pools.h"
#include "tests/played_gpu/model/Stream.h"

namespace played {

// Numbered as CUPTI numbers kinds of synchronisation.
enum class Wait : uint8_t { Event = 1, StreamWaitsEvent = 2, Stream = 3, Device = 4 };

struct Synchronization {
    Wait wait;
    ns start, end;
    const Stream* stream;
    const Event* event;
    bool over = true; // false: it was asked for, and is not over
};

// Numbered as CUPTI numbers them.
enum class PoolStep : uint8_t { Created = 1, Destroyed = 2, Trimmed = 3 };
enum class CompileStep : uint8_t { CacheLoad = 1, CacheStore = 2, Compile = 3 };

struct Compilation {
    CompileStep step;
    uint64_t unit;
    int device;
    ns start, end;
};

enum class GraphStep : uint8_t {
    Created,
    Destroyed,
    NodeAdded,
    DependencyAdded,
    Instantiating,
    NodeCloned,
    Instantiated,
    ExecutableDestroyed
};

struct GraphChange {
    GraphStep step;
    Graph* graph = nullptr;
    Graph* original = nullptr;
    Node* node = nullptr;
    Node* originalNode = nullptr;
    Node* dependency = nullptr;
    Graph* executable = nullptr;
};

class Observer {
public:
    virtual ~Observer() = default;
    virtual void entered(ApiCall& call) = 0;
    virtual void left(ApiCall& call) = 0;
    virtual void initialized() = 0; // the driver, once; a profiler may have come while it was
    virtual void contextCreated(int device) = 0;
    virtual void streamCreated(const Stream& stream) = 0;
    virtual void streamDestroyed(const Stream& stream) = 0;
    virtual void worked(const Work& work) = 0;
    virtual void synchronized(const Synchronization& what) = 0;
    virtual void eventRecorded(const Event& event) = 0;
    // `pool`: as it is then; without an address: of none.
    virtual void allocated(const Block& block, bool freed, const Pool& pool) = 0;
    virtual void poolChanged(const Pool& pool, PoolStep step) = 0;
    virtual void compiled(const Compilation& what) = 0;
    virtual void graphChanged(const GraphChange& change) = 0;
    virtual void graphLaunched(const Graph& graph, const Stream& stream, ns start, ns end) = 0;
};

void setObserver(Observer* observer);
Observer* observer(); // null: nobody looks
// The driver serves one profiler's library in a process, from its first subscription to the end of the process: finalizing does not
// free it (seen on driver 580.159.04 with CUPTI 13.0 and 12.8). False: it is another.
bool attachTo(Observer* observer);

} // namespace played
