#include "app/cli/Analysis.h"

#include "model/base/Format.h"
#include "model/base/Utf8.h"
#include "model/io/CategoriesFile.h"
#include "model/io/joining/TraceMerge.h"
#include "model/trace/Profile.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace lanes::cli {

void addFilesOption(CLI::App& parser, std::vector<std::string>& files) {
    parser
        .add_option("FILE", files,
                    "a session (.lanes) or a trace; several are ranks of one job, or captures of graphs and "
                    "their replays")
        ->required();
    addCategoriesOption(parser);
}

void addCategoriesOption(CLI::App& parser) {
    parser
        .add_option_function<std::string>(
            "--categories", [](const std::string&) {},
            "own categories of kernels and calls (default: categories.toml in ~/.config/lanescope)")
        ->option_text("FILE");
}

Result<std::shared_ptr<const OwnClasses>> categoriesOf(const CLI::App& parser) {
    const CLI::Option* const option = parser.get_option_no_throw("--categories");
    return chosenCategories(option != nullptr && option->count() > 0 ? option->results().back()
                                                                     : std::string());
}

std::string refusesProfile(const Trace& profile) {
    return profile.info().source + ": " + whyNoTimes(profile) +
           " \"lanescope stats\", \"flame\" and \"diff\" read it.";
}

Result<std::shared_ptr<const Trace>> openFiles(const CLI::App& parser, const std::vector<std::string>& files,
                                               Takes takes) {
    auto categories = categoriesOf(parser);
    if (!categories) {
        return categories.error();
    }
    OpenOptions options;
    options.ownClasses = std::move(categories).value();
    auto trace = openAsOne(files, options);
    if (trace && takes == Takes::Traces && isProfile(*trace.value())) {
        return Error{refusesProfile(*trace.value())};
    }
    return trace;
}

void addScopeOption(CLI::App& parser, std::string& scope) {
    parser
        .add_option("--scope", scope,
                    "steady: from the first to the last steady step (the whole session where there are "
                    "none); all: the "
                    "whole session")
        ->check(CLI::IsMember({"steady", "all"}))
        ->excludes(parser.get_option("--range"), parser.get_option("--step"));
}

void addFormatOption(CLI::App& parser, std::string& format) {
    parser.add_option("--format", format, "table, csv or json")
        ->check(CLI::IsMember({"table", "csv", "json"}));
}

TopOption::TopOption(CLI::App& parser, std::int64_t usual)
    : usual_(usual) {
    parser
        .add_option("--top", asked_,
                    "rows to print; 0: all. Without it " + std::to_string(usual) +
                        " in a table, all in CSV and JSON")
        ->check(wholeNumber())
        ->option_text("ROWS");
}

std::size_t TopOption::shown(std::size_t rows, OutputFormat format) const {
    const std::int64_t most = asked_ >= 0 ? asked_ : format == OutputFormat::Table ? usual_ : 0;
    return most > 0 ? std::min(rows, static_cast<std::size_t>(most)) : rows;
}

std::string leftOutText(std::size_t rows, std::size_t shown) {
    return shown == rows
               ? std::string()
               : formatCount(static_cast<std::int64_t>(rows - shown)) + " more rows; --top 0 prints all\n";
}

CLI::Validator wholeNumber() {
    const auto check = [](const std::string& text) {
        std::int64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [at, error] = std::from_chars(text.data(), end, value);
        const bool good = error == std::errc() && at == end && value >= 0;
        return good ? std::string() : "\"" + text + "\" is no whole number from 0 on";
    };
    return {check, "NONNEGATIVE", "whole number"};
}

OutputFormat outputFormat(const std::string& format) {
    return format == "json" ? OutputFormat::Json : format == "csv" ? OutputFormat::Csv : OutputFormat::Table;
}

int fail(const CLI::App& parser, const Error& error, int code) {
    std::fprintf(stderr, "%s: %s\n", parser.get_name().c_str(), forTerminal(error.message).c_str());
    return code;
}

void print(std::string_view text) {
    // Programs get names as they were recorded; a terminal would obey what stands in them.
    const std::string shown = isatty(STDOUT_FILENO) == 1 ? forTerminal(text) : std::string();
    const std::string_view out = shown.empty() ? text : std::string_view(shown);
    std::fwrite(out.data(), 1, out.size(),
                stdout); // whether it went well is asked at the end, by afterOutput()
}

} // namespace lanes::cli
