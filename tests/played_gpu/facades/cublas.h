// What the bodies in cublas.table are made of. A handle is used by one thread at a time, as in cuBLAS.
#pragma once

#include "tests/played_gpu/facades/MatrixProduct.h"
#include "tests/played_gpu/model/ApiCall.h"

#include <cublas_v2.h>

#include <algorithm>

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
};

namespace played {

template<class Place, class Value>
cublasStatus_t store(Place* place, Value value) {
    *place = static_cast<Place>(value);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t destroy(cublasHandle_t handle);
cublasStatus_t multiply(cublasHandle_t handle, cudaDataType type, cublasOperation_t left,
                        cublasOperation_t right, int64_t rows, int64_t columns, int64_t inner,
                        int64_t batch = 1);

} // namespace played
