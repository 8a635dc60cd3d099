// `lanescope doctor`: what this machine and a program can record, and what stands in the way.
#pragma once

namespace lanes::cli {

int runDoctor(int argc, char** argv);

} // namespace lanes::cli
