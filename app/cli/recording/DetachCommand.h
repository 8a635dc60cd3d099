// `lanescope detach`: ends what `lanescope attach` has begun.
#pragma once

namespace lanes::cli {

int runDetach(int argc, char** argv);

} // namespace lanes::cli
