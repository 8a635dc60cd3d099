// `lanescope record`, see its --help.
#pragma once

namespace lanes::cli {

int runRecord(int argc, char** argv);

} // namespace lanes::cli
