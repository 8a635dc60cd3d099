#include "collector/remote/ImageContainer.h"

#include "collector/remote/ChildStream.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

namespace lanes::remote {

namespace {

std::string freshContainerName() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return "lanescope-" + std::to_string(getpid()) + "-" +
           std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

bool runContainer(const std::string& program, const std::string& name, const std::string& image,
                  const std::string& folder, bool gpus) {
    std::vector<std::string> argv{program, "run", "--detach", "--init", "--name", name, "--ipc", "host"};
    if (gpus) {
        argv.insert(argv.end(), {"--gpus", "all"});
    }
    argv.insert(argv.end(), {"--mount", "type=bind,source=" + folder + ",target=" + folder, "--workdir",
                             folder, "--entrypoint", "sleep", image, "infinity"});
    const auto done = ChildStream::run(argv, "", ChildStream::Group::Ours);
    return done && done->code == 0;
}

void removeContainer(const std::string& program, const std::string& name) {
    (void)ChildStream::run({program, "rm", "--force", name}, "", ChildStream::Group::Own);
}

} // namespace

ImageContainer::ImageContainer(CaptureTarget target, std::string program, std::string name)
    : target_(std::move(target))
    , program_(std::move(program))
    , name_(std::move(name)) {}

ImageContainer::ImageContainer(ImageContainer&& other) noexcept
    : target_(std::move(other.target_))
    , program_(std::move(other.program_))
    , name_(std::exchange(other.name_, {})) {}

ImageContainer::~ImageContainer() {
    if (!name_.empty()) {
        removeContainer(program_, name_);
    }
}

void ImageContainer::leave() {
    std::fprintf(stderr, "lanescope: the container goes on; '%s rm --force %s' removes it.\n",
                 program_.c_str(), name_.c_str());
    name_.clear();
}

Result<ImageContainer> ImageContainer::start(const CaptureTarget& image, const std::string& folder) {
    const std::string program = image.program().substr(0, image.program().find('-'));
    if (folder.find(',') != std::string::npos) {
        return Error{folder +
                     " cannot be shown to a container: its name has a comma. Start from another folder."};
    }
    const std::string name = freshContainerName();
    if (!runContainer(program, name, image.name(), folder, true)) {
        // created but not started, where there are no GPUs
        removeContainer(program, name);
        std::fprintf(stderr, "lanescope: %s does not run with GPUs, its message is above; trying without.\n",
                     image.name().c_str());
        if (!runContainer(program, name, image.name(), folder, false)) {
            removeContainer(program, name);
            return Error{image.text() + " does not run: " + program + " says why above; try '" + program +
                         " run' by hand."};
        }
    }
    auto target = CaptureTarget::parse(program + ":" + name);
    return target ? Result<ImageContainer>(ImageContainer(std::move(target).value(), program, name))
                  : target.error();
}

} // namespace lanes::remote
