#include "tests/played_gpu/facades/cupti.h"

#include <chrono>
#include <map>
#include <mutex>
#include <thread>

namespace played {

namespace {

struct Attributes {
    std::mutex mutex;
    std::map<uint32_t, std::vector<std::byte>> values;
};

Attributes& attributes() {
    static auto* it = new Attributes;
    return *it;
}

template<size_t kCount>
const char* nameIn(const CallbackName (&names)[kCount], uint32_t function) {
    for (const CallbackName& name : names) {
        if (name.id == function) {
            return name.name;
        }
    }
    return nullptr;
}

} // namespace

CUptiResult nodeId(CUgraphNode node, uint64_t* id) {
    const ns until = now() + setting(Setting::NodeIdNs);
    while (now() < until) { // as a callback is slow: on the thread
    }
    return idOf<Node>(node, id);
}

CUptiResult subscribe(CUpti_SubscriberHandle* place, CUpti_CallbackFunc callback, void* user) {
    if (callback == nullptr || place == nullptr) {
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    *place = reinterpret_cast<CUpti_SubscriberHandle>(&profiler());
    return profiler().subscribe(callback, user) ? CUPTI_SUCCESS
                                                : CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
}

CUptiResult unsubscribe(CUpti_SubscriberHandle subscriber) {
    if (subscriber != reinterpret_cast<CUpti_SubscriberHandle>(&profiler())) {
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    profiler().unsubscribe();
    return CUPTI_SUCCESS;
}

CUptiResult enableCallback(uint32_t domain, uint32_t function, bool on) {
    if (domain == 0 || domain >= CUPTI_CB_DOMAIN_SIZE || function >= CuptiProfiler::kFunctions) {
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    profiler().wantCallback(domain, function, on);
    return CUPTI_SUCCESS;
}

CUptiResult enableDomain(uint32_t domain, bool on) {
    for (uint32_t function = 0; function < CuptiProfiler::kFunctions; function++) {
        if (enableCallback(domain, function, on) != CUPTI_SUCCESS) {
            return CUPTI_ERROR_INVALID_PARAMETER;
        }
    }
    return CUPTI_SUCCESS;
}

CUptiResult callbackName(uint32_t domain, uint32_t function, const char** name) {
    *name = domain == CUPTI_CB_DOMAIN_RUNTIME_API ? nameIn(kRuntimeNames, function)
                                                  : nameIn(kDriverNames, function);
    return *name != nullptr ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_PARAMETER;
}

const char* resultName(CUptiResult result) {
    switch (result) {
    case CUPTI_SUCCESS:
        return "CUPTI_SUCCESS";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED";
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES";
    case CUPTI_ERROR_NOT_SUPPORTED:
        return "CUPTI_ERROR_NOT_SUPPORTED";
    default:
        return "CUPTI_ERROR_OF_THE_PLAYED_GPU";
    }
}

CUptiResult registerBuffers(CUpti_BuffersCallbackRequestFunc request,
                            CUpti_BuffersCallbackCompleteFunc complete) {
    if (request == nullptr || complete == nullptr) {
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    profiler().records.setCallbacks(
        [request] {
            RecordQueue::Buffer buffer;
            uint8_t* at = nullptr;
            request(&at, &buffer.size, &buffer.most);
            buffer.at = reinterpret_cast<std::byte*>(at);
            return buffer;
        },
        [complete](const RecordQueue::Buffer& buffer) {
            complete(nullptr, 0, reinterpret_cast<uint8_t*>(buffer.at), buffer.size, buffer.used);
        });
    return CUPTI_SUCCESS;
}

CUptiResult enable(CUpti_ActivityKind kind, bool on) {
    if (kind <= 0 || size_t(kind) >= CuptiProfiler::kKinds) {
        return CUPTI_ERROR_INVALID_KIND;
    }
    if (setting(Setting::NoPermission) != 0) {
        return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    }
    if (CuptiProfiler::isUnknown(kind)) {
        return CUPTI_ERROR_INVALID_KIND;
    }
    if (on) {
        std::this_thread::sleep_for(std::chrono::nanoseconds(setting(Setting::EnableNs)));
        if (setting(Setting::EnableDelivers) != 0) {
            profiler().records.flush(false);
        }
    }
    profiler().want(kind, on);
    return CUPTI_SUCCESS;
}

CUptiResult enableAndDump(CUpti_ActivityKind kind) {
    const CUptiResult result = enable(kind, true);
    if (result == CUPTI_SUCCESS && setting(Setting::NoDump) == 0) {
        profiler().wantAll(kind);
    }
    return result;
}

CUptiResult enableFunction(Domain domain, uint32_t function, bool on) {
    if (function >= CuptiProfiler::kFunctions) {
        return CUPTI_ERROR_INVALID_PARAMETER;
    }
    profiler().wantFunction(domain, function, on);
    return CUPTI_SUCCESS;
}

CUptiResult nextRecord(uint8_t* buffer, size_t valid, CUpti_Activity** record) {
    uint8_t* at = buffer;
    if (*record != nullptr) {
        at = reinterpret_cast<uint8_t*>(*record) + CuptiProfiler::strideOf((*record)->kind);
    }
    if (buffer == nullptr || at >= buffer + valid) {
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    }
    *record = reinterpret_cast<CUpti_Activity*>(at);
    return CuptiProfiler::strideOf((*record)->kind) != 0 ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_KIND;
}

CUptiResult setAttribute(uint32_t attribute, const size_t* bytes, const void* value) {
    const std::lock_guard lock(attributes().mutex);
    const auto* first = static_cast<const std::byte*>(value);
    attributes().values[attribute].assign(first, first + *bytes);
    if (attribute == CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER) {
        profiler().records.setPerThread(*first != std::byte{0});
    }
    return CUPTI_SUCCESS;
}

CUptiResult getAttribute(uint32_t attribute, size_t* bytes, void* value) {
    const std::lock_guard lock(attributes().mutex);
    std::vector<std::byte>& stored = attributes().values[attribute];
    if (stored.empty()) {
        stored.resize(*bytes);
    }
    if (*bytes < stored.size()) {
        return CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT;
    }
    std::memcpy(value, stored.data(), stored.size());
    *bytes = stored.size();
    return CUPTI_SUCCESS;
}

CUptiResult structSize(uint32_t kind, size_t* bytes) {
    *bytes = CuptiProfiler::strideOf(kind);
    return *bytes != 0 ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_KIND;
}

CUptiResult finalize() {
    for (size_t kind = 1; kind < CuptiProfiler::kKinds; kind++) {
        profiler().want(CUpti_ActivityKind(kind), false);
    }
    profiler().unsubscribe();
    return CUPTI_SUCCESS;
}

} // namespace played

int played_records_of(uint32_t kind) {
    return played::profiler().wants(CUpti_ActivityKind(kind)) ? 1 : 0;
}
