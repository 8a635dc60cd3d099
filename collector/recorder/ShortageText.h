// Explains in words why processes and threads got no buffers.
#pragma once

#include "collector/ring/RingLayout.h"

#include <cstdint>
#include <string>

namespace lanes::recorder {

// Returns the end of a sentence, without a full stop. `shortages`: ring::Shortage bits; the text names the most
// specific one.
inline std::string shortageText(std::uint32_t shortages) {
    if ((shortages & ring::kMayNotWrite) != 0) {
        return "the program runs as another user by now (setuid), who may not write to the recorder's "
               "folder; "
               "record it as that user";
    }
    if ((shortages & ring::kFolderIsHidden) != 0) {
        return "the program no longer sees the recorder's folder (chroot)";
    }
    if ((shortages & ring::kFileSizeLimit) != 0) {
        return "the program's limit of file size is smaller than a buffer; raise it (ulimit -f)";
    }
    if ((shortages & ring::kOpenFilesLimit) != 0) {
        return "the program has as many files open as it may; raise the limit (ulimit -n)";
    }
    return "there was no room for their buffers";
}

} // namespace lanes::recorder
