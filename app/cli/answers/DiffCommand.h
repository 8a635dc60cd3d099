// `lanescope diff`: what got slower from one session to another.
#pragma once

namespace lanes::cli {

int runDiff(int argc, char** argv);

} // namespace lanes::cli
