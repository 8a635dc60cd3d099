#include "collector/probe/ForeignMemory.h"

#include <unistd.h>

namespace lanes::probe {

bool GuardedMemory::copy(void* to, const void* from, std::size_t bytes) {
    const iovec local{to, bytes};
    const iovec remote{const_cast<void*>(from), bytes};
    if (process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes)) {
        return true;
    }
    std::memset(to, 0, bytes);
    return false;
}

bool GuardedMemory::copyAll(const iovec* to, const iovec* from, std::size_t count) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < count; ++i) {
        bytes += to[i].iov_len;
    }
    return process_vm_readv(getpid(), to, count, from, count, 0) == static_cast<ssize_t>(bytes);
}

} // namespace lanes::probe
