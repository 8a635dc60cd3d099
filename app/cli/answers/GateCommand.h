// `lanescope gate FILE --against BASE --max WHAT=+N%`: whether a session keeps within budgets, for CI.
#pragma once

namespace lanes::cli {

// Exit code 3: a budget is broken beyond the variance; else as in Command.h.
int runGate(int argc, char** argv);

} // namespace lanes::cli
