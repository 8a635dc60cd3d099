// Pools of device memory that streams take from: how much each holds and has given out. What is given back stays in its pool
// until that is trimmed. Any thread; has a lock of its own.
#pragma once

#include "tests/played_gpu/model/Work.h"

#include <map>
#include <mutex>

namespace played {

struct Pool {
    uintptr_t address = 0; // 0: none; also its handle
    int device = 0;
    size_t bytes = 0;
    size_t used = 0;
    size_t kept = 0; // by the last trimming
};

class Pools {
public:
    Pool create(int device);
    // The one that nobody has made. It is there with its first use.
    Pool ofDevice(int device);
    // What it was; none if there is none, or it is a device's own.
    Pool destroy(uintptr_t address);
    // What it is then; none if there is none.
    Pool trim(uintptr_t address, size_t kept);
    Pool take(uintptr_t address, size_t bytes);
    Pool giveBack(uintptr_t address, size_t bytes);

private:
    Pool& made(int device);

    std::mutex mutex_;
    std::map<uintptr_t, Pool> pools_;
    std::map<int, uintptr_t> own_;               // by device
    uintptr_t next_ = uintptr_t(0x500000) << 16; // nothing is there
};

} // namespace played
