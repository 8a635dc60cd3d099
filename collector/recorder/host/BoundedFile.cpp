#include "collector/recorder/host/BoundedFile.h"

#include "collector/recorder/host/NumberedName.h"
#include "model/session/SessionFormat.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

constexpr int kMostNumbers = 100'000;

Error cannotWrite(const std::string& path) {
    return Error{path + " cannot be written: " + std::strerror(errno)};
}

} // namespace

BoundedFile::BoundedFile(std::string path, File file, ring::FileLock lock, std::uint64_t most)
    : path_(std::move(path))
    , most_(most > 0 ? most : std::numeric_limits<std::uint64_t>::max()) {
    content_.descriptor = file.get();
    content_.output = std::make_unique<session::FileOutput>(path_, std::move(file));
    content_.lock = std::move(lock);
}

Result<void> BoundedFile::append(std::string bytes) {
    return append(content_, std::move(bytes), most_);
}

Result<void> BoundedFile::append(Content& content, std::string bytes, std::uint64_t most) {
    const std::size_t count = bytes.size();
    if (count > most - content.bytes) {
        return Error{content.output->path() + " is not written on: it would outgrow " + std::to_string(most) +
                     " bytes; give it more"};
    }
    auto written = content.output->append(std::move(bytes));
    content.bytes += written ? count : 0;
    return written;
}

Result<void> BoundedFile::rewrite(session::Rewrite plan) {
    if (plan.saveAs.empty()) {
        return takePlace(plan);
    }
    plan.saved(save(plan));
    return {};
}

Result<std::string> BoundedFile::currentName() const {
    std::array<char, PATH_MAX> name{};
    const std::string link = "/proc/self/fd/" + std::to_string(content_.descriptor);
    const ssize_t length = readlink(link.c_str(), name.data(), name.size());
    if (length <= 0 || static_cast<std::size_t>(length) == name.size() || access(name.data(), F_OK) != 0) {
        return Error{path_ + " has been removed: nothing more is written"};
    }
    return std::string(name.data(), static_cast<std::size_t>(length));
}

Result<void> BoundedFile::fill(Content& content, const session::Rewrite& plan) const {
    const std::uint64_t most = plan.saveAs.empty() ? most_ - content_.bytes : UINT64_MAX;
    if (auto written = append(content, plan.head, most); !written) {
        return written;
    }
    std::uint32_t number = plan.firstNumber;
    for (const session::Rewrite::Span& span : plan.kept) {
        std::string chunk(span.bytes, '\0');
        const ssize_t got =
            pread(content_.descriptor, chunk.data(), chunk.size(), static_cast<off_t>(span.offset));
        auto header = session::parseChunkHeader(chunk.substr(0, session::kChunkHeaderBytes));
        if (got != static_cast<ssize_t>(chunk.size()) || !header) {
            return Error{path_ + " is not what was written: somebody has changed it"};
        }
        header->sequence = number++;
        chunk.replace(0, session::kChunkHeaderBytes, session::encode(*header));
        if (auto written = append(content, std::move(chunk), most); !written) {
            return written;
        }
    }
    return append(content, plan.tail, most);
}

Result<BoundedFile::Content> BoundedFile::write(const session::Rewrite& plan, std::string& path) const {
    const fs::path place(path);
    path = (place.parent_path() / ("." + place.filename().string() + ".XXXXXX")).string();
    File file(mkostemp(path.data(), O_CLOEXEC));
    if (!file) {
        return cannotWrite(place.string());
    }
    Content made;
    made.lock = ring::FileLock::take(path);
    made.descriptor = file.get();
    made.output = std::make_unique<session::FileOutput>(place.string(), std::move(file));
    if (auto filled = fill(made, plan); !filled) {
        unlink(path.c_str());
        return filled.error();
    }
    return made;
}

Result<void> BoundedFile::takePlace(const session::Rewrite& plan) {
    const auto name = currentName();
    if (!name) {
        return name.error();
    }
    std::string made = name.value();
    auto content = write(plan, made);
    if (!content) {
        return content.error();
    }
    if (std::rename(made.c_str(), name.value().c_str()) != 0) {
        const Error problem = cannotWrite(name.value());
        unlink(made.c_str());
        return problem;
    }
    content_ = std::move(content).value();
    return {};
}

Result<std::string> BoundedFile::save(const session::Rewrite& plan) const {
    std::string made = plan.saveAs;
    if (auto content = write(plan, made); !content) {
        return content.error();
    }
    bool reserved = false;
    std::string name;
    for (int number = 1; number == 1 || (!reserved && errno == EEXIST && number < kMostNumbers); ++number) {
        name = numbered(plan.saveAs, number);
        reserved = reserve(name);
    }
    if (!reserved || std::rename(made.c_str(), name.c_str()) != 0) {
        const Error problem = cannotWrite(name);
        unlink(made.c_str());
        if (reserved) {
            unlink(name.c_str());
        }
        return problem;
    }
    return name;
}

} // namespace lanes::recorder
