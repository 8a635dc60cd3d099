// Paths of the installation: <prefix>/bin has the program, <prefix>/lib/lanescope the files for other programs.
#pragma once

#include <string>

namespace lanes::cli {

// The probe and its Python package.
[[nodiscard]] std::string bootFolder();
// True: the probe is installed. Otherwise it prints an error to stderr.
[[nodiscard]] bool hasProbe(const std::string& bootFolder);
// Returns the path of the program that asks NVML.
[[nodiscard]] std::string counterHelper(const std::string& bootFolder);

// Returns the folder with bin/lanescope-record and lib/lanescope for other machines. It is the portable one if that is
// installed, else the installation that runs here.
[[nodiscard]] std::string collectorFolder(const std::string& bootFolder);

} // namespace lanes::cli
