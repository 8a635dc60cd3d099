#include "model/io/containers/FileExcerpt.h"

#include "model/io/containers/ByteStream.h"

#include <algorithm>
#include <vector>

namespace lanes {

Result<std::string> fileExcerpt(const std::string& path, std::int64_t offset, std::size_t bytes,
                                const std::stop_token& stop) {
    constexpr std::size_t kAtOnce = std::size_t{1} << 18;
    const auto file = InputFile::open(path);
    if (!file) {
        return file.error();
    }
    auto content = openContent(file.value());
    if (!content) {
        return content.error();
    }
    std::vector<char> before(kAtOnce);
    for (auto left = static_cast<std::uint64_t>(std::max<std::int64_t>(offset, 0)); left > 0;) {
        const std::size_t wanted = std::min<std::uint64_t>(left, before.size());
        if (stop.stop_requested() || content.value()->read(before.data(), wanted) < wanted) {
            return std::string();
        }
        left -= wanted;
    }
    std::string excerpt(bytes, '\0');
    excerpt.resize(content.value()->read(excerpt.data(), bytes));
    return excerpt;
}

} // namespace lanes
