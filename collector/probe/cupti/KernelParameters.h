// Kernels whose parameters somebody has told of: Triton's and torch.compile's, which Python knows (kernel_sources.py). A launch
// hands the driver an array of pointers, one for each parameter, and what they point to the driver reads too.
#pragma once

#include "collector/ring/KernelSignature.h"

#include <cstdint>
#include <string>

namespace lanes::probe::cupti {

struct KernelParameters {
    struct Value {
        std::uint32_t index; // of the parameter
        std::uint8_t bytes;
    };
    std::string kernel;
    std::string signature;
    std::uint64_t key; // of the signature among names of a ring
    Value values[ring::kMostLaunchValues];
    std::uint8_t count = 0;

    // Copies the values of a launch's parameters; those that are not there are 0. `parameters`: as the driver gets them.
    void read(void* const* parameters, std::uint64_t* values) const;
};

// The kernel that the driver knows by this handle has these parameters (KernelSignature.h), until another one is told to have
// the handle. Of too many the later ones are not known. Any thread.
void describeKernel(std::uint64_t function, const char* kernel, const char* signature);
// Null if nobody has told of it, or the handle is that of another kernel by now. Any thread, without waiting.
[[nodiscard]] const KernelParameters* parametersOf(const void* function, const char* kernel);

} // namespace lanes::probe::cupti
