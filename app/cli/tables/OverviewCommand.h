// lanescope overview: where the time went.
#pragma once

namespace lanes::cli {

int runOverview(int argc, char** argv);

} // namespace lanes::cli
