#include "app/cli/InstalledFiles.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace fs = std::filesystem;

namespace lanes::cli {

std::string bootFolder() {
    std::error_code problem;
    const fs::path self = fs::read_symlink("/proc/self/exe", problem);
    return (self.parent_path().parent_path() / "lib" / "lanescope" / "boot").string();
}

bool hasProbe(const std::string& bootFolder) {
    if (fs::exists(fs::path(bootFolder) / "sitecustomize.py")) {
        return true;
    }
    std::fprintf(stderr, "lanescope: %s does not hold the probe; install Lanescope again\n",
                 bootFolder.c_str());
    return false;
}

std::string collectorFolder(const std::string& bootFolder) {
    const fs::path library = fs::path(bootFolder).parent_path(); // lib/lanescope
    const fs::path portable = library.parent_path() / "lanescope-portable";
    std::error_code problem;
    return (fs::exists(portable / "bin", problem) ? portable : library.parent_path().parent_path()).string();
}

std::string counterHelper(const std::string& bootFolder) {
    return (fs::path(bootFolder).parent_path() / "lanescope-nvml").string();
}

} // namespace lanes::cli
