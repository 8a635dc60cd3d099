// Where libcupti is, which a program that uses CUDA need not have loaded: beside the libraries of CUDA that it has, in packages of
// pip and conda, in a toolkit, where the driver is, and wherever the loader looks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanes::probe::cupti {

// What says where to look.
struct CudaSurroundings {
    std::vector<std::string> mapped; // the files in this process
    std::vector<std::string> python; // folders that pip's packages of NVIDIA have for libraries
    std::string program;             // the file of the process
    int driver = 0;                  // the major version of CUDA that the driver is of; 0: not known
};

// Of this process. Opens no library, and calls nothing of CUDA but the driver's version.
[[nodiscard]] CudaSurroundings cudaSurroundings();
// Folders, the likeliest first; an empty one stands for where the loader looks. None twice.
struct CuptiFolders {
    std::vector<std::string> besideCuda; // that the process has
    std::vector<std::string> others;
};
[[nodiscard]] CuptiFolders cuptiFolders(const CudaSurroundings& around);
// Files and names for dlopen, in the order in which they are tried: what belongs to the process's own CUDA, then the version that
// is the driver's, then older ones. Never one that is newer than the driver.
[[nodiscard]] std::vector<std::string> cuptiCandidates(const CuptiFolders& folders, int driver);

// Python says where its packages have libraries: folders, divided by colons, as the environment's LANESCOPE_NVIDIA has them. Any
// thread.
void setPythonFolders(std::string_view folders);

// The library if it is in this process already, else nullptr.
[[nodiscard]] void* findLoadedLibrary();
// Loads it otherwise; nullptr: `looked` names the places.
[[nodiscard]] void* loadLibrary(std::string& looked);
[[nodiscard]] bool isDriverLoaded();

} // namespace lanes::probe::cupti
