// lanescope memory: peaks, and what is alive at a moment.
#pragma once

namespace lanes::cli {

int runMemory(int argc, char** argv);

} // namespace lanes::cli
