// What a machine brings for a recording, in figures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanes::doctor {

struct MachineFacts {
    // Models of the NVIDIA GPUs that can be used here, "NVIDIA H100 80GB HBM3".
    std::vector<std::string> devices;
    std::string driver;               // "575.57"; empty: none
    bool profilingRestricted = false; // to administrators, of whom this user is none
    std::uint64_t sharedMemory = 0;   // bytes free in /dev/shm, where the buffers go
    bool sharedMemoryRoomy = true;    // for those of many threads
    std::uint64_t disk = 0;           // bytes free in the folder that was asked about
};

} // namespace lanes::doctor
