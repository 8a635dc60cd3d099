// What the bodies in cudnn.table are made of: the older convolution calls and batch normalisation. Descriptors are blank; what
// executes launches a kernel named after the call. A handle is used by one thread at a time.
#pragma once

#include "tests/played_gpu/model/ApiCall.h"

#include <cudnn.h>

#include <cstdlib>
#include <cstring>

struct cudnnContext {
    cudaStream_t stream = nullptr;
};

namespace played {

template<class Place, class Value>
cudnnStatus_t store(Place* place, Value value) {
    *place = static_cast<Place>(value);
    return CUDNN_STATUS_SUCCESS;
}
template<class Descriptor>
cudnnStatus_t blank(Descriptor* descriptor) {
    return store(descriptor, static_cast<Descriptor>(std::calloc(1, 1024)));
}
inline cudnnStatus_t freed(void* descriptor) {
    std::free(descriptor);
    return CUDNN_STATUS_SUCCESS;
}
// The first algorithm of all is the best.
template<class Result>
cudnnStatus_t best(int* found, Result* result) {
    *result = {};
    result->algo = static_cast<decltype(result->algo)>(1);
    result->time = 0.01F;
    *found = 1;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t destroy(cudnnHandle_t handle);
cudnnStatus_t run(cudnnHandle_t handle, const char* kernel);

} // namespace played
