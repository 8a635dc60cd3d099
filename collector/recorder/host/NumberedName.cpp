#include "collector/recorder/host/NumberedName.h"

#include "model/base/File.h"

#include <fcntl.h>

#include <filesystem>

namespace fs = std::filesystem;

namespace lanes::recorder {

std::string numbered(const std::string& path, int number) {
    const fs::path whole(path);
    const std::string name =
        whole.stem().string() + "-" + std::to_string(number) + whole.extension().string();
    return (whole.parent_path() / name).string();
}

bool reserve(const std::string& path) {
    return static_cast<bool>(File(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)));
}

} // namespace lanes::recorder
