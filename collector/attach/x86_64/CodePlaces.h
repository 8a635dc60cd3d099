// Instructions of the program's own libc that a borrowed thread runs.
#pragma once

#include "collector/attach/TargetImage.h"
#include "model/base/Result.h"

#include <cstdint>
#include <vector>

namespace lanes::attach {

struct CodePlaces {
    std::uint64_t call = 0; // `syscall; ret`
    // `mov $15, %rax; syscall`: where handlers of signals return to; not empty.
    std::vector<std::uint64_t> returns;

    // Reads libc's code: some megabytes. An error says that it holds no such thing.
    static Result<CodePlaces> find(const TargetImage& image);
};

} // namespace lanes::attach
