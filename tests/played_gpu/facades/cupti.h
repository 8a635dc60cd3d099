// What the bodies in cupti.table are made of. Any thread.
#pragma once

#include "tests/played_gpu/facades/CuptiProfiler.h"
#include "tests/played_gpu/model/Settings.h"

#include <cstring>

namespace played {

template<class Action>
CUptiResult did(Action action) {
    action();
    return CUPTI_SUCCESS;
}
template<class Place, class Value>
CUptiResult store(Place* place, Value value) {
    *place = static_cast<Place>(value);
    return CUPTI_SUCCESS;
}
// The model's own object's id.
template<class Object, class Handle, class Id>
CUptiResult idOf(Handle handle, Id* id) {
    return handle != nullptr ? store(id, reinterpret_cast<const Object*>(handle)->id)
                             : CUPTI_ERROR_INVALID_PARAMETER;
}

CUptiResult nodeId(CUgraphNode node, uint64_t* id);

CUptiResult subscribe(CUpti_SubscriberHandle* place, CUpti_CallbackFunc callback, void* user);
CUptiResult unsubscribe(CUpti_SubscriberHandle subscriber);
CUptiResult enableDomain(uint32_t domain, bool on);
CUptiResult enableCallback(uint32_t domain, uint32_t function, bool on);
CUptiResult callbackName(uint32_t domain, uint32_t function, const char** name);
const char* resultName(CUptiResult result);

CUptiResult registerBuffers(CUpti_BuffersCallbackRequestFunc request,
                            CUpti_BuffersCallbackCompleteFunc complete);
CUptiResult enable(CUpti_ActivityKind kind, bool on);
CUptiResult enableAndDump(CUpti_ActivityKind kind);
CUptiResult enableFunction(Domain domain, uint32_t function, bool on);
CUptiResult nextRecord(uint8_t* buffer, size_t valid, CUpti_Activity** record);
CUptiResult setAttribute(uint32_t attribute, const size_t* bytes, const void* value);
CUptiResult getAttribute(uint32_t attribute, size_t* bytes, void* value);
CUptiResult structSize(uint32_t kind, size_t* bytes);
CUptiResult finalize();

} // namespace played

// For programs under test, which find it by dlsym: whether records of that kind are made.
extern "C" __attribute__((visibility("default"))) int played_records_of(uint32_t kind);
