// What lies beside the program: <prefix>/bin holds it, <prefix>/lib/lanescope what it brings for others.
#pragma once

#include <string>

namespace lanes::cli {

// The probe and its Python package.
[[nodiscard]] std::string bootFolder();
// Whether the probe is there; else says so on stderr.
[[nodiscard]] bool hasProbe(const std::string& bootFolder);
// The program that asks NVML.
[[nodiscard]] std::string counterHelper(const std::string& bootFolder);

// The folder that holds bin/lanescope-record and lib/lanescope for other machines: the portable one where it was installed, else
// what runs here.
[[nodiscard]] std::string collectorFolder(const std::string& bootFolder);

} // namespace lanes::cli
