// The file of a session. An append reaches the kernel in one write, so that a reader (or a crash) sees whole chunks or a
// cut last one. After a failure the file ends with its last whole chunk.
#pragma once

#include "model/base/File.h"
#include "model/session/writing/Output.h"

#include <cstdint>
#include <string>
#include <utility>

namespace lanes::session {

class FileOutput final : public Output {
public:
    // Appends to an empty file that is open for writing; `path` is for messages.
    FileOutput(std::string path, File file)
        : path_(std::move(path))
        , file_(std::move(file)) {}

    Result<void> append(std::string bytes) override;
    Result<void> sync() override { return {}; }
    [[nodiscard]] const std::string& path() const override { return path_; }

private:
    std::string path_;
    File file_;
    std::uint64_t size_ = 0;
    bool failed_ = false;
};

} // namespace lanes::session
