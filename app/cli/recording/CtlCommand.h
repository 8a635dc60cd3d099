// `lanescope ctl PID start|stop|mark TEXT|status` and `lanescope ctl list`: commands for running recordings.
#pragma once

namespace lanes::cli {

[[nodiscard]] int runCtl(int argc, char** argv);

} // namespace lanes::cli
