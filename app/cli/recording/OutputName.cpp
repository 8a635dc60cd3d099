#include "app/cli/recording/OutputName.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace lanes::cli {

namespace {

// torchrun, Open MPI, MPICH and its like, Slurm; a launcher of ranks that was itself started by another comes first.
constexpr std::array<const char*, 5> kRankVariables{"RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                                    "SLURM_PROCID"};

std::string rankHere() {
    for (const char* name : kRankVariables) {
        const char* value = std::getenv(name);
        const std::string_view text = value == nullptr ? "" : value;
        const bool number = !text.empty() && text.size() < 10 &&
                            std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
        if (number) {
            return std::string(text);
        }
    }
    return {};
}

std::string hostHere() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "host";
}

void replaceEach(std::string& text, std::string_view what, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
        text.replace(at, what.size(), by);
    }
}

} // namespace

Result<std::string> expandedOutput(const std::string& name) {
    constexpr std::string_view kRank = "{rank}";
    std::string text = name;
    if (text.find(kRank) != std::string::npos) {
        const std::string rank = rankHere();
        if (rank.empty()) {
            return Error{
                "-o " + name +
                ": no launcher has told this process its rank (RANK, OMPI_COMM_WORLD_RANK, PMI_RANK or "
                "SLURM_PROCID); start the recorder by srun or mpirun, or name the session without {rank}."};
        }
        replaceEach(text, kRank, rank);
    }
    replaceEach(text, "{host}", hostHere());
    return text;
}

} // namespace lanes::cli
