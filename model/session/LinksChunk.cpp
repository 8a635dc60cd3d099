#include "model/session/LinksChunk.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"

namespace lanes::session {

LinksChunk::LinksChunk()
    : message_(std::make_unique<proto::Links>()) {}

LinksChunk::~LinksChunk() = default;

std::unique_ptr<LinksChunk> LinksChunk::parse(std::string_view message) {
    std::unique_ptr<LinksChunk> chunk(new LinksChunk);
    const bool read = chunk->message_->ParseFromArray(message.data(), static_cast<int>(message.size()));
    return read && chunk->message_->count() <= kMaxRowsPerChunk ? std::move(chunk) : nullptr;
}

std::size_t LinksChunk::rows() const {
    return message_->count();
}

std::uint64_t LinksChunk::flowStarts() const {
    return message_->flow_starts();
}

std::uint64_t LinksChunk::flowsLinked() const {
    return message_->flows_linked();
}

bool LinksChunk::unpack(ColumnDecoder& decoder, std::span<SessionLink> links) const {
    const auto column = [&](const std::string& coded, const auto& put) {
        return decoder.decodeParts(coded, links.size(),
                                   [&](std::size_t from, std::span<const std::int64_t> values) {
                                       for (std::size_t i = 0; i < values.size(); ++i) {
                                           put(links[from + i], values[i]);
                                       }
                                       return true;
                                   });
    };
    const auto number = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
    const auto kind = [](SessionLink& l, std::int64_t v) {
        const bool known = v >= 0 && v <= static_cast<std::int64_t>(LinkKind::Dependency);
        l.kind = known ? static_cast<LinkKind>(v) : LinkKind::Flow;
    };
    const auto fromTrack = [&](SessionLink& l, std::int64_t v) { l.from.track = TrackId(number(v)); };
    const auto from = [&](SessionLink& l, std::int64_t v) { l.from.position = number(v); };
    const auto toTrack = [&](SessionLink& l, std::int64_t v) { l.to.track = TrackId(number(v)); };
    const auto to = [&](SessionLink& l, std::int64_t v) { l.to.position = number(v); };
    const proto::Links& m = *message_;
    return column(m.kind(), kind) && column(m.from_track(), fromTrack) && column(m.from(), from) &&
           column(m.to_track(), toTrack) && column(m.to(), to);
}

} // namespace lanes::session
