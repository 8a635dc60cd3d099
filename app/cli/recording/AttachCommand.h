// `lanescope attach`: records a program that runs already.
#pragma once

namespace lanes::cli {

int runAttach(int argc, char** argv);

} // namespace lanes::cli
