// The file of a recording, made so that no existing file is harmed. The session grows under a temporary name beside
// its destination, and takes the final name once the program runs. Only the owner may read it: it holds command
// lines.
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
    // Fails if `path` exists and is not a session, or is being recorded into; such a file is left unchanged. With
    // `fresh` an existing file does not matter: publish() will use another name. An error names the file and the
    // remedy. `bounds` limit the disk space of the output.
    static Result<OutputFile> create(const std::string& path, bool fresh, const session::Bounds& bounds = {});
    // True if the path may be replaced: it does not exist, or is an empty file or a session.
    [[nodiscard]] static bool mayReplace(const std::string& path);
    ~OutputFile(); // removes a file that was not published
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;

    // Returns the output that grows the file. Call it once; the output may outlive this object.
    [[nodiscard]] std::unique_ptr<session::Output> takeOutput() { return std::move(output_); }
    // Gives the file its final name. A session that another recorder has put there meanwhile stays; with `fresh` any
    // existing file stays. Only then the name gets a number.
    Result<void> publish(bool fresh);
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    OutputFile() = default;

    std::string path_;
    std::string unfinished_; // empty once published
    std::unique_ptr<session::Output> output_;
    ring::FileLock lock_; // shows other recorders that the file is being written, unless the output holds it
};

} // namespace lanes::recorder
