// Kernels whose parameters have been described: those of Triton and torch.compile, which Python knows
// (kernel_sources.py). A launch passes the driver an array of pointers, one for each parameter. The driver reads the
// values behind them, so the probe may read them too.
#pragma once

#include "collector/ring/KernelSignature.h"

#include <cstdint>
#include <string>

namespace lanes::probe::cupti {

struct KernelParameters {
    struct Value {
        std::uint32_t index; // index of the parameter
        std::uint8_t bytes;
    };
    std::string kernel;
    std::string signature;
    std::uint64_t key; // of the signature, among the names of a ring
    Value values[ring::kMostLaunchValues];
    std::uint8_t count = 0;

    // Copies the values of a launch's parameters; missing ones are 0. `parameters`: as passed to the driver.
    void read(void* const* parameters, std::uint64_t* values) const;
};

// Sets the parameters (KernelSignature.h) of the kernel that the driver knows by this handle, until another kernel is
// described with the same handle. Beyond the table's size further kernels are ignored. Any thread.
void describeKernel(std::uint64_t function, const char* kernel, const char* signature);
// Returns null if the kernel has not been described, or if the handle is now that of another kernel. Any thread,
// without waiting.
[[nodiscard]] const KernelParameters* parametersOf(const void* function, const char* kernel);

} // namespace lanes::probe::cupti
