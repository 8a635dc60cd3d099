#include "tests/played_gpu/facades/CuptiProfiler.h"

#include "tests/played_gpu/model/Settings.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <map>
#include <string_view>

namespace played {

namespace {

std::map<CUpti_ExternalCorrelationKind, std::vector<uint64_t>>& externalIds() {
    static thread_local std::map<CUpti_ExternalCorrelationKind, std::vector<uint64_t>> ids;
    return ids;
}

CUpti_CallbackIdResource resourceOf(GraphStep step) {
    switch (step) {
    case GraphStep::Created:
        return CUPTI_CBID_RESOURCE_GRAPH_CREATED;
    case GraphStep::Destroyed:
        return CUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING;
    case GraphStep::NodeAdded:
        return CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED;
    case GraphStep::DependencyAdded:
        return CUPTI_CBID_RESOURCE_GRAPHNODE_DEPENDENCY_CREATED;
    case GraphStep::Instantiating:
        return CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATE_STARTING;
    case GraphStep::NodeCloned:
        return CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED;
    case GraphStep::Instantiated:
        return CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED;
    case GraphStep::ExecutableDestroyed:
        return CUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING;
    }
    return CUPTI_CBID_RESOURCE_INVALID;
}

CUgraphNodeType typeOf(Work::Kind kind) {
    switch (kind) {
    case Work::Kind::Kernel:
        return CU_GRAPH_NODE_TYPE_KERNEL;
    case Work::Kind::Copy:
        return CU_GRAPH_NODE_TYPE_MEMCPY;
    case Work::Kind::Fill:
        return CU_GRAPH_NODE_TYPE_MEMSET;
    case Work::Kind::Host:
        return CU_GRAPH_NODE_TYPE_HOST;
    case Work::Kind::Empty:
        break;
    }
    return CU_GRAPH_NODE_TYPE_EMPTY;
}

// It is told everything from the moment on at which the library is there, as a driver does.
__attribute__((constructor)) void loaded() {
    if (observer() == nullptr) { // of several such libraries the first, until another has the subscriber
        setObserver(&profiler());
    }
}

} // namespace

CuptiProfiler& profiler() {
    static auto* it = new CuptiProfiler; // threads of the program may outlive its statics
    return *it;
}

bool CuptiProfiler::subscribe(CUpti_CallbackFunc callback, void* user) {
    if (setting(Setting::Busy) != 0) {
        return false;
    }
    const std::lock_guard lock(subscribing_);
    if (callback_.load() != nullptr || !attachTo(this)) {
        return false;
    }
    user_ = user;
    callback_ = callback;
    return true;
}

void CuptiProfiler::unsubscribe() {
    callback_ = nullptr;
    for (auto& domain : wanted_) {
        for (auto& function : domain) {
            function = false;
        }
    }
}

void CuptiProfiler::want(CUpti_ActivityKind kind, bool wanted) {
    setWanted(kind, wanted);
    for (const auto& [calls, domain] : {std::pair{CUPTI_ACTIVITY_KIND_RUNTIME, Domain::Runtime},
                                        std::pair{CUPTI_ACTIVITY_KIND_DRIVER, Domain::Driver}}) {
        for (size_t i = 0; kind == calls && i < kFunctions; i++) {
            functions_[size_t(domain)][i] = ByFunction::AsItsKind;
        }
    }
}

void CuptiProfiler::wantAll(CUpti_ActivityKind kind) {
    want(kind, true);
    dump(kind);
}

void CuptiProfiler::wantFunction(Domain domain, uint32_t function, bool wanted) {
    functions_[size_t(domain)][function] = wanted ? ByFunction::On : ByFunction::Off;
}

void CuptiProfiler::flush(bool forced) {
    const uint64_t start = clock.now();
    records.flush(forced);
    if (!wants(CUPTI_ACTIVITY_KIND_OVERHEAD)) {
        return;
    }
    OverheadRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
    record.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH;
    record.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
    record.objectId.pt.processId = uint32_t(getpid());
    record.objectId.pt.threadId = uint32_t(syscall(SYS_gettid));
    record.start = start;
    record.end = clock.now();
    const auto bytes = std::as_bytes(std::span(&record, 1));
    records.add(bytes);
}

void CuptiProfiler::pushExternal(CUpti_ExternalCorrelationKind kind, uint64_t id) {
    externalIds()[kind].push_back(id);
}

bool CuptiProfiler::popExternal(CUpti_ExternalCorrelationKind kind, uint64_t* last) {
    auto& ids = externalIds()[kind];
    if (ids.empty()) {
        return false;
    }
    if (last != nullptr) {
        *last = ids.back();
    }
    ids.pop_back();
    return true;
}

// On entry, before the call's work can end and be recorded: Kineto links what it has seen the id of already.
void CuptiProfiler::addExternal(uint32_t correlation) {
    for (const auto& [kind, ids] : externalIds()) {
        if (!ids.empty()) {
            CUpti_ActivityExternalCorrelation record{};
            record.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
            record.externalKind = kind;
            record.externalId = ids.back();
            record.correlationId = correlation;
            records.add(std::as_bytes(std::span(&record, 1)));
        }
    }
}

bool CuptiProfiler::isRecorded(const ApiCall& call) const {
    const bool runtime = call.domain() == Domain::Runtime;
    const ByFunction said = functions_[size_t(call.domain())][call.function()];
    return said == ByFunction::AsItsKind
               ? wants(runtime ? CUPTI_ACTIVITY_KIND_RUNTIME : CUPTI_ACTIVITY_KIND_DRIVER)
               : said == ByFunction::On;
}

void CuptiProfiler::call(ApiCall& call, CUpti_ApiCallbackSite site) {
    const CUpti_CallbackFunc callback = callback_;
    if (callback == nullptr || !wanted_[size_t(call.domain())][call.function()]) {
        return;
    }
    // CUPTI asks the driver what a kernel is called, for the callback; of launches of other generations it knows.
    const std::string_view name = call.name();
    const std::string_view plain = name.substr(name.starts_with("__") ? 2 : 0);
    if (site == CUPTI_API_ENTER && call.symbol() != nullptr && plain.starts_with("cudaLaunchKernel") &&
        !plain.starts_with("cudaLaunchKernelEx")) {
        askDriver(CUPTI_DRIVER_TRACE_CBID_cuKernelGetName, "cuKernelGetName");
    }
    const int device = Gpu::currentDevice();
    const bool hasContext = gpu().hasContext(device);
    CUpti_CallbackData data{};
    data.callbackSite = site;
    data.functionName = call.name();
    data.functionParams = call.params();
    data.functionReturnValue = const_cast<int*>(&call.result());
    data.symbolName = call.symbol();
    data.context = hasContext ? contextHandle(device) : nullptr;
    data.contextUid = hasContext ? contextId(device) : 0;
    data.correlationData = &call.subscribersOwn;
    data.correlationId = call.correlation();
    callback(user_, CUpti_CallbackDomain(call.domain()), call.function(), &data);
}

void CuptiProfiler::entered(ApiCall& entry) {
    call(entry, CUPTI_API_ENTER);
    if (isRecorded(entry)) {
        if (wants(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION)) {
            addExternal(entry.correlation());
        }
        entry.start = clock.now();
    }
}

void CuptiProfiler::left(ApiCall& exit) {
    if (exit.start != 0 && isRecorded(exit)) {
        CUpti_ActivityAPI record{};
        record.kind =
            exit.domain() == Domain::Runtime ? CUPTI_ACTIVITY_KIND_RUNTIME : CUPTI_ACTIVITY_KIND_DRIVER;
        record.cbid = exit.function();
        record.start = exit.start;
        record.end = clock.now();
        record.processId = uint32_t(getpid());
        record.threadId = systemThreadIds ? uint32_t(syscall(SYS_gettid)) : uint32_t(pthread_self());
        record.correlationId = exit.correlation();
        record.returnValue = uint32_t(exit.result());
        records.add(std::as_bytes(std::span(&record, 1)));
    }
    call(exit, CUPTI_API_EXIT);
}

void CuptiProfiler::tell(CUpti_CallbackIdResource what, int device, const Stream* stream, void* descriptor) {
    const CUpti_CallbackFunc callback = callback_;
    if (callback == nullptr || !wanted_[CUPTI_CB_DOMAIN_RESOURCE][what]) {
        return;
    }
    CUpti_ResourceData data{};
    data.context = contextHandle(device);
    data.resourceHandle.stream = reinterpret_cast<CUstream>(const_cast<Stream*>(stream));
    data.resourceDescriptor = descriptor;
    callback(user_, CUPTI_CB_DOMAIN_RESOURCE, what, &data);
}

void CuptiProfiler::contextCreated(int device) {
    if (wants(CUPTI_ACTIVITY_KIND_CONTEXT)) {
        describeContext(device);
    }
    tell(CUPTI_CBID_RESOURCE_CONTEXT_CREATED, device, nullptr, nullptr);
}

void CuptiProfiler::streamCreated(const Stream& stream) {
    CuptiRecords::streamCreated(stream);
    tell(CUPTI_CBID_RESOURCE_STREAM_CREATED, stream.device, &stream, nullptr);
}

void CuptiProfiler::streamDestroyed(const Stream& stream) {
    tell(CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, stream.device, &stream, nullptr);
}

void CuptiProfiler::graphChanged(const GraphChange& change) {
    CUpti_GraphData data{};
    data.graph = reinterpret_cast<CUgraph>(change.graph);
    data.originalGraph = reinterpret_cast<CUgraph>(change.original);
    data.node = reinterpret_cast<CUgraphNode>(change.node);
    data.originalNode = reinterpret_cast<CUgraphNode>(change.originalNode);
    data.dependency = reinterpret_cast<CUgraphNode>(change.dependency);
    data.graphExec = reinterpret_cast<CUgraphExec>(change.executable);
    if (change.node != nullptr) {
        data.nodeType = typeOf(change.node->work.kind);
    }
    tell(resourceOf(change.step), Gpu::currentDevice(), nullptr, &data);
}

} // namespace played
