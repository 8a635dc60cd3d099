// What a driver loads into the program when it comes up: the library that an environment variable names, whose entry point it
// calls. Any thread.
#pragma once

namespace played {

// CUDA has been asked for something, and works. The first call loads CUDA_INJECTION64_PATH and returns when that is ready; what
// it calls itself does not wait for it.
void driverIsUp();
bool isDriverUp(); // and has told that it is

} // namespace played
