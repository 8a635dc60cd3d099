// A command's options as data: what man pages and shell completions are made of, so that none is written twice.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace lanes::cli {

// JSON, one object: `name` (as typed), `summary`, `note` (what --help ends with), `options` and `places` (words without
// a name, in their order). Each option has `names` (["-o", "--output"]), `value` (what stands for its word; "" for a
// flag), `choices` (the words it takes, if only those), `text`, `required`, `several`.
[[nodiscard]] std::string optionTable(const CLI::App& parser);

} // namespace lanes::cli
