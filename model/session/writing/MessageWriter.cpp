#include "model/session/writing/MessageWriter.h"

#include "model/session/session.pb.h"

#include <utility>

namespace lanes::session {

MessageWriter::MessageWriter(ChunkWriter file)
    : file_(std::move(file))
    , encoder_(std::make_unique<ColumnEncoder>()) {}

Result<void> MessageWriter::writeColumns(ChunkType type, const google::protobuf::MessageLite& message,
                                         TrackId track) {
    const std::string bytes = message.SerializeAsString();
    return append(type, Packing::None, bytes.size(), bytes, track);
}

Result<void> MessageWriter::write(ChunkType type, const google::protobuf::MessageLite& message) {
    const std::string bytes = message.SerializeAsString();
    const std::string packed = encoder_->compress(bytes);
    return !packed.empty() && packed.size() < bytes.size()
               ? append(type, Packing::Zstd, bytes.size(), packed, {})
               : append(type, Packing::None, bytes.size(), bytes, {});
}

Result<void> MessageWriter::append(ChunkType type, Packing packing, std::uint64_t raw,
                                   std::string_view payload, TrackId track) {
    if (raw > kMaxRawBytes || payload.size() > kMaxStoredBytes) {
        return Error{path() +
                     " cannot be written: what describes the session, one of its tracks or one kind of "
                     "event takes more than 64 MiB; leave out such arguments or properties"};
    }
    const Result<ChunkWriter::Place> place =
        file_.append(type, packing, static_cast<std::uint32_t>(raw), payload);
    if (!place) {
        return place.error();
    }
    index_.push_back({type, place.value().offset, place.value().stored, track});
    return {};
}

void MessageWriter::adopt(FooterEntry& entry) {
    entry.offset = file_.size();
    file_.skip(kChunkHeaderBytes + entry.stored, 1);
    index_.push_back(entry);
}

Result<void> MessageWriter::becomeLike(MessageWriter next, Rewrite plan) {
    index_ = std::move(next.index_);
    return file_.becomeLike(next.file_, std::move(plan));
}

Result<void> MessageWriter::writeFooter(std::uint64_t slices, std::uint64_t points) {
    proto::Footer footer;
    footer.set_slices(slices);
    footer.set_points(points);
    encodeFooter(*encoder_, index_, footer);
    if (footer.ByteSizeLong() > kMaxRawBytes) {
        return {}; // a reader finds the chunks by itself
    }
    const std::uint64_t at = file_.size();
    if (auto written = write(ChunkType::Footer, footer); !written) {
        return written;
    }
    return file_.appendTrailer(at);
}

} // namespace lanes::session
