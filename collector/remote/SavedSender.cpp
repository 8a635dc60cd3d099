#include "collector/remote/SavedSender.h"

#include "collector/recorder/host/NumberedName.h"
#include "collector/remote/Frames.h"
#include "collector/remote/SessionHash.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>

namespace lanes::remote {

SavedSender::Sent SavedSender::begin() {
    const std::string path = recorder::numbered(session_.string(), number_ + 1);
    std::error_code problem;
    // a name is reserved by an empty file first; then the whole one takes its place
    if (const auto bytes = std::filesystem::file_size(path, problem); problem || bytes == 0) {
        return Sent::Nothing;
    }
    file_ = lanes::File(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file_) {
        return Sent::Nothing;
    }
    ++number_;
    from_ = 0;
    const SessionHash whole = hashOf(path);
    const std::string text =
        std::to_string(number_) + " " + std::to_string(whole.bytes) + " " + std::to_string(whole.hash);
    return sendFrame(STDOUT_FILENO, Frame::Kind::Saved, text) ? Sent::Some : Sent::Unread;
}

SavedSender::Sent SavedSender::send() {
    if (!file_) {
        return begin();
    }
    std::string bytes(Frame::kMostBytes, '\0');
    const ssize_t got = pread(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(from_));
    if (got <= 0) {
        file_ = {};
        return Sent::Some; // there may be another one
    }
    bytes.resize(static_cast<std::size_t>(got));
    from_ += bytes.size();
    return sendFrame(STDOUT_FILENO, Frame::Kind::SavedBytes, bytes) ? Sent::Some : Sent::Unread;
}

} // namespace lanes::remote
