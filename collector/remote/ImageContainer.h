// A container that is started from an image for one capture, and removed after it: what runs in it is exec'ed as in any other.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <string>

namespace lanes::remote {

// One thread.
class ImageContainer {
public:
    // Of "docker-image:NAME" or "podman-image:NAME", with all GPUs where there are any, the host's shared memory, which
    // workers of a DataLoader and NCCL need, and `folder` (absolute) at the same place in it.
    static Result<ImageContainer> start(const CaptureTarget& image, const std::string& folder);
    ImageContainer(ImageContainer&& other) noexcept;
    ImageContainer& operator=(ImageContainer&&) = delete;
    ~ImageContainer(); // removes it, unless it is left

    // "docker:NAME" of it.
    [[nodiscard]] const CaptureTarget& target() const { return target_; }
    // It goes on without us: a capture in it does. Says how it is removed later.
    void leave();

private:
    ImageContainer(CaptureTarget target, std::string program, std::string name);

    CaptureTarget target_;
    std::string program_;
    std::string name_; // empty: nothing is to be removed
};

} // namespace lanes::remote
