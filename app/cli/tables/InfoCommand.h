// `lanescope info`, see its --help.
#pragma once

namespace lanes::cli {

int runInfo(int argc, char** argv);

} // namespace lanes::cli
