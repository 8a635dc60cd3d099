#include "tests/played_gpu/facades/cublas.h"

namespace played {

cublasStatus_t destroy(cublasHandle_t handle) {
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t multiply(cublasHandle_t handle, cudaDataType type, cublasOperation_t left,
                        cublasOperation_t right, int64_t rows, int64_t columns, int64_t inner,
                        int64_t batch) {
    const MatrixProduct product{type, left != CUBLAS_OP_N, right != CUBLAS_OP_N, rows, columns, inner, batch};
    return launchProduct(product, handle->stream) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace played
