// The file of a recording, made so that nothing is harmed: the session grows under a name of its own beside the place it
// is meant for, and takes that place once the program runs. Only the owner may read it: it holds command lines.
#pragma once

#include "collector/ring/FileLock.h"
#include "model/base/Result.h"
#include "model/session/writing/ChunkRing.h"
#include "model/session/writing/Output.h"

#include <memory>
#include <string>

namespace lanes::recorder {

// One thread.
class OutputFile {
public:
    // An error if `path` is there and is no session, or is just being recorded into: it is left alone. With `fresh` what is
    // there does not matter: publish() will take another name. An error names the file and the remedy.
    // Within bounds, what the output takes of the disk stays below them.
    static Result<OutputFile> create(const std::string& path, bool fresh, const session::Bounds& bounds = {});
    // Whether what stands there may be replaced: nothing, an empty file, or a session.
    [[nodiscard]] static bool mayReplace(const std::string& path);
    ~OutputFile(); // removes a file that was not published
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;

    // What is written here grows the file; to be taken once. It may outlive this object.
    [[nodiscard]] std::unique_ptr<session::Output> takeOutput() { return std::move(output_); }
    // Gives the file its name. A session that another recorder has put there meanwhile stays: with `fresh` any file
    // that is there. Then, and only then, the name gets a number.
    Result<void> publish(bool fresh);
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    OutputFile() = default;

    std::string path_;
    std::string unfinished_; // empty once published
    std::unique_ptr<session::Output> output_;
    ring::FileLock lock_; // tells other recorders that somebody writes, unless the output does
};

} // namespace lanes::recorder
