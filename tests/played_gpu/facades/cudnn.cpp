#include "tests/played_gpu/facades/cudnn.h"

#include "tests/played_gpu/model/ApiCall.h"
#include "tests/played_gpu/model/Kernels.h"
#include "tests/played_gpu/model/Settings.h"

namespace played {

cudnnStatus_t destroy(cudnnHandle_t handle) {
    delete handle;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t run(cudnnHandle_t handle, const char* kernel) {
    constexpr int64_t kTakes = 9000; // ns
    constexpr unsigned kBlocks = 264, kThreads = 256;
    constexpr uint32_t kKernelGetFunction = 683, kOccupancy = 451; // CUPTI's
    askDriver(kKernelGetFunction, "cuKernelGetFunction");          // as the real one does
    askDriver(kOccupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
    takesNext(kTakes);
    const cudaError_t result =
        cudaLaunchKernel(kernelNamed(kernel), dim3(kBlocks), dim3(kThreads), nullptr, 0, handle->stream);
    return result == cudaSuccess ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}

} // namespace played
