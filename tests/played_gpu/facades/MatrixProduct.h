// The kernel that a matrix product launches, named and timed as cuBLAS does it on a large device. Any thread.
#pragma once

#include <cuda_runtime_api.h>
#include <library_types.h>

#include <cstdint>

namespace played {

struct MatrixProduct {
    cudaDataType type = CUDA_R_32F; // of the factors
    bool transposeLeft = false, transposeRight = false;
    int64_t rows = 0, columns = 0, inner = 0, batch = 1;
};

// False if the launch failed.
[[nodiscard]] bool launchProduct(const MatrixProduct& product, cudaStream_t stream);

} // namespace played
