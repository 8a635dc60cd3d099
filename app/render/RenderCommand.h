// `lanescope render`: a view as a picture, without a display.
#pragma once

namespace lanes {

// argv[0] is the subcommand's name. Exit codes: 0 good, 1 the file failed, 2 wrong usage.
int runRender(int argc, char** argv);

} // namespace lanes
