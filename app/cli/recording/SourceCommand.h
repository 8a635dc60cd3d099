#pragma once

namespace lanes::cli {

// `lanescope source`: a source file of a program that was recorded on another host or in a container.
int runSource(int argc, char** argv);

} // namespace lanes::cli
