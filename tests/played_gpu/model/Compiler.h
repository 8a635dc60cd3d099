// The driver's compiler: code that is not made for the device takes a while when it is loaded the first time, and is in the
// cache from then on. Any thread; one compiles at a time.
#pragma once

namespace played {

// `image`: what a program loads for the current device. Anything but the text of PTX is for the device as it is.
void loadCode(const void* image);

} // namespace played
