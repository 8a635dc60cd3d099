// A command's options as data: what help, man pages, shell completions and docs/command-line.md are made of, so that none
// is written twice.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace lanes::cli {

struct OptionFacts {
    std::vector<std::string> names;   // as they are typed: "-o", "--output"; a place has only a name
    std::string value;                // stands for its word: "TIME"; empty for a flag
    std::vector<std::string> choices; // the words that it takes, if only those
    std::string text;
    std::string defaultValue; // empty: none
    bool required = false;
    bool several = false;
};

// Those with a name, or the places: the words without one, in their order.
[[nodiscard]] std::vector<OptionFacts> optionsOf(const CLI::App& parser, bool places);

// JSON, one object: `name` (as typed), `summary`, `usage`, `examples`, `note` (what --help ends with), `options` and
// `places`. Each of these has `names`, `value`, `choices`, `text`, `default`, `required`, `several`.
[[nodiscard]] std::string optionTable(const CLI::App& parser);

} // namespace lanes::cli
