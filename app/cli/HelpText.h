// The text of a subcommand's --help: usage, options with their defaults, examples. At most 100 columns wide.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace lanes::cli {

// "lanescope stats [OPTIONS] FILE..."
[[nodiscard]] std::string usageLine(const CLI::App& parser);
// Returns command lines as a user would type them; tst_manual runs them.
[[nodiscard]] std::vector<std::string> examplesOf(const CLI::App& parser);
[[nodiscard]] std::string helpText(const CLI::App& parser);

} // namespace lanes::cli
