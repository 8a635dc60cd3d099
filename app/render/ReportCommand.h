// `lanescope report`: a session as one page for people, mail and CI.
#pragma once

namespace lanes {

// argv[0] is the subcommand's name. Exit codes: 0 good, 1 a file failed, 2 wrong usage.
int runReport(int argc, char** argv);

} // namespace lanes
