// Runs the program's host functions when their time in the stream has come. On a virtual clock, which nobody moves while
// nobody looks, it runs them at once. Any thread.
#pragma once

#include "tests/played_gpu/model/Clock.h"

#include <functional>

namespace played {

void callAt(ns when, std::function<void()> what);

} // namespace played
