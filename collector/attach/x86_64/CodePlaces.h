// Instructions in the program's own libc that a borrowed thread runs.
#pragma once

#include "collector/attach/TargetImage.h"
#include "model/base/Result.h"

#include <cstdint>
#include <vector>

namespace lanes::attach {

struct CodePlaces {
    std::uint64_t call = 0; // `syscall; ret`
    // `mov $15, %rax; syscall`, to which signal handlers return; not empty.
    std::vector<std::uint64_t> returns;

    // Searches libc's code: some megabytes. An error means that libc has no such instructions.
    static Result<CodePlaces> find(const TargetImage& image);
};

} // namespace lanes::attach
