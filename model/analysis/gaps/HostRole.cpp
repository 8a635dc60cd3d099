#include "model/analysis/gaps/HostRole.h"

#include "model/base/Contains.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace lanes {

namespace {

using Layer = HostRole::Layer;

constexpr HostRole kBusy{Layer::Busy, WaitCause::LaunchBound};
constexpr HostRole kRange{Layer::Range, WaitCause::LaunchBound};

template<std::size_t N>
bool hasAny(std::string_view name, const std::array<std::string_view, N>& words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return contains(name, word); });
}

HostRole mark(WaitCause cause) {
    return {Layer::Mark, cause};
}

HostRole runtimeRole(std::string_view name) {
    static constexpr std::array<std::string_view, 15> kMemory{
        "Malloc",         "cudaFree", "hipFree",    "hipHostFree",  "HostAlloc",
        "HostRegister",   "MemAlloc", "MemFree",    "MemCreate",    "MemUnmap",
        "HostUnregister", "MemMap",   "MemRelease", "MemSetAccess", "MemAddressReserve"};
    static constexpr std::array<std::string_view, 7> kCode{
        "ModuleLoad", "LibraryLoad", "LinkComplete", "LinkAdd", "nvrtc", "hiprtc", "Driver Compiler"};
    static constexpr std::array<std::string_view, 4> kGraph{"GraphLaunch", "GraphInstantiate", "GraphUpload",
                                                            "GraphExecUpdate"};
    const bool async = contains(name, "Async");
    if (contains(name, "Synchronize")) {
        return mark(WaitCause::HostSync);
    }
    if (contains(name, "Memcpy")) {
        return async ? HostRole{Layer::AsyncCopy, WaitCause::Copy} : mark(WaitCause::Copy);
    }
    if (contains(name, "Memset") && !async) {
        return mark(WaitCause::Copy);
    }
    if (hasAny(name, kMemory)) {
        return mark(WaitCause::Allocator);
    }
    if (hasAny(name, kCode)) {
        return mark(WaitCause::Compile);
    }
    return hasAny(name, kGraph) ? mark(WaitCause::GraphLaunch) : kBusy;
}

// What CUPTI calls overhead is the program's own where the driver compiles or loads code, or where a queue is full.
HostRole overheadRole(std::string_view name) {
    static constexpr std::array<std::string_view, 3> kCode{"Module Loading", "Function Loading",
                                                           "Driver Compiler"};
    if (hasAny(name, kCode)) {
        return mark(WaitCause::Compile);
    }
    return contains(name, "Command Buffer Full") ? kBusy : mark(WaitCause::Profiler);
}

// The last part of "torch/utils/data/dataloader.py(733): __next__" is in `functions`.
template<std::size_t N>
bool isFunction(std::string_view name, const std::array<std::string_view, N>& functions) {
    const std::size_t colon = name.rfind("): ");
    return colon != std::string_view::npos &&
           std::ranges::find(functions, name.substr(colon + 3)) != functions.end();
}

// Of code that was compiled before, or just now.
bool loadsCompiled(std::string_view name) {
    return contains(name, "torch/_inductor/codecache.py") && name.ends_with(": load");
}

HostRole functionRole(std::string_view name) {
    static constexpr std::array<std::string_view, 4> kCollect{
        kAutomaticCollection, "gc.collect", "built-in function collect", "built-in method collect of module"};
    static constexpr std::array<std::string_view, 3> kCompilers{"torch/_dynamo/", "torch/_inductor/",
                                                                "triton/compiler/"};
    static constexpr std::array<std::string_view, 8> kCompiling{"_compile",
                                                                "compile",
                                                                "compile_fx",
                                                                "compile_fx_inner",
                                                                "compile_inner",
                                                                "call_user_compiler",
                                                                "codegen_and_compile",
                                                                "fx_codegen_and_compile"};
    static constexpr std::array<std::string_view, 5> kProfiling{"step", "start", "stop", "start_trace",
                                                                "stop_trace"};
    if (contains(name, "wait of torch._C._distributed_c10d.Work")) {
        return mark(WaitCause::Collective);
    }
    if (contains(name, "torch/utils/data/") || contains(name, "dataloader.py(")) {
        return mark(WaitCause::DataLoading);
    }
    if (hasAny(name, kCollect)) {
        return mark(WaitCause::Gc);
    }
    if (contains(name, "empty_cache") || contains(name, "_cuda_emptyCache")) {
        return mark(WaitCause::Allocator);
    }
    // Dynamo calls what is in convert_frame.py for what it has not compiled yet, and for nothing else.
    if ((hasAny(name, kCompilers) && isFunction(name, kCompiling)) || loadsCompiled(name) ||
        contains(name, "torch/_dynamo/convert_frame.py(")) {
        return mark(WaitCause::Compile);
    }
    return contains(name, "torch/profiler/profiler.py") && isFunction(name, kProfiling)
               ? mark(WaitCause::Profiler)
               : kBusy;
}

// Dynamo's and inductor's own spans; not those of code that they have compiled.
bool isCompiling(std::string_view lower) {
    for (std::size_t at = lower.find("compile"); at != std::string_view::npos;
         at = lower.find("compile", at + 1)) {
        const std::string_view rest = lower.substr(at + std::string_view("compile").size());
        if (!rest.starts_with('d')) {
            return true;
        }
    }
    return lower == "dynamo" || contains(lower, "(dynamo_timed)") || contains(lower, "inductor");
}

HostRole spanRole(EventKind kind, std::string_view name) {
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (contains(lower, "dataloader") || contains(lower, "datapipe")) {
        return mark(WaitCause::DataLoading);
    }
    if (lower.starts_with("gloo:") || lower.starts_with("mpi:") || lower.starts_with("ucc:") ||
        lower == "c10d::barrier") {
        return mark(WaitCause::Collective);
    }
    if (lower == "gc" || lower == "python gc" || contains(lower, "gc.collect")) {
        return mark(WaitCause::Gc);
    }
    if (isCompiling(lower)) {
        return mark(WaitCause::Compile);
    }
    if (kind == EventKind::Operator) {
        return kBusy;
    }
    return lower.starts_with("profilerstep") ? HostRole{} : kRange;
}

} // namespace

HostRole hostRoleOf(EventKind kind, std::string_view name) {
    switch (kind) {
    case EventKind::Runtime:
        return runtimeRole(name);
    case EventKind::PythonFunction:
        return functionRole(name);
    case EventKind::Operator:
    case EventKind::UserRange:
    case EventKind::Communication:
        return spanRole(kind, name);
    case EventKind::GarbageCollection:
        return mark(WaitCause::Gc);
    case EventKind::Overhead:
        return overheadRole(name);
    case EventKind::Other:
    case EventKind::Kernel:
    case EventKind::Memcpy:
    case EventKind::Memset:
    case EventKind::DeviceSync:
    case EventKind::DeviceRange:
        break;
    }
    return {};
}

int rankOf(WaitCause cause) {
    static constexpr std::array<WaitCause, 9> kOrder{
        WaitCause::HostSync,   WaitCause::Copy,        WaitCause::Allocator,
        WaitCause::Gc,         WaitCause::GraphLaunch, WaitCause::Compile,
        WaitCause::Collective, WaitCause::Profiler,    WaitCause::DataLoading};
    return static_cast<int>(std::ranges::find(kOrder, cause) - kOrder.begin());
}

} // namespace lanes
