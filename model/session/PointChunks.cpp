#include "model/session/PointChunks.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"

#include <algorithm>

namespace lanes::session {

namespace {

bool decodeColumn(ColumnDecoder& decoder, const std::string& coded, std::size_t count,
                  std::vector<std::int64_t>& values) {
    values.resize(count);
    return decoder.decode(coded, values);
}

} // namespace

PointsChunk::PointsChunk()
    : message_(std::make_unique<proto::Points>()) {}

PointsChunk::~PointsChunk() = default;

std::unique_ptr<PointsChunk> PointsChunk::parse(std::string_view message) {
    std::unique_ptr<PointsChunk> chunk(new PointsChunk);
    const bool read = chunk->message_->ParseFromArray(message.data(), static_cast<int>(message.size()));
    return read && chunk->message_->count() <= kMaxRowsPerChunk ? std::move(chunk) : nullptr;
}

std::size_t PointsChunk::rows() const {
    return message_->count();
}

// Whether each group has as many rows as it says: so all together have no more than the chunk.
bool PointsChunk::countsFit() const {
    std::vector<std::size_t> left;
    for (const proto::Points::Group& group : message_->groups()) {
        left.push_back(group.count());
    }
    for (const std::int64_t g : groupOfRow_) {
        if (g < 0 || g >= static_cast<std::int64_t>(left.size()) ||
            left[static_cast<std::size_t>(g)]-- == 0) {
            return false;
        }
    }
    return std::ranges::all_of(left, [](std::size_t rows) { return rows == 0; });
}

bool PointsChunk::unpack(ColumnDecoder& decoder) {
    if (unpacked_) {
        return true;
    }
    if (!decodeColumn(decoder, message_->group(), rows(), groupOfRow_) || !countsFit()) {
        return false;
    }
    for (const proto::Points::Group& source : message_->groups()) {
        Group& group = groups_.emplace_back();
        if (!decodeColumn(decoder, source.time(), source.count(), group.time) ||
            !decodeColumn(decoder, source.name_plus1(), source.count(), group.namePlus1) ||
            !decodeColumn(decoder, source.track_plus1(), source.count(), group.trackPlus1)) {
            return false;
        }
    }
    return unpacked_ = true;
}

MemoryChunk::MemoryChunk()
    : message_(std::make_unique<proto::Memory>()) {}

MemoryChunk::~MemoryChunk() = default;

std::unique_ptr<MemoryChunk> MemoryChunk::parse(std::string_view message) {
    std::unique_ptr<MemoryChunk> chunk(new MemoryChunk);
    const bool read = chunk->message_->ParseFromArray(message.data(), static_cast<int>(message.size()));
    return read && chunk->message_->count() <= kMaxRowsPerChunk ? std::move(chunk) : nullptr;
}

std::size_t MemoryChunk::rows() const {
    return message_->count();
}

bool MemoryChunk::unpack(ColumnDecoder& decoder) {
    if (unpacked_) {
        return true;
    }
    const std::array<const std::string*, Count> coded{
        &message_->time(),           &message_->address(),
        &message_->bytes(),          &message_->total_allocated(),
        &message_->total_reserved(), &message_->device_type(),
        &message_->device_index(),   &message_->track_plus1(),
        &message_->stack_plus1()};
    for (std::size_t i = 0; i < Count; ++i) {
        if (!decodeColumn(decoder, *coded[i], rows(), columns_[i])) {
            return false;
        }
    }
    return unpacked_ = true;
}

} // namespace lanes::session
