// The options of a command as data. Help, man pages, shell completions and docs/command-line.md are made from it, so that no
// text is written twice.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace lanes::cli {

struct OptionFacts {
    std::vector<std::string> names;   // as typed: "-o", "--output"; a positional argument has only a name
    std::string value;                // what stands for its value in help: "TIME"; empty for a flag
    std::vector<std::string> choices; // if only these values are valid
    std::string text;
    std::string defaultValue; // empty: none
    bool required = false;
    bool several = false;
};

// Returns the options with a name, or with `places` the positional arguments in their order.
[[nodiscard]] std::vector<OptionFacts> optionsOf(const CLI::App& parser, bool places);

// Returns one JSON object: `name` (as typed), `summary`, `usage`, `examples`, `note` (the end of --help), `options` and
// `places`. Each option or place has `names`, `value`, `choices`, `text`, `default`, `required`, `several`.
[[nodiscard]] std::string optionTable(const CLI::App& parser);

} // namespace lanes::cli
