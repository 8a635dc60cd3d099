// The names of kernels, by the address that the program launches them with. Any thread; names live as long as the process.
#pragma once

#include <string>

namespace played {

// The compiler's host code and the driver's modules tell the names; `host` is what will be launched.
void registerKernel(const void* host, const char* name);
// Null if nobody has registered it.
const char* kernelName(const void* host);
// Something to launch a kernel of that name with, the same for the same name.
const void* kernelNamed(const std::string& name);

} // namespace played
