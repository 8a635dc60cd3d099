// `lanescope look --on TARGET`: what a program would find there, before it is started.
#pragma once

namespace lanes::cli {

int runLook(int argc, char** argv);

} // namespace lanes::cli
