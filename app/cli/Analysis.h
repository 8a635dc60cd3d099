// Shared parts of the analysing subcommands: opening files, common options, printing.
#pragma once

#include "app/cli/Command.h"
#include "app/cli/ParseArguments.h"
#include "model/base/Result.h"
#include "model/report/TextTable.h"
#include "model/trace/Trace.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

enum class OutputFormat { Table, Csv, Json };

// Adds FILE..., for openFiles(): a session, a trace, or the traces of all ranks of a job. Adds --categories, too.
void addFilesOption(CLI::App& parser, std::vector<std::string>& files);
// Adds --categories FILE.
void addCategoriesOption(CLI::App& parser);
// Returns the categories of that option's file, else of the user's own file; null if there is none.
[[nodiscard]] Result<std::shared_ptr<const OwnClasses>> categoriesOf(const CLI::App& parser);
// Says if a command takes profiles without times as well.
enum class Takes { Traces, ProfilesToo };
// Opens the files by openAsOne(), with the categories from categoriesOf(). A profile without times is an Error to a command that
// needs times.
[[nodiscard]] Result<std::shared_ptr<const Trace>>
openFiles(const CLI::App& parser, const std::vector<std::string>& files, Takes takes = Takes::Traces);
// The sentence of that Error.
[[nodiscard]] std::string refusesProfile(const Trace& profile);
// Adds --scope steady|all to a command that has --range and --step.
void addScopeOption(CLI::App& parser, std::string& scope);
// Adds --format table|csv|json.
void addFormatOption(CLI::App& parser, std::string& format);
[[nodiscard]] OutputFormat outputFormat(const std::string& format);

// Adds --top N, the number of rows to print. Without it a table has `usual` rows; CSV and JSON have all, because programs read
// them.
class TopOption {
public:
    // The parser refers to this object until it has parsed.
    TopOption(CLI::App& parser, std::int64_t usual);
    TopOption(const TopOption&) = delete;
    TopOption& operator=(const TopOption&) = delete;
    // Returns how many of `rows` are printed.
    [[nodiscard]] std::size_t shown(std::size_t rows, OutputFormat format) const;

private:
    std::int64_t asked_ = -1; // -1: not given
    std::int64_t usual_;
};
// Returns a line for below a table with the number of rows left out; empty: none.
[[nodiscard]] std::string leftOutText(std::size_t rows, std::size_t shown);

// Checks options that count: 0, 1, 2 and so on. CLI11's own check would print the largest double in full in its message.
[[nodiscard]] CLI::Validator wholeNumber();

// Prints the error to stderr as "lanescope COMMAND: ...". Returns `code`.
int fail(const CLI::App& parser, const Error& error, int code = kFailed);

// Writes to stdout.
void print(std::string_view text);

} // namespace lanes::cli
