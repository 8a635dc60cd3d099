// A container that is started from an image for one capture, and removed after it. Programs are run in it by exec, as
// in any other container.
#pragma once

#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <string>

namespace lanes::remote {

// One thread.
class ImageContainer {
public:
    // Starts "docker-image:NAME" or "podman-image:NAME", with all GPUs if there are any. It has the host's shared
    // memory, which DataLoader workers and NCCL need, and `folder` (absolute) at the same path.
    static Result<ImageContainer> start(const CaptureTarget& image, const std::string& folder);
    ImageContainer(ImageContainer&& other) noexcept;
    ImageContainer& operator=(ImageContainer&&) = delete;
    ~ImageContainer(); // removes the container, unless leave() was called

    // Returns the container's "docker:NAME".
    [[nodiscard]] const CaptureTarget& target() const { return target_; }
    // Leaves the container and its capture running. Tells the user how to remove it later.
    void leave();

private:
    ImageContainer(CaptureTarget target, std::string program, std::string name);

    CaptureTarget target_;
    std::string program_;
    std::string name_; // empty: no container to remove
};

} // namespace lanes::remote
