#include "model/io/json/EventChunks.h"

#include "model/io/json/EventRepair.h"
#include "model/io/json/JsonScan.h"

#include <algorithm>
#include <cstring>

namespace lanes {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kEventsKey = "\"traceEvents\"";

// The first event that begins a list, for where the key of the list is damaged or another one.
std::size_t findAnyList(std::string_view text) {
    const char* end = text.data() + text.size();
    for (std::size_t at = 0; (at = text.find('[', at)) != std::string_view::npos; ++at) {
        const char* first = json::skipSpace(text.data() + at + 1, end);
        if (first < end && *first == '{' && hasPhase(first, end)) {
            return static_cast<std::size_t>(first - text.data());
        }
    }
    return std::string_view::npos;
}

} // namespace

std::size_t findEvents(std::string_view text) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    const char* p =
        json::skipSpace(begin + (text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0), end);
    if (p < end && *p == '[') {
        return static_cast<std::size_t>(p + 1 - begin);
    }
    if (p < end && *p == '{' && hasPhase(p, end)) {
        return static_cast<std::size_t>(p - begin);
    }
    for (std::size_t at = 0; (at = text.find(kEventsKey, at)) != std::string_view::npos; ++at) {
        if (at > 0 && text[at - 1] == '\\') { // quoted within a string
            continue;
        }
        p = json::skipSpace(begin + at + kEventsKey.size(), end);
        if (p >= end || *p != ':') {
            continue;
        }
        p = json::skipSpace(p + 1, end);
        if (p < end && *p == '[') {
            return static_cast<std::size_t>(p + 1 - begin);
        }
    }
    return std::string_view::npos;
}

bool EventChunks::start(std::string& head) {
    std::size_t at = std::string_view::npos;
    for (std::size_t wanted = chunkBytes_;
         at == std::string_view::npos && !ended_ && carry_.size() < kLargest; wanted *= 2) {
        const std::size_t have = carry_.size();
        carry_.resize(have + wanted + json::kPadding);
        const std::size_t got = stream_->read(carry_.data() + have, wanted);
        ended_ = got < wanted;
        at = findEvents({carry_.data(), have + got});
        if (at == std::string_view::npos && (ended_ || have + got >= kLargest)) {
            at = findAnyList({carry_.data(), have + got});
        }
        carry_.resize(have + got);
    }
    if (at == std::string_view::npos) {
        return false;
    }
    const char* first = json::skipSpace(carry_.data() + at, carry_.data() + carry_.size());
    at = static_cast<std::size_t>(first - carry_.data());
    head = carry_.substr(0, at);
    carry_.erase(0, at);
    offset_ = static_cast<std::int64_t>(at);
    return true;
}

void EventChunks::startAt(std::int64_t offset) {
    std::vector<char> dropped(chunkBytes_);
    for (offset_ = 0; offset_ < offset && !ended_;) {
        const auto wanted =
            static_cast<std::size_t>(std::min(offset - offset_, static_cast<std::int64_t>(dropped.size())));
        const std::size_t got = stream_->read(dropped.data(), wanted);
        offset_ += static_cast<std::int64_t>(got);
        ended_ = got < wanted;
    }
}

// Makes the chunk `size` bytes long, as far as the stream goes.
void EventChunks::fill(EventChunk& chunk, std::size_t size) {
    if (chunk.memory.size() < size + json::kPadding) {
        chunk.memory.resize(size + json::kPadding);
    }
    const std::size_t carried = std::min(carry_.size(), size - chunk.size);
    std::copy_n(carry_.data(), carried, chunk.memory.data() + chunk.size);
    carry_.erase(0, carried);
    chunk.size += carried;
    if (!ended_ && chunk.size < size) {
        chunk.size += stream_->read(chunk.memory.data() + chunk.size, size - chunk.size);
        ended_ = chunk.size < size;
    }
}

bool EventChunks::next(EventChunk& chunk) {
    chunk.size = 0;
    if (ended_ && carry_.empty()) {
        return false;
    }
    const char* cut = nullptr;
    std::size_t size = std::max(chunkBytes_, carry_.size());
    for (;; size *= 2) {
        fill(chunk, size);
        const char* begin = chunk.memory.data();
        chunk.last = ended_ && carry_.empty();
        cut = chunk.last ? nullptr : findLastEvent(begin + 1, begin + chunk.size);
        if (cut != nullptr || chunk.last || size >= kLargest) {
            break;
        }
    }
    if (cut != nullptr) {
        const auto kept = static_cast<std::size_t>(cut - chunk.memory.data());
        carry_.insert(0, cut, chunk.size - kept);
        chunk.size = kept;
    }
    std::memset(chunk.memory.data() + chunk.size, 0, json::kPadding);
    chunk.offset = offset_;
    chunk.number = number_++;
    offset_ += static_cast<std::int64_t>(chunk.size);
    return true;
}

} // namespace lanes
