#include "tests/played_gpu/facades/cublasLt.h"

#include <cstring>

namespace played {

namespace {

// What we keep in the memory of a descriptor, which is opaque to the program.
struct Layout {
    cudaDataType type;
    uint64_t rows, columns;
    int32_t batch;
};

struct Product {
    cublasOperation_t left, right;
};

static_assert(sizeof(Layout) <= sizeof(cublasLtMatrixLayoutOpaque_t));
static_assert(sizeof(Product) <= sizeof(cublasLtMatmulDescOpaque_t));

template<class Kept, class Handle>
Kept kept(Handle handle) {
    Kept it{};
    std::memcpy(&it, handle, sizeof it);
    return it;
}

template<class Kept, class Handle>
void keep(Handle handle, const Kept& it) {
    std::memcpy(static_cast<void*>(handle), &it, sizeof it);
}

} // namespace

cublasStatus_t createHandle(cublasLtHandle_t* handle) {
    static char nobodyLooksHere;
    *handle = reinterpret_cast<cublasLtHandle_t>(&nobodyLooksHere);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t createLayout(cublasLtMatrixLayout_t* layout, cudaDataType type, uint64_t rows,
                            uint64_t columns) {
    create(layout);
    keep(*layout, Layout{type, rows, columns, 1});
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t setLayout(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute,
                         const void* value) {
    if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT) {
        auto it = kept<Layout>(layout);
        std::memcpy(&it.batch, value, sizeof it.batch);
        keep(layout, it);
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t setProduct(cublasLtMatmulDesc_t product, cublasLtMatmulDescAttributes_t attribute,
                          const void* value) {
    auto it = kept<Product>(product);
    if (attribute == CUBLASLT_MATMUL_DESC_TRANSA) {
        std::memcpy(&it.left, value, sizeof it.left);
    } else if (attribute == CUBLASLT_MATMUL_DESC_TRANSB) {
        std::memcpy(&it.right, value, sizeof it.right);
    }
    keep(product, it);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t heuristic(int asked, cublasLtMatmulHeuristicResult_t* results, int* found) {
    constexpr uint32_t kDriverGetVersion = 2, kCtxGetLimit = 137, kKernelSetAttribute = 687; // CUPTI's
    for (int i = 0; i < 2; i++) { // as the real one does each time
        askDriver(kDriverGetVersion, "cuDriverGetVersion");
        askDriver(kCtxGetLimit, "cuCtxGetLimit");
        askDriver(kKernelSetAttribute, "cuKernelSetAttribute");
    }
    (void)cudaGetErrorString(cudaSuccess);
    *found = asked > 0 ? 1 : 0;
    if (asked > 0) {
        *results = {};
        results->state = CUBLAS_STATUS_SUCCESS;
        results->wavesCount = 1;
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t multiply(cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t left,
                        cublasLtMatrixLayout_t result, cudaStream_t stream) {
    const auto how = kept<Product>(product);
    const auto factor = kept<Layout>(left), made = kept<Layout>(result);
    const bool transposed = how.left != CUBLAS_OP_N;
    const MatrixProduct all{factor.type,
                            transposed,
                            how.right != CUBLAS_OP_N,
                            int64_t(made.rows),
                            int64_t(made.columns),
                            int64_t(transposed ? factor.rows : factor.columns),
                            made.batch};
    return launchProduct(all, stream) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace played
