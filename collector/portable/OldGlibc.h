// Before everything else in code for systems that are older than the build machine: glibc has had fstat as a function since 2.33.
#pragma once

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

inline int lanesFstat(int descriptor, struct stat* facts) {
    return static_cast<int>(syscall(SYS_fstat, descriptor, facts));
}
#define fstat lanesFstat
