// `lanescope remote ...`: the far end of `record --on`, called by its near end.
#pragma once

namespace lanes::cli {

int runRemote(int argc, char** argv);

} // namespace lanes::cli
