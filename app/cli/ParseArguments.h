// How every subcommand reads its arguments.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>

namespace lanes::cli {

// Parses; an exit code if that is all there is to do: help, wrong usage, or `--options` alone, which prints the
// optionTable() that man pages and shell completions are made of.
[[nodiscard]] std::optional<int> parseArguments(CLI::App& parser, int argc, char** argv);

} // namespace lanes::cli
