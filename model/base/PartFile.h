// A file that gets its name only when it is complete. It is written beside any existing file of that name, which stays
// unchanged until then. A target that is no regular file (a pipe, a device) is written directly.
#pragma once

#include "model/base/Result.h"

#include <string>

namespace lanes {

// The reason, by errno, why `path` cannot be written, and the remedy.
[[nodiscard]] Error writeError(const std::string& path, int problem);

// One thread.
class PartFile {
public:
    // Follows a link: its target is replaced and keeps its permissions.
    [[nodiscard]] static Result<PartFile> create(const std::string& path);
    // Writes directly to a copy of another descriptor, which stays open; `name` is for messages.
    [[nodiscard]] static Result<PartFile> over(int descriptor, const std::string& name);
    PartFile(PartFile&& other) noexcept;
    PartFile& operator=(PartFile&&) = delete;
    // Removes everything that was not committed.
    ~PartFile();

    [[nodiscard]] int descriptor() const { return descriptor_; }
    // Gives the file its name; nothing can be written afterwards. Errors that the system reports late are returned too.
    [[nodiscard]] Result<void> commit();

private:
    PartFile(std::string path, std::string target, std::string part, int descriptor);
    void drop();

    std::string path_;   // the name in messages
    std::string target_; // the file to replace
    std::string part_;   // the file being written; the target itself if that is no regular file
    int descriptor_;     // -1 once committed
};

} // namespace lanes
