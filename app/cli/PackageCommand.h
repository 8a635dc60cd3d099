// Commands that the installed Python package carries out, because they need packages from PyPI.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace lanes::cli {

// Adds --python, the Python interpreter that has `package`.
void addPythonOption(CLI::App& parser, std::string& python, const std::string& package);
// Replaces this process by `python -m lanescope.MODULE WORDS...`. It returns only if that cannot be started, with an exit code.
[[nodiscard]] int runPackage(const CLI::App& parser, const std::string& python, const std::string& module,
                             const std::vector<std::string>& given);

} // namespace lanes::cli
