// What the bodies in cublasLt.table are made of. Descriptors are plain memory of their maker.
#pragma once

#include "tests/played_gpu/facades/MatrixProduct.h"
#include "tests/played_gpu/model/ApiCall.h"

#include <cublasLt.h>

namespace played {

template<class Handle>
cublasStatus_t create(Handle* handle) {
    *handle = new std::remove_pointer_t<Handle>{};
    return CUBLAS_STATUS_SUCCESS;
}
template<class Handle>
cublasStatus_t destroy(Handle handle) {
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t createHandle(cublasLtHandle_t* handle);
cublasStatus_t createLayout(cublasLtMatrixLayout_t* layout, cudaDataType type, uint64_t rows,
                            uint64_t columns);
cublasStatus_t setLayout(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute,
                         const void* value);
cublasStatus_t setProduct(cublasLtMatmulDesc_t product, cublasLtMatmulDescAttributes_t attribute,
                          const void* value);
cublasStatus_t heuristic(int asked, cublasLtMatmulHeuristicResult_t* results, int* found);
cublasStatus_t multiply(cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t left,
                        cublasLtMatrixLayout_t result, cudaStream_t stream);

} // namespace played
