// The file of a session that holds the newest of a recording. It is written anew from parts of itself, under a name of its
// own that then takes the file's: whoever is killed at whatever moment leaves a whole session under the session's name.
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
    // Appends to an empty file that is open for reading and writing; `lock` is its own. `most`: bytes of the disk that this
    // and what is to take its place may have together; 0: no limit.
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
        ring::FileLock lock; // tells other recorders that somebody writes
    };

    [[nodiscard]] static Result<void> append(Content& content, std::string bytes, std::uint64_t most);
    // The name that the file has by now; an error if it has none any more.
    [[nodiscard]] Result<std::string> currentName() const;
    // Puts the planned session under a name of its own beside `path`, which becomes it.
    [[nodiscard]] Result<Content> write(const session::Rewrite& plan, std::string& path) const;
    Result<void> fill(Content& content, const session::Rewrite& plan) const;
    Result<void> takePlace(const session::Rewrite& plan);
    [[nodiscard]] Result<std::string> save(const session::Rewrite& plan) const;

    std::string path_; // for messages
    std::uint64_t most_;
    Content content_;
};

} // namespace lanes::recorder
