// The facts of a machine that matter for a recording, as values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanes::doctor {

struct MachineFacts {
    // The models of the usable NVIDIA GPUs, "NVIDIA H100 80GB HBM3".
    std::vector<std::string> devices;
    std::string driver;               // "575.57"; empty: none
    bool profilingRestricted = false; // to administrators, and this user is not one
    std::uint64_t sharedMemory = 0;   // bytes free in /dev/shm, where the ring buffers are
    bool sharedMemoryRoomy = true;    // enough for the buffers of many threads
    std::uint64_t disk = 0;           // bytes free in the requested folder
};

} // namespace lanes::doctor
