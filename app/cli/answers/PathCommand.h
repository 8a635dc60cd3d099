// `lanescope path`: what decides how long a session, a step or a range took, and what it would gain if some of it were faster.
#pragma once

namespace lanes::cli {

int runPath(int argc, char** argv);

} // namespace lanes::cli
