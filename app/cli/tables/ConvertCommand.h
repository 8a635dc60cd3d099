// `lanescope convert`, see its --help.
#pragma once

namespace lanes::cli {

int runConvert(int argc, char** argv);

} // namespace lanes::cli
