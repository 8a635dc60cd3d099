#include "collector/recorder/host/TruncatedFiles.h"

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

namespace lanes::recorder {

namespace {

// Only what may be called in a signal handler: mmap is a bare system call.
void putZeroes(int signal, siginfo_t* info, void* /*context*/) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    void* start = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(info->si_addr) & ~(page - 1));
    if (info->si_code != BUS_ADRERR || mmap(start, page, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
        std::signal(signal, SIG_DFL); // and it comes again
    }
}

} // namespace

void surviveTruncatedFiles() {
    struct sigaction action {};
    action.sa_sigaction = &putZeroes;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, nullptr);
}

} // namespace lanes::recorder
