// Destroys large objects on another thread, because freeing the memory of millions of elements takes longer than a frame.
#pragma once

#include "views/shared/session/JobPool.h"

#include <memory>
#include <utility>

namespace lanes {

// `old` must not be the last owner of anything that belongs to a thread.
template<class T>
void letGo(T old) {
    jobPool().start([held = std::make_shared<T>(std::move(old))]() mutable { held.reset(); });
}

} // namespace lanes
