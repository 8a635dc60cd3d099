// Files that tests write sessions into by themselves.
#pragma once

#include "model/session/writing/FileOutput.h"

#include <fcntl.h>

#include <memory>
#include <string>

namespace lanes::test {

// Creates the file, or empties the one that is there.
inline std::unique_ptr<session::Output> outputAt(const std::string& path) {
    return std::make_unique<session::FileOutput>(
        path, File(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)));
}

} // namespace lanes::test
