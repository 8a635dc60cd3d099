// `lanescope advice FILE...`: what to change in the program, by what it would save.
#pragma once

namespace lanes::cli {

// Exit code as in Command.h.
int runAdvice(int argc, char** argv);

} // namespace lanes::cli
