// Frees what may be large on another thread: giving back the memory of millions of things takes longer than a frame.
#pragma once

#include "views/shared/session/JobPool.h"

#include <memory>
#include <utility>

namespace lanes {

// `old` must not be the last to hold anything that belongs to a thread.
template<class T>
void letGo(T old) {
    jobPool().start([held = std::make_shared<T>(std::move(old))]() mutable { held.reset(); });
}

} // namespace lanes
