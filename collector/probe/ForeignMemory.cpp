#include "collector/probe/ForeignMemory.h"

#include <sys/uio.h>
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

} // namespace lanes::probe
