// A file that takes its name once it is whole: written beside what may have that name already, which stays as it is until
// then. What is no file (a pipe, a device) is written straight into.
#pragma once

#include "model/base/Result.h"

#include <string>

namespace lanes {

// Says why `path` cannot be written and what to do about it, by errno.
[[nodiscard]] Error writeError(const std::string& path, int problem);

// One thread.
class PartFile {
public:
    // A link is followed: what it leads to is replaced, with the rights that it has.
    [[nodiscard]] static Result<PartFile> create(const std::string& path);
    // Straight into what stands behind another descriptor, which stays open; `name` is for messages.
    [[nodiscard]] static Result<PartFile> over(int descriptor, const std::string& name);
    PartFile(PartFile&& other) noexcept;
    PartFile& operator=(PartFile&&) = delete;
    // Nothing stays of what was not committed.
    ~PartFile();

    [[nodiscard]] int descriptor() const { return descriptor_; }
    // The file takes its name; nothing can be written afterwards. Also what the system notices late is an error.
    [[nodiscard]] Result<void> commit();

private:
    PartFile(std::string path, std::string target, std::string part, int descriptor);
    void drop();

    std::string path_;   // as messages call it
    std::string target_; // what is replaced
    std::string part_;   // what is written; the target itself where that is no file
    int descriptor_;     // -1 once committed
};

} // namespace lanes
