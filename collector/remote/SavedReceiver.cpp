#include "collector/remote/SavedReceiver.h"

#include "collector/recorder/host/NumberedName.h"

#include <unistd.h>

#include <filesystem>
#include <sstream>

namespace lanes::remote {

namespace {

constexpr int kMostSavedNumbers = 1000;

} // namespace

void SavedReceiver::drop() {
    file_.reset();
    output_.reset();
    number_ = 0;
}

Result<void> SavedReceiver::begin(const std::string& words, const std::string& session) {
    drop();
    std::istringstream text(words);
    std::uint64_t number = 0;
    if (!(text >> number >> announced_.bytes >> announced_.hash) || announced_.bytes == 0) {
        return Error{"what is said of a saved session makes no sense."};
    }
    number_ = number;
    got_ = 0;
    had_.clear();
    int free = 1;
    std::error_code problem;
    for (; free < kMostSavedNumbers; ++free) {
        const std::string there = recorder::numbered(session, free);
        const auto bytes = std::filesystem::file_size(there, problem);
        if (problem) {
            break;
        }
        if (bytes == announced_.bytes && !ours_.contains(there) && hashOf(there) == announced_) {
            had_ = there;
            return {};
        }
    }
    auto made = recorder::OutputFile::create(recorder::numbered(session, free), true);
    if (!made) {
        return made.error();
    }
    file_.emplace(std::move(made).value());
    output_ = file_->takeOutput();
    return {};
}

Result<std::optional<std::string>> SavedReceiver::append(const std::string& bytes) {
    if (number_ == 0) {
        return Error{"bytes of no saved session came."};
    }
    got_ += bytes.size();
    if (output_) {
        if (const auto written = output_->append(bytes); !written) {
            return written.error();
        }
    }
    return got_ < announced_.bytes ? Result<std::optional<std::string>>(std::nullopt) : finish();
}

Result<std::optional<std::string>> SavedReceiver::finish() {
    std::string path = had_;
    if (file_) {
        if (const auto published = file_->publish(true); !published) {
            return published.error();
        }
        path = file_->path();
        output_.reset();
        if (hashOf(path) != announced_) {
            unlink(path.c_str());
            return Error{path + " did not arrive whole."};
        }
    }
    ours_.insert(path);
    known_ = number_;
    drop();
    return std::optional(path);
}

} // namespace lanes::remote
