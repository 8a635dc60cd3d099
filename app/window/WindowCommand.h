// `lanescope [FILE...]`: the window.
#pragma once

namespace lanes {

// Runs the window until it is closed. Returns the exit code of the program: 0 good, 1 no display, 2 wrong usage.
int runWindow(int argc, char** argv);

} // namespace lanes
