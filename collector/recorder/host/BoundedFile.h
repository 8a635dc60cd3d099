// The file of a session that holds only the newest part of a recording. It is rewritten from parts of itself, under a
// temporary name that then replaces the file. A kill at any moment leaves a whole session under the session's name.
#pragma once

#include "collector/ring/FileLock.h"
#include "model/base/File.h"
#include "model/session/writing/FileOutput.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace lanes::recorder {

// One thread.
class BoundedFile final : public session::Output {
public:
    // Appends to an empty file that is open for reading and writing; `lock` is the file's own. `most`: limit of disk
    // bytes for the file and its replacement together; 0: no limit.
    BoundedFile(std::string path, File file, ring::FileLock lock, std::uint64_t most);

    Result<void> append(std::string bytes) override;
    Result<void> rewrite(session::Rewrite plan) override;
    Result<void> sync() override { return {}; }
    [[nodiscard]] const std::string& path() const override { return path_; }

private:
    struct Content {
        std::unique_ptr<session::FileOutput> output;
        int descriptor = -1; // the output's
        std::uint64_t bytes = 0;
        ring::FileLock lock; // shows other recorders that the file is being written
    };

    [[nodiscard]] static Result<void> append(Content& content, std::string bytes, std::uint64_t most);
    // Returns the file's present name; an error if it has none any more.
    [[nodiscard]] Result<std::string> currentName() const;
    // Writes the planned session under a temporary name beside `path`, and sets `path` to that name.
    [[nodiscard]] Result<Content> write(const session::Rewrite& plan, std::string& path) const;
    Result<void> fill(Content& content, const session::Rewrite& plan) const;
    Result<void> takePlace(const session::Rewrite& plan);
    [[nodiscard]] Result<std::string> save(const session::Rewrite& plan) const;

    std::string path_; // for messages
    std::uint64_t most_;
    Content content_;
};

} // namespace lanes::recorder
