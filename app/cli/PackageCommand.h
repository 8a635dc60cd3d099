// Commands that the Python package beside this program carries out: what they need is packages of PyPI.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace lanes::cli {

// Adds --python, which names the Python that has `package`.
void addPythonOption(CLI::App& parser, std::string& python, const std::string& package);
// Becomes `python -m lanescope.MODULE WORDS...`. Returns, with an exit code, only where that cannot be started.
[[nodiscard]] int runPackage(const CLI::App& parser, const std::string& python, const std::string& module,
                             const std::vector<std::string>& given);

} // namespace lanes::cli
