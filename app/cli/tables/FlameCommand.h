// lanescope flame: call trees for other tools.
#pragma once

namespace lanes::cli {

int runFlame(int argc, char** argv);

} // namespace lanes::cli
