// `lanescope check`: what can be trusted of a session.
#pragma once

namespace lanes::cli {

// Exit code 0: sound; 1: not, or it cannot be read.
int runCheck(int argc, char** argv);

} // namespace lanes::cli
