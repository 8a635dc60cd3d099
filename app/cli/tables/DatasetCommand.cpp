#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/PackageCommand.h"

namespace lanes::cli {

int runDataset(int argc, char** argv) {
    CLI::App parser("Writes the ranks of a job as Parquet, for DuckDB, Spark, Ray and other engines",
                    "lanescope dataset");
    std::vector<std::string> files;
    std::string folder;
    std::string job = "job";
    std::string python = "python3";
    std::int64_t workers = 2;
    bool arguments = false;
    parser.add_option("FILE", files, "sessions (.lanes) or traces of the ranks of one job")->required();
    parser.add_option("-o,--output", folder, "folder of the data set; other jobs in it stay")
        ->required()
        ->option_text("DIR");
    parser.add_option("--job", job, "name of the job in the data set");
    parser.add_option("--workers", workers, "ranks that are read at once")->check(CLI::Range(1, 256));
    parser.add_flag("--arguments", arguments, "slices with their arguments as JSON: several times as large");
    addPythonOption(parser, python, "pyarrow");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    std::vector<std::string> words{"-o", folder, "--job", job, "--workers", std::to_string(workers)};
    if (arguments) {
        words.emplace_back("--arguments");
    }
    words.emplace_back("--");
    words.insert(words.end(), files.begin(), files.end());
    return runPackage(parser, python, "dataset", words);
}

} // namespace lanes::cli
