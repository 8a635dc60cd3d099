// `lanescope ranks`: which rank of a job holds the others up.
#pragma once

namespace lanes::cli {

int runRanks(int argc, char** argv);

} // namespace lanes::cli
