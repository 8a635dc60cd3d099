#include "tests/played_gpu/facades/MatrixProduct.h"

#include "tests/played_gpu/model/ApiCall.h"
#include "tests/played_gpu/model/Kernels.h"
#include "tests/played_gpu/model/Settings.h"

#include <algorithm>
#include <string>

namespace played {

namespace {

constexpr double kFlopsPerNs = 45'000, kHalfFlopsPerNs = 450'000;
constexpr uint32_t kKernelGetAttribute = 686; // CUPTI_DRIVER_TRACE_CBID_
constexpr double kStarts = 2500;              // ns that the smallest product takes

struct Tile {
    int64_t least; // elements of the product
    unsigned rows, columns;
    const char* name;
};

constexpr Tile kTiles[] = {
    {1 << 20, 128, 256, "128x256x64"}, {1 << 14, 128, 128, "128x128x32"}, {0, 64, 64, "64x64x32"}};

const char* typeName(cudaDataType type) {
    switch (type) {
    case CUDA_R_16F:
        return "f16f16_f16f32_f32";
    case CUDA_R_16BF:
        return "bf16bf16_bf16f32_f32";
    case CUDA_R_64F:
        return "f64f64_f64f64_f64";
    default:
        return "f32f32_f32f32_f32";
    }
}

} // namespace

bool launchProduct(const MatrixProduct& product, cudaStream_t stream) {
    if (product.rows == 0 || product.columns == 0 || product.batch == 0) {
        return true;
    }
    const Tile& tile = *std::find_if(std::begin(kTiles), std::end(kTiles), [&](const Tile& candidate) {
        return product.rows * product.columns >= candidate.least;
    });
    const std::string name = std::string("sm90_xmma_gemm_") + typeName(product.type) + "_tilesize" +
                             tile.name + "_" + (product.transposeLeft ? "t" : "n") +
                             (product.transposeRight ? "t" : "n") + "_execute_kernel__5x_cublas";
    const bool half = product.type == CUDA_R_16F || product.type == CUDA_R_16BF;
    const double flops = 2.0 * double(product.rows) * double(product.columns) *
                         double(std::max<int64_t>(product.inner, 1)) * double(product.batch);
    takesNext(int64_t(kStarts + flops / (half ? kHalfFlopsPerNs : kFlopsPerNs)));
    const auto tiles = [](int64_t size, unsigned of) { return unsigned((size + of - 1) / of); };
    const dim3 grid(tiles(product.rows, tile.rows), tiles(product.columns, tile.columns),
                    unsigned(std::min<int64_t>(product.batch, 65535)));
    constexpr unsigned kThreads = 128, kShared = 49152;
    for (int i = 0; i < 2; i++) { // as cuBLAS asks the driver about its kernel
        askDriver(kKernelGetAttribute, "cuKernelGetAttribute");
    }
    return cudaLaunchKernel(kernelNamed(name), grid, dim3(kThreads), nullptr, kShared, stream) == cudaSuccess;
}

} // namespace played
