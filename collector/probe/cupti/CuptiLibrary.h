// Finds libcupti, which a program that uses CUDA need not have loaded. It searches beside the CUDA libraries of the
// process, in packages of pip and conda, and in a toolkit. Then it searches beside the driver, and where the loader
// looks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanes::probe::cupti {

// The facts that determine where to look.
struct CudaSurroundings {
    std::vector<std::string> mapped; // the files that are mapped in this process
    std::vector<std::string> python; // library folders of NVIDIA's pip packages
    std::string program;             // the program file of the process
    int driver = 0;                  // major version of CUDA that the driver supports; 0: not known
};

// Collects the facts of this process. Opens no library, and calls no CUDA function except for the driver's version.
[[nodiscard]] CudaSurroundings cudaSurroundings();
// Folders, the likeliest first, without duplicates. An empty path stands for the loader's own search.
struct CuptiFolders {
    std::vector<std::string> besideCuda; // the CUDA libraries of the process
    std::vector<std::string> others;
};
[[nodiscard]] CuptiFolders cuptiFolders(const CudaSurroundings& around);
// Returns files and names for dlopen, in the order of trial. Those of the process's own CUDA come first, then the
// driver's version, then older ones. None is newer than the driver.
[[nodiscard]] std::vector<std::string> cuptiCandidates(const CuptiFolders& folders, int driver);

// Sets the library folders of Python's packages, divided by colons, as in the environment variable LANESCOPE_NVIDIA.
// Any thread.
void setPythonFolders(std::string_view folders);

// Returns the library if this process has loaded it already, else nullptr.
[[nodiscard]] void* findLoadedLibrary();
// Returns the library and loads it if needed. On nullptr `looked` names the searched places.
[[nodiscard]] void* loadLibrary(std::string& looked);
[[nodiscard]] bool isDriverLoaded();

} // namespace lanes::probe::cupti
