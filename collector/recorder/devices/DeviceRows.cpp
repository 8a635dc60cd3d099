#include "collector/recorder/devices/DeviceRows.h"

#include <string>

namespace lanes::recorder {

namespace {

using Form = RowBuilder::Form;

constexpr std::size_t kMostTriples = 1u << 16;

std::string_view kindName(ring::MemoryKind kind) {
    static constexpr std::array<std::string_view, 8> kNames{
        "Unknown", "Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static"};
    const auto at = static_cast<std::size_t>(kind);
    return at < kNames.size() ? kNames[at] : kNames.front();
}

std::string_view copyName(std::uint8_t kind) {
    static constexpr std::array<std::string_view, 11> kNames{
        "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
    return kind < kNames.size() ? kNames[kind] : kNames.front();
}

std::string_view waitName(std::uint8_t kind) {
    static constexpr std::array<std::string_view, 5> kNames{"Unknown Sync", "Event Sync", "Stream Wait Event",
                                                            "Stream Sync", "Context Sync"};
    return kind < kNames.size() ? kNames[kind] : kNames.front();
}

std::string_view memoryOperationName(std::uint8_t operation) {
    return operation == 1 ? "allocated" : operation == 2 ? "freed" : "unknown";
}

std::string_view poolOperationName(std::uint8_t operation) {
    static constexpr std::array<std::string_view, 4> kNames{"unknown", "made", "destroyed", "trimmed"};
    return operation < kNames.size() ? kNames[operation] : kNames.front();
}

std::string_view compilationName(std::uint8_t step) {
    static constexpr std::array<std::string_view, 4> kNames{"unknown", "load from the cache",
                                                            "store in the cache", "compile"};
    return step < kNames.size() ? kNames[step] : kNames.front();
}

std::string_view compiledFromName(std::uint32_t from) {
    static constexpr std::array<std::string_view, 3> kNames{"", "PTX to machine code", "NVVM IR to PTX"};
    return from < kNames.size() ? kNames[from] : kNames.front();
}

std::string_view launchTypeName(std::uint32_t type) {
    return type == 0 ? "regular" : type == 1 ? "cooperative" : "cooperative on several devices";
}

// As Kineto writes them: microseconds.
std::int64_t micros(std::uint64_t ns) {
    return static_cast<std::int64_t>(ns / 1000);
}

std::int64_t orNone(std::uint32_t id) {
    return static_cast<std::int32_t>(id);
}

} // namespace

StringId DeviceRows::triple(std::int64_t x, std::int64_t y, std::int64_t z) {
    if (triples_.size() >= kMostTriples) {
        triples_.clear();
    }
    StringId& known = triples_[{x, y, z}];
    if (!known.valid()) {
        known = writer_.string("[" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) +
                               "]");
    }
    return known;
}

void DeviceRows::addPlace(const ring::DevicePlace& place, std::uint32_t correlation) {
    row_.add("device", place.device);
    row_.add("context", place.context);
    row_.add("stream", place.stream);
    row_.add("correlation", correlation);
}

void DeviceRows::addGraph(const ring::DevicePlace& place, StackId stack) {
    if (place.graph != 0) {
        row_.add("graph id", place.graph);
    }
    if (place.graphNode != 0) {
        row_.add("graph node id", static_cast<std::int64_t>(place.graphNode));
    }
    row_.addStack(stack);
}

void DeviceRows::addRate(std::uint64_t bytes, std::uint64_t start, std::uint64_t end) {
    row_.add("bytes", static_cast<std::int64_t>(bytes));
    if (end > start) { // bytes per ns
        row_.addDecimal("memory bandwidth (GB/s)",
                        static_cast<double>(bytes) / static_cast<double>(end - start));
    }
}

void DeviceRows::addSource(const KernelSource& source) {
    const auto add = [this](std::string_view key, StringId text) {
        if (text.valid()) {
            row_.addText(key, text, Form::String);
        }
    };
    add("kernel source", source.file);
    add("kernel arguments", source.arguments);
    add("kernel constants", source.constants);
    add("original operators", source.operators);
    add("source lines", source.lines);
    add("generated code", source.generated);
    add("launched as", source.launch);
}

LayoutId DeviceRows::kernel(const ring::Kernel& kernel, const DeviceFigures& device,
                            const KernelOrigin& origin, StackId stack, std::vector<std::int64_t>& cells) {
    const auto* const grid = kernel.grid;
    const auto* const block = kernel.block;
    row_.add("queued", micros(kernel.queued));
    addPlace(kernel.place, kernel.header.key);
    row_.add("registers per thread", kernel.registers);
    row_.add("shared memory", std::int64_t{kernel.staticShared} + kernel.dynamicShared);
    if (device.processors > 0 && device.warpThreads > 0) {
        const double blocks = static_cast<double>(grid[0]) * grid[1] * grid[2] / device.processors;
        row_.addDecimal("blocks per SM", blocks);
        row_.addDecimal("warps per SM",
                        blocks * (static_cast<double>(block[0]) * block[1] * block[2]) / device.warpThreads);
    }
    const auto addTriple = [&](std::string_view key, const auto* values) {
        row_.addText(key, triple(values[0], values[1], values[2]), Form::Raw);
    };
    addTriple("grid", grid);
    addTriple("block", block);
    if (const std::optional<int> occupancy = achievedOccupancy(kernel, device)) {
        row_.add("est. achieved occupancy %", *occupancy);
    }
    if (kernel.cluster[0] != 0) {
        addTriple("cluster", kernel.cluster);
    }
    row_.add("priority", kernel.priority);
    if (kernel.submitted != 0) {
        row_.add("submitted", micros(kernel.submitted));
    }
    row_.add("shared memory executed", kernel.sharedExecuted);
    row_.add("local memory per thread", kernel.localPerThread);
    if (kernel.launchType != 0) {
        row_.addText("launch type", launchTypeName(kernel.launchType), Form::String);
    }
    if (origin.arguments.valid()) {
        row_.addText("launch arguments", origin.arguments, Form::String);
    }
    if (origin.source != nullptr) {
        addSource(*origin.source);
    }
    addGraph(kernel.place, stack);
    return row_.finish("kernel", cells);
}

LayoutId DeviceRows::copy(const ring::DeviceCopy& copy, StackId stack, std::vector<std::int64_t>& cells) {
    constexpr std::uint8_t kPeerToPeer = 10;
    addPlace(copy.place, copy.header.key);
    addRate(copy.bytes, copy.start, copy.end);
    if (copy.header.flags == kPeerToPeer) {
        row_.add("fromDevice", copy.fromDevice);
        row_.add("toDevice", copy.toDevice);
    }
    row_.add("async", copy.async);
    addGraph(copy.place, stack);
    return row_.finish("gpu_memcpy", cells);
}

LayoutId DeviceRows::fill(const ring::DeviceFill& fill, StackId stack, std::vector<std::int64_t>& cells) {
    addPlace(fill.place, fill.header.key);
    addRate(fill.bytes, fill.start, fill.end);
    row_.add("value", fill.value);
    addGraph(fill.place, stack);
    return row_.finish("gpu_memset", cells);
}

LayoutId DeviceRows::graph(const ring::GraphRun& run, StackId stack, std::vector<std::int64_t>& cells) {
    addPlace(run.place, run.header.key);
    addGraph(run.place, stack);
    return row_.finish("kernel", cells);
}

void DeviceRows::addMemory(const MemoryOfCall& of) {
    // Addresses are the device's: below 2^63.
    const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    if (of.memory) {
        const ring::ApiMemory& memory = *of.memory;
        row_.addText("memory operation", memoryOperationName(memory.header.flags), Form::String);
        row_.addText("memory kind", kindName(memory.kind), Form::String);
        row_.add("bytes", number(memory.bytes));
        row_.add("address", number(memory.address));
        row_.add("device", memory.device);
        if (memory.pool != 0) {
            row_.add("memory pool", number(memory.pool));
            row_.add("bytes of the pool", number(memory.poolBytes));
            row_.add("bytes in use of the pool", number(memory.poolUsed));
        }
    }
    if (of.pool) {
        const ring::PoolChange& pool = *of.pool;
        row_.addText("pool operation", poolOperationName(pool.header.flags), Form::String);
        if (!of.memory || of.memory->pool == 0) {
            row_.add("memory pool", number(pool.pool));
            row_.add("bytes of the pool", number(pool.bytes));
            row_.add("bytes in use of the pool", number(pool.used));
        }
        if (pool.header.flags == static_cast<std::uint8_t>(ring::PoolOperation::Trimmed)) {
            row_.add("bytes to keep", number(pool.kept));
        }
        row_.add("release threshold", number(pool.threshold));
    }
}

LayoutId DeviceRows::call(const ring::ApiCall& call, bool asks, StackId stack, const MemoryOfCall* memory,
                          std::vector<std::int64_t>& cells) {
    row_.add("correlation", call.header.key);
    if (asks) {
        row_.add("calls", 1);
    }
    if (call.result != 0) {
        row_.add("result", call.result);
    }
    if (memory != nullptr) {
        addMemory(*memory);
    }
    row_.addStack(stack);
    const bool driver = call.header.flags == static_cast<std::uint8_t>(ring::ApiLevel::Driver);
    return row_.finish(driver ? "cuda_driver" : "cuda_runtime", cells);
}

LayoutId DeviceRows::wait(const ring::Synchronization& wait, std::int64_t device,
                          const AwaitedRecord& awaited, std::vector<std::int64_t>& cells) {
    row_.addText("cuda_sync_kind", waitName(wait.header.flags), Form::String);
    const auto kind = static_cast<ring::SynchronizationKind>(wait.header.flags);
    if (kind == ring::SynchronizationKind::Event || kind == ring::SynchronizationKind::StreamWaitsForEvent) {
        row_.add("wait_on_stream", orNone(awaited.stream));
        row_.add("wait_on_cuda_event_record_corr_id",
                 awaited.correlation != 0 ? std::int64_t{awaited.correlation} : -1);
        row_.add("wait_on_cuda_event_id", orNone(wait.event));
    }
    row_.add("stream", orNone(wait.stream));
    row_.add("correlation", wait.header.key);
    row_.add("device", device);
    row_.add("context", wait.context);
    return row_.finish("cuda_sync", cells);
}

LayoutId DeviceRows::overhead(std::vector<std::int64_t>& cells) {
    return row_.finish("overhead", cells);
}

LayoutId DeviceRows::compilation(const ring::Compilation& compilation, StringId cache,
                                 std::vector<std::int64_t>& cells) {
    row_.addText("operation", compilationName(compilation.header.flags), Form::String);
    if (const std::string_view from = compiledFromName(compilation.from); !from.empty()) {
        row_.addText("compiles", from, Form::String);
    }
    row_.add("compilation unit", static_cast<std::int64_t>(compilation.unit));
    if (compilation.bytes != 0) {
        row_.add("bytes of the cache", static_cast<std::int64_t>(compilation.bytes));
    }
    if (cache.valid()) {
        row_.addText("cache", cache, Form::String);
    }
    row_.add("device", compilation.device);
    row_.add("correlation", compilation.header.key);
    return row_.finish("cuda_jit", cells);
}

LayoutId DeviceRows::pause(std::vector<std::int64_t>& cells) {
    return row_.finish("not_recorded", cells);
}

StringId DeviceRows::nameOf(const ring::DeviceCopy& copy) {
    return writer_.string("Memcpy " + std::string(copyName(copy.header.flags)) + " (" +
                          std::string(kindName(copy.from)) + " -> " + std::string(kindName(copy.to)) + ")");
}

StringId DeviceRows::nameOf(const ring::DeviceFill& fill) {
    return writer_.string("Memset (" +
                          std::string(kindName(static_cast<ring::MemoryKind>(fill.header.flags))) + ")");
}

StringId DeviceRows::nameOf(const ring::Compilation& compilation) {
    const auto step = static_cast<ring::CompilationStep>(compilation.header.flags);
    if (step != ring::CompilationStep::Compile) {
        return writer_.string("Driver Compiler (" + std::string(compilationName(compilation.header.flags)) +
                              ")");
    }
    const std::string_view from = compiledFromName(compilation.from);
    return writer_.string(from.empty() ? "Driver Compiler" : "Driver Compiler (" + std::string(from) + ")");
}

StringId DeviceRows::nameOf(const ring::Synchronization& wait) {
    return writer_.string(waitName(wait.header.flags));
}

} // namespace lanes::recorder
