#include "collector/remote/Frames.h"

#include <unistd.h>

#include <cerrno>

namespace lanes::remote {

namespace {

constexpr std::size_t kHeadBytes = 1 + sizeof(std::uint32_t);
constexpr std::string_view kKinds = "SROEVBTAXGQ";

} // namespace

std::string encoded(Frame::Kind kind, std::string_view bytes) {
    std::string out(1, static_cast<char>(kind));
    for (int shift = 0; shift < 32; shift += 8) {
        out += static_cast<char>(bytes.size() >> shift & 0xff);
    }
    return out += bytes;
}

bool sendFrame(int to, Frame::Kind kind, std::string_view bytes) {
    const std::string out = encoded(kind, bytes);
    for (std::string_view rest = out; !rest.empty();) {
        const ssize_t put = write(to, rest.data(), rest.size());
        if (put < 0 && errno != EINTR) {
            return false;
        }
        rest.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
    }
    return true;
}

std::optional<Frame> FrameReader::next() {
    if (damaged_ || waiting_.size() < kHeadBytes) {
        return {};
    }
    std::size_t size = 0;
    for (std::size_t i = 0; i < sizeof(std::uint32_t); ++i) {
        size |= static_cast<std::size_t>(static_cast<unsigned char>(waiting_[1 + i])) << (8 * i);
    }
    if (kKinds.find(waiting_[0]) == std::string_view::npos || size > Frame::kMostBytes) {
        damaged_ = true;
        return {};
    }
    if (waiting_.size() < kHeadBytes + size) {
        return {};
    }
    Frame frame{static_cast<Frame::Kind>(waiting_[0]), waiting_.substr(kHeadBytes, size)};
    waiting_.erase(0, kHeadBytes + size);
    return frame;
}

} // namespace lanes::remote
