// lanescope stats: the operator and kernel tables.
#pragma once

namespace lanes::cli {

int runStats(int argc, char** argv);

} // namespace lanes::cli
