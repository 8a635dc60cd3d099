// Parses the arguments of every subcommand.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>

namespace lanes::cli {

// Parses. Returns an exit code if nothing else is to be done: after help, wrong usage, or `--options` alone. That option prints
// the optionTable() from which man pages and shell completions are made.
[[nodiscard]] std::optional<int> parseArguments(CLI::App& parser, int argc, char** argv);

} // namespace lanes::cli
