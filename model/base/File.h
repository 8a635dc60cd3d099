// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <utility>

namespace lanes {

class File {
public:
    File() = default;
    explicit File(int descriptor)
        : descriptor_(descriptor) {}
    ~File() {
        if (descriptor_ >= 0) {
            close(descriptor_);
        }
    }
    File(File&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1)) {}
    File& operator=(File&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }

    [[nodiscard]] int get() const { return descriptor_; }
    explicit operator bool() const { return descriptor_ >= 0; }

private:
    int descriptor_ = -1;
};

} // namespace lanes
