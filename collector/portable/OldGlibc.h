// Must come before all other code for systems that are older than the build machine: fstat is a function of glibc
// only since 2.33.
#pragma once

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

inline int lanesFstat(int descriptor, struct stat* facts) {
    return static_cast<int>(syscall(SYS_fstat, descriptor, facts));
}
#define fstat lanesFstat
